/** Completes slash commands: commands, then their fields, then values. Pure. */

import { type Command, commands, type Field } from '../../../generated/commands'

export interface Completion {
  /** The whole line with it. */
  line: string
  label: string
  /** The fields of a command, in their order; those that may be left out in brackets. */
  takes?: string
  about: string
  /** What people call it, where that is what was typed. */
  called?: string
}

/** The command of a name or verb. */
function commandOf(called: string): Command | undefined {
  return commands.find((it) => it.name === called || it.verb === called)
}

/** The ways on from the end of a line; none if it is not a command or nothing is left to say. */
export function completions(
  line: string,
  titles: () => readonly string[] = () => [],
  prompts: Readonly<Record<string, string>> = {},
): Completion[] {
  const begun = /^\/(\S*)$/.exec(line)
  if (begun) {
    const [, name = ''] = begun
    const own = promptsNamed(name, prompts)
    // A command that is typed in full is meant.
    return commandOf(name) ? [...named(name), ...own] : [...own, ...named(name)]
  }
  const [, called = '', rest = ''] = /^\/([\w.-]+)\s([\s\S]*)$/.exec(line) ?? []
  const command = commandOf(called)
  if (!command || rest.startsWith('{')) return []
  const word = /\S*$/.exec(rest)?.[0] ?? ''
  const kept = line.slice(0, line.length - word.length)
  const [, key, value] = /^([\w]+)=(\S*)$/.exec(word) ?? []
  const field = command.fields.find((it) => it.name === key)
  if (field && TITLED.includes(field.name))
    return titled(field, `${kept}${field.name}=`, value ?? '', titles())
  if (field) return chosen(field, `${kept}${field.name}=`, value ?? '')
  const used = new Set([...rest.matchAll(/(?:^|\s)(\w+)=/g)].map((it) => it[1]))
  return command.fields
    .filter((it) => it.takes !== 'pairs' && !used.has(it.name) && it.name.startsWith(word))
    .map((it) => ({ line: `${kept}${it.name}=`, label: `${it.name}=`, about: it.about }))
}

/** The writer's own prompts with a word that begins so; one that is taken becomes the message. */
function promptsNamed(begun: string, prompts: Readonly<Record<string, string>>): Completion[] {
  const wanted = begun.toLowerCase()
  const fits = (name: string) =>
    ` ${name.toLowerCase()}`.includes(` ${wanted}`) || (wanted !== '' && name.includes(begun))
  const found = Object.entries(prompts).filter(([name]) => fits(name))
  return found.map(([name, prompt]) => ({ line: prompt, label: name, about: prompt }))
}

/** Commands by a part of their name, or of what people call them in any language. */
function named(begun: string): Completion[] {
  const wanted = begun.toLowerCase()
  const found = commands.flatMap((it): { it: Command; rank: number; called?: string }[] => {
    const rank = byName(it, wanted)
    if (rank !== undefined) return [{ it, rank }]
    const alias = byAlias(it, wanted)
    return alias ? [{ it, ...alias }] : []
  })
  found.sort((a, b) => a.rank - b.rank)
  return found.map(({ it, called }) => {
    const shown = it.verb ?? it.name
    const takes = it.fields.map(taken).join(' ')
    const way = { line: `/${shown} `, label: `/${shown}`, takes, about: it.about }
    return called ? { ...way, called } : way
  })
}

function byName({ name, verb }: Command, wanted: string): number | undefined {
  if (verb === wanted || name === wanted) return 0
  if (verb?.startsWith(wanted) || name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : undefined
}

function byAlias({ aliases }: Command, wanted: string) {
  // The words of an alias are divided by `_` or `-`, since a space ends the name.
  const words = wanted.replace(/[_-]+/g, ' ')
  const ranked = Object.values(aliases)
    .flat()
    .map((called) => {
      const alias = called.toLowerCase()
      const rank =
        alias === words ? 3 : alias.startsWith(words) ? 4 : alias.includes(words) ? 5 : Infinity
      return { called, rank }
    })
  const best = ranked.reduce((a, b) => (b.rank < a.rank ? b : a), { called: '', rank: Infinity })
  return best.rank < Infinity ? best : undefined
}

function taken({ name, takes, must }: Field): string {
  const word = takes === 'list' ? `${name}…` : takes === 'pairs' ? 'key=value…' : name
  return must ? word : `[${word}]`
}

function chosen({ takes, choices, about }: Field, kept: string, value: string): Completion[] {
  const all = takes === 'boolean' ? ['true', 'false'] : (choices ?? [])
  return all
    .filter((it) => it.startsWith(value) && it !== value)
    .map((it) => ({ line: `${kept}${it} `, label: it, about }))
}

/** The fields that name one node. */
const TITLED = ['node', 'from', 'to', 'new_to', 'after', 'group']
/** So many titles are offered at once. */
const OFFERED = 12

/** Titles that begin with what is typed, then those that hold it; quoted where they have spaces. */
function titled(
  { about }: Field,
  kept: string,
  value: string,
  titles: readonly string[],
): Completion[] {
  const wanted = value.replace(/^["']/, '').toLowerCase()
  const at = (title: string) => title.toLowerCase().indexOf(wanted)
  const starting = titles.filter((it) => at(it) === 0)
  const within = titles.filter((it) => at(it) > 0)
  return [...new Set([...starting, ...within])].slice(0, OFFERED).map((title) => {
    const written = /[\s"'\\]/.test(title) ? JSON.stringify(title) : title
    return { line: `${kept}${written} `, label: title, about }
  })
}
