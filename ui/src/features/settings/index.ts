/** The settings: the assistant's model and key, what it may do, and how the window looks. */

export { SettingsDialog } from './SettingsDialog'
