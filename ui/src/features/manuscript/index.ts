/** Several nodes as one text. */

export { Manuscript } from './Manuscript'
