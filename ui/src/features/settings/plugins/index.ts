/** MCP servers, as a page of the settings. */

export { PluginsPage } from './PluginsPage'
