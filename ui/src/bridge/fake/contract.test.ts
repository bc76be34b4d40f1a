/**
 * The fake program answers as the program does: each of its tools is called, and the answer has to
 * fit the tool's output schema, which the program's own tests hold every real answer to.
 */

import Ajv2020 from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import schemas from '../../generated/outputSchemas.json'
import { FakeBridge, fakeToolNames, smallStory } from './fakeBridge'

// Formats and patterns are left out: ids and hashes of the fake story are made to be read.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const outputs = withoutPatterns(schemas) as Record<string, object>

const NODE = 'n01'
const ONE = { node: NODE }
const SEVERAL = { nodes: ['n01', 'n02'] }
const LINK = firstLink()
const PAIR = { k: 'Age', v: '37' }

/** One call of each tool, in an order in which all can be done. */
const CALLS: Record<string, Record<string, unknown>[]> = {
  read_map: [{}, { since: 0 }],
  create_node: [{ title: 'New' }, { title: 'After', after: NODE, label: 'go on' }],
  rename_node: [{ ...ONE, title: 'Renamed' }],
  set_node_kind: [{ ...ONE, kind: 'place', color: '1' }],
  set_node_kinds: [{ ...SEVERAL, kind: 'scene' }],
  move_node: [{ ...ONE, x: 10, y: 20 }],
  move_nodes: [{ places: [{ node: NODE, x: 0, y: 0 }] }],
  tidy_map: [{}],
  color_nodes: [{ ...SEVERAL, color: '2' }, SEVERAL],
  duplicate_nodes: [SEVERAL],
  link_nodes: [{ from: 'n01', to: 'n05', label: 'across' }],
  update_link: [{ ...LINK, new_label: 'elsewhere', once: true }],
  remove_link: [{ from: 'n01', to: 'n05', label: 'across' }],
  set_start: [ONE],
  rename_story: [{ title: 'Another' }],
  set_tag_color: [{ tag: 'storm', color: '2' }, { tag: 'storm' }],
  set_word_goal: [{ words: 500 }, { words: 0 }],
  update_node_kv: [{ ...ONE, items: [PAIR] }],
  read_node_kv: [ONE],
  list_attributes: [{}],
  set_attribute: [
    { ...SEVERAL, key: 'Mood', value: 'calm' },
    { ...SEVERAL, key: 'Mood' },
  ],
  update_attribute_table: [{ create_nodes: [{ title: 'Row' }], cells: [{ node: NODE, ...PAIR }] }],
  rename_attribute: [{ key: 'Age', new_key: 'Years' }],
  remove_node_kv: [{ ...ONE, keys: ['Years'] }],
  write_text: [{ ...ONE, text: 'It rained all night.' }],
  read_text: [ONE],
  search_story: [{ query: 'rain' }],
  read_node: [ONE],
  generate_image: [{ ...ONE, prompt: 'rain' }],
  list_images: [ONE],
  list_versions: [
    { ...ONE, capability: 'text' },
    { ...ONE, capability: 'node' },
  ],
  compare_versions: [
    { ...ONE, capability: 'text', from: 1, to: 2 },
    { ...ONE, capability: 'text', to: 1 },
    { ...ONE, capability: 'image', to: 1 },
  ],
  adopt_version: [{ ...ONE, capability: 'text', number: 1 }],
  check_story: [{}],
  play_story: [{}],
  group_nodes: [{ ...SEVERAL, title: 'Both' }],
  fit_groups: [{ groups: ['Both'] }],
  fold_groups: [{ groups: ['Both'], folded: true }],
  ungroup: [{ group: 'Both' }],
  remove_node: [{ node: 'n05' }],
  remove_nodes: [{ nodes: ['n02'] }],
  list_steps: [{}],
  story_history: [{}],
  undo: [{}],
  redo: [{}],
}

describe('the fake program', () => {
  it('is checked against the schemas for every tool', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(fakeToolNames().toSorted())
  })

  it('returns answers that match the output schemas', async () => {
    const bridge = new FakeBridge(smallStory())
    for (const [name, calls] of Object.entries(CALLS)) {
      const fits = ajv.compile(outputs[name] ?? false)
      for (const args of calls) {
        const answer = await bridge.call({ name, args })
        expect(answer.error, name).toBeUndefined()
        fits(answer.result?.data)
        const wrong = fits.errors?.map(
          (it) => `${it.instancePath} ${it.message} ${JSON.stringify(it.params)}`,
        )
        expect(wrong ?? [], name).toEqual([])
      }
    }
  })

  it('is rejected if an answer does not match', () => {
    const fits = ajv.compile(outputs.undo ?? true)
    expect(fits({ count: 1, undone: ['a'] })).toBe(true)
    expect(fits({ count: 1, redone: ['a'] })).toBe(false)
  })
})

function firstLink(): { from: string; to: string; label: string } {
  const [edge] = smallStory().edges.values()
  if (!edge) throw new Error('the small story has no links')
  return { from: edge.from, to: edge.to, label: edge.label }
}

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns)
  if (typeof schema !== 'object' || schema === null) return schema
  const fields = Object.entries(schema).filter(
    ([key, value]) => !(key === 'pattern' && typeof value === 'string'),
  )
  return Object.fromEntries(fields.map(([key, value]) => [key, withoutPatterns(value)]))
}
