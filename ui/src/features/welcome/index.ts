/** The welcome screen, shown while no story is open. */

export { Welcome } from './Welcome'
