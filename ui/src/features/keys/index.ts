/** The help on shortcuts. */

export { KeysDialog } from './KeysDialog'
