/** Finding words in the whole story. */

export { FindPanel } from './FindPanel'
