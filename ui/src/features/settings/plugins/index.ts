/** Servers of other programs, as a page of the settings. */

export { PluginsPage } from './PluginsPage'
