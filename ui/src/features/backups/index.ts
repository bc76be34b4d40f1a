/** The backups of a story. */

export { BackupsDialog } from './BackupsDialog'
