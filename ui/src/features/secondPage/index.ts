/** The second page: another card, beside the one that is written. */

export { SecondPage } from './SecondPage'
