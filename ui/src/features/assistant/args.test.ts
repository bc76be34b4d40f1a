/** The form of a call's arguments. */

import { expect, it } from 'vitest'
import { sent, shownFields } from './args'

const ways = (tool: string, args: Record<string, unknown>) =>
  Object.fromEntries((shownFields(tool, args) ?? []).map((it) => [it.field.name, it.way]))

it('edits each field the way its tool takes it', () => {
  expect(ways('generate_image', { prompt: 'Neo' })).toEqual({
    prompt: 'text',
    ratio: 'choice',
    seed: 'number',
    node: 'line',
  })
  expect(ways('set_attribute', { nodes: ['a'], key: 'Age' }).nodes).toBe('list')
  expect(ways('replace_text', { old: 'a', new: 'b' }).all).toBe('boolean')
  expect(ways('update_node_kv', { items: [{ k: 'Age', v: '3' }] }).items).toBe('pairs')
})

it('leaves what no field can hold to JSON', () => {
  expect(ways('arrange_nodes', { places: [{ node: 'a', x: 1, y: 2 }] }).places).toBe('json')
  expect(ways('rename_node', { title: 42, odd: true })).toMatchObject({
    title: 'json',
    odd: 'json',
  })
  expect(shownFields('of_a_newer_program', {})).toBeUndefined()
})

it('shows what must be given or was given, and sends no empty field that may be left out', () => {
  const fields = shownFields('create_node', { title: '', kind: 'place' })
  const at_once = fields?.filter((it) => it.at_once).map((it) => it.field.name)
  expect(at_once).toEqual(['title', 'kind'])
  const args = { title: '', kind: '', x: undefined, y: 0 }
  expect(sent(args, fields)).toEqual({ title: '', y: 0 })
})
