/** The node that is being edited: everything it holds, where it leads, and its history. */

export { Inspector } from './Inspector'
