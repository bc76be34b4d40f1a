/** The inspector: everything about the selected node, its choices and its history. */

export { Inspector } from './Inspector'
