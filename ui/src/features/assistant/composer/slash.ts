/**
 * Slash commands. The program parses them, with one grammar for every interface; this only
 * distinguishes messages for the assistant from tool calls.
 */

/**
 * A line whose slash was written as an input method for Chinese or Japanese writes it, with the plain
 * one: it need not be switched off to call a tool.
 */
export function withPlainSlash(line: string): string {
  return line.replace(/^(\s*)[／、・]/, '$1/')
}

/** Whether a line calls a tool: a slash, and a name behind it. */
export function isCommand(line: string): boolean {
  return /^\/[\w.-]+(\s|$)/.test(line.trim())
}
