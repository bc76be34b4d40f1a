/**
 * Lines that begin with a slash. What such a line means is read by the program, with one grammar for
 * every face; here is only told apart what is for the assistant and what calls a tool.
 */

/** Whether a line calls a tool: a slash, and a name behind it. */
export function isCommand(line: string): boolean {
  return /^\/[\w.-]+(\s|$)/.test(line.trim())
}
