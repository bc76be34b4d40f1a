/** A tour of five short steps through the window. */

export { Tour } from './Tour'
