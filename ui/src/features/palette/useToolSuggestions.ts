/** Tools that match what is typed, by alias and name, for the selection. */

import { useSelection } from '../../document'
import { type Command, commands } from '../../generated/commands'
import { useTranslation } from '../../text'
import { bestMatches } from './fuzzyMatch'

interface ToolSuggestion {
  name: string
  label: string
  /** What people call it, in all languages: who types one may read another. */
  aliases: readonly string[]
  /** What the selection already says. */
  args: Record<string, unknown>
}

const MOST = 8

export function useToolSuggestions(words: string): ToolSuggestion[] {
  const { t } = useTranslation()
  const selected = useSelection((it) => it.nodes)
  const focused = useSelection((it) => it.focused)
  const known = commands.map((it) => ({
    name: it.name,
    label: t.or(`tools-did-${it.name}`, it.name),
    aliases: Object.values(it.aliases).flat(),
    args: argsOf(it, [...selected], focused),
  }))
  const most = words ? MOST : known.length
  const title = (it: ToolSuggestion) => `${it.label} ${it.name}`
  return bestMatches(words, known, title, most, (it) => it.aliases)
}

/** A tool begins with what is selected: with one node, with several, or at the beginning of a way. */
function argsOf(
  { fields }: Command,
  nodes: readonly string[],
  focused: string | undefined,
): Record<string, unknown> {
  const takes = (name: string) => fields.some((it) => it.name === name)
  const one = fields.some((it) => it.name === 'from' && it.takes === 'text') ? 'from' : undefined
  return {
    ...(focused && takes('node') ? { node: focused } : {}),
    ...(focused && one && takes('to') ? { from: focused } : {}),
    ...(nodes.length > 1 && takes('nodes') ? { nodes } : {}),
  }
}
