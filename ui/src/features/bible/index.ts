/** The bible: a table of characters, places and own kinds. */

export { Bible } from './Bible'
