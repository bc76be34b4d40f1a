/** The help on keys. */

export { KeysDialog } from './KeysDialog'
