/** The welcome screen: what is shown while no story is open. */

export { Welcome } from './Welcome'
