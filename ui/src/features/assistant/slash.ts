/**
 * `/update_node_kv Name=Neo` as the call of a tool. What the words mean is only guessed from the
 * names of the tools' simple fields; the program checks every call.
 */

/** The short names of tools. */
const VERBS: Record<string, string> = {
  show: 'show_node',
  search: 'search_story',
  versions: 'list_versions',
  compare: 'compare_versions',
  adopt: 'adopt_version',
  history: 'story_history',
  export: 'export_story',
}

/** The fields that plain words fill, in order; the last takes all that is left. Else: the node. */
const PLAIN: Record<string, readonly string[]> = {
  search_story: ['words'],
  create_node: ['title'],
  rename_node: ['title'],
  rename_story: ['title'],
  find_nodes: ['title'],
  write_text: ['text'],
  append_text: ['text'],
  generate_image: ['prompt'],
  link_nodes: ['to'],
  unlink_nodes: ['to'],
  find_paths: ['to'],
  remove_node_kv: ['keys'],
  list_versions: ['capability'],
  adopt_version: ['capability', 'number'],
  compare_versions: ['capability', 'from', 'to'],
  name_state: ['name'],
  restore_state: ['name'],
  export_story: ['format'],
  show_draft: ['draft'],
  adopt_draft: ['draft'],
  drop_draft: ['draft'],
}

const NUMBERS = new Set(['x', 'y', 'limit', 'number', 'seed', 'order', 'change', 'before'])
const LISTS = new Set(['keys', 'nodes', 'capabilities'])

export interface SlashCall {
  name: string
  args: Record<string, unknown>
}

/** Reads a line that begins with `/`; undefined where it is no call. */
export function readSlash(line: string): SlashCall | undefined {
  const [, called, rest = ''] = /^\/([\w.-]+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  if (called === undefined) return undefined
  const name = VERBS[called] ?? called
  if (!rest.startsWith('{')) return { name, args: fromWords(name, split(rest)) }
  try {
    return { name, args: JSON.parse(rest) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

function fromWords(name: string, words: readonly string[]): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  const pairs: { k: string; v: string }[] = []
  const plain: string[] = []
  for (const word of words) {
    const [, k, v = ''] = /^([^=\s]+)=([\s\S]*)$/.exec(word) ?? []
    if (k === undefined) plain.push(word)
    else if (name === 'update_node_kv' && k !== 'node') pairs.push({ k, v })
    else args[k] = meant(name, k, v)
  }
  if (pairs.length > 0) args.items = pairs
  const fields = PLAIN[name] ?? ['node']
  for (const [index, field] of fields.entries()) {
    const last = index === fields.length - 1
    const text = last ? plain.slice(index).join(' ') : plain[index]
    if (text) args[field] ??= meant(name, field, text)
  }
  return args
}

function meant(name: string, field: string, text: string): unknown {
  const counted = NUMBERS.has(field) || (name === 'compare_versions' && /^(from|to)$/.test(field))
  if (counted && Number.isFinite(Number(text))) return Number(text)
  if (LISTS.has(field)) return text.split(/[,，、]\s*/)
  if (field === 'all') return text === 'true'
  return text
}

/** Words as a shell splits them: quotes at the beginning of a word or value keep spaces. */
function split(text: string): string[] {
  const found = text.match(/(?:[^\s="“]+=)?(?:"[^"]*"|“[^”]*”)|\S+/g) ?? []
  return found.map((it) => it.replace(/^([^\s="“]+=)?["“]([\s\S]*)["”]$/, '$1$2'))
}
