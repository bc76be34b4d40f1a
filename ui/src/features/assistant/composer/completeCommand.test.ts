/** Completions of slash commands. */

import { expect, it } from 'vitest'
import { commands } from '../../../generated/commands'
import { completions } from './completeCommand'

const lines = (of: string) => completions(of).map((it) => it.line)

it('offers commands by any part of their name, best matches first', () => {
  expect(lines('/undo')[0]).toBe('/undo ')
  expect(lines('/rename_n')).toEqual(['/rename_node '])
  expect(lines('/attribute')).toContain('/rename_attribute ')
  expect(lines('/no_such_command')).toEqual([])
  expect(lines('hello')).toEqual([])
})

it('offers commands by aliases, in both languages', () => {
  expect(lines('/改名')[0]).toBe('/rename_node ')
  expect(lines('/续写')[0]).toBe('/append_text ')
  expect(lines('/存档')[0]).toBe('/create_snapshot ')
  expect(lines('/snapshot')).toContain('/create_snapshot ')
  expect(lines('/word_count')).toEqual(['/statistics ', '/progress '])
  expect(completions('/改名')[0]?.called).toBe('改名')
  expect(completions('/undo')[0]?.called).toBeUndefined()
})

it('offers own prompts before the commands, and takes their words as the message', () => {
  const prompts = {
    'Show, don’t tell': 'Feelings show in actions.',
    慢一点: '写得更慢。',
    'Undo haste': 'Slower.',
  }
  const first = (line: string) => completions(line, undefined, prompts)[0]
  expect(first('/')).toMatchObject({ label: 'Show, don’t tell', line: 'Feelings show in actions.' })
  expect(first('/tell')?.label).toBe('Show, don’t tell')
  expect(first('/一点')?.label).toBe('慢一点')
  expect(first('/undo')?.label).toBe('/undo')
  expect(first('/und')?.label).toBe('Undo haste')
})

it('lists every command with its fields', () => {
  const all = completions('/')
  expect(all.length).toBe(commands.length)
  const rename = all.find((it) => it.line === '/rename_node ')
  expect(rename?.takes).toBe('title [node] [rewrite_links] [rewrite_mentions] [alias_key]')
  expect(all.find((it) => it.line === '/update_node_kv ')?.takes).toBe('key=value… [node]')
})

it('offers the fields not yet given, then the values of one', () => {
  expect(lines('/create_node ')).toContain('/create_node title=')
  expect(lines('/create_node title=Fog k')).toEqual(['/create_node title=Fog kind='])
  expect(lines('/create_node title=Fog t')).toEqual(['/create_node title=Fog text='])
  expect(lines('/generate_image fog ratio=16')).toEqual(['/generate_image fog ratio=16:9 '])
  expect(lines('/no_such_tool ')).toEqual([])
})

it('offers titles for node fields, quoted if they have spaces', () => {
  const titles = () => ['Upper Deck', 'Gangway', 'The Deck', '机舱']
  const found = (of: string) => completions(of, titles).map((it) => it.line)
  expect(found('/link_nodes to=deck')).toEqual([
    '/link_nodes to="Upper Deck" ',
    '/link_nodes to="The Deck" ',
  ])
  expect(found('/link_nodes to="up')).toEqual(['/link_nodes to="Upper Deck" '])
  expect(found('/link_nodes to=机')).toEqual(['/link_nodes to=机舱 '])
  expect(found('/link_nodes to=')).toHaveLength(4)
  expect(completions('/link_nodes to=deck')).toEqual([])
})
