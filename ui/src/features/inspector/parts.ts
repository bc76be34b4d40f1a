/** The sections of a page in order, and the empty ones that are only offered. Pure. */

import { capabilitiesWithCard } from '../../cards'
import { isLabelKey, type NodeDetails } from '../../document'

/** What a capability holds on the node, or would. */
export type Part = NodeDetails['capabilities'][number]

interface PageParts {
  shown: readonly Part[]
  /** Those above the choices, and those below. */
  before: readonly Part[]
  after: readonly Part[]
  choices: boolean
  /** What can be added: capabilities, `color` and `choices`. */
  chips: readonly string[]
}

/** Kinds that readers do not stand on: they lead on only where somebody made them. */
const WITHOUT_CHOICES: readonly string[] = ['character', 'place', 'note', 'group']
/** Kinds that are known by their facts before their prose. */
const BY_FACTS: readonly string[] = ['character', 'place']

/** What stands in a place of its own beside the parts, and is offered where the card has none of it. */
const EXTRAS = ['tags', 'status', 'facts', 'alternatives', 'summary']
/** Kinds that nothing changes along the story: readers pass them, or never meet them. */
const WITHOUT_FACTS: readonly string[] = ['scene', 'note', 'group']

/** Whether attributes hold nothing that is not shown in a place of its own. */
function isLabelsAlone(data: unknown): boolean {
  const { items } = data as { items?: readonly { k: string }[] }
  return items !== undefined && items.length > 0 && items.every(({ k }) => isLabelKey(k))
}

/** Whether a kind of card has attributes that may change along the story. */
export function mayHaveFacts(kind: string): boolean {
  return !WITHOUT_FACTS.includes(kind)
}

/** `held`: which of tags, status, facts, alternatives and a summary the card has. */
export function partsOf(
  reading: NodeDetails,
  added: readonly string[],
  held: readonly string[] = [],
): PageParts {
  const { capabilities, kind, outgoing, layout } = reading
  const names = new Set([...capabilities.map((it) => it.name), ...capabilitiesWithCard])
  const all = [...names].map(
    (name): Part =>
      capabilities.find((it) => it.name === name) ?? {
        name,
        title: name,
        version: null,
        data: null,
      },
  )
  const isOffered = (name: string) => kind !== 'group' && (name !== 'facts' || mayHaveFacts(kind))
  const isHeardThere = (name: string) => name !== 'sound' || !WITHOUT_CHOICES.includes(kind)
  const isHeld = (name: string) => capabilities.some((it) => it.name === name)
  // The text is where one writes: it is there before anything is written.
  const isShown = ({ name, data }: Part) =>
    (data !== null && !(name === 'kv' && isLabelsAlone(data))) ||
    added.includes(name) ||
    (name === 'text' && isHeld(name))
  const shown = all.filter(isShown)
  const choices =
    !WITHOUT_CHOICES.includes(kind) || outgoing.length > 0 || added.includes('choices')
  const isAbove = ({ name }: Part) => name === 'text' || BY_FACTS.includes(kind)
  return {
    shown,
    before: shown.filter(isAbove),
    after: shown.filter((it) => !isAbove(it)),
    choices,
    chips: [
      ...all.filter((it) => !isShown(it) && isHeardThere(it.name)).map((it) => it.name),
      ...(layout.color || added.includes('color') ? [] : ['color']),
      ...(choices || kind === 'group' ? [] : ['choices']),
      ...EXTRAS.filter((it) => isOffered(it) && !held.includes(it) && !added.includes(it)),
    ],
  }
}
