/** Clipboard content round-trips, and content of other programs is only text. */

import { describe, expect, it } from 'vitest'
import {
  type ClipboardContent,
  clipboardFromText,
  parseClipboardFile,
  plain,
  storyFileInHtml,
  toHtml,
} from './clipboardFormat'

const piece: ClipboardContent = {
  format: 'storyteller-story',
  version: 1,
  id: 's',
  title: 'Ferry',
  nodes: [
    {
      id: 'a',
      title: '码头 <b>',
      kind: 'scene',
      layout: { x: 0, y: 0 },
      data: { text: { text: 'One & two.\nStill.\n\nThree "ü".' } },
    },
    { id: 'b', title: 'Empty', kind: 'note', layout: { x: 9, y: 9 } },
  ],
  edges: [],
}

describe('nodes in the clipboard', () => {
  it('round-trips byte for byte and degrades to plain text', () => {
    const file = JSON.stringify(piece)
    const html = toHtml(file, piece)
    expect(storyFileInHtml(`<meta charset="utf-8">${html}`)).toBe(file)
    expect(parseClipboardFile(file)).toEqual(piece)
    expect(html).toContain(
      '<h2>码头 &#60;b&#62;</h2><p>One &#38; two.<br>Still.</p><p>Three &#34;ü&#34;.</p><h2>Empty</h2>',
    )
    expect(plain(piece)).toBe('# 码头 <b>\n\nOne & two.\nStill.\n\nThree "ü".\n\n# Empty')
  })

  it('ignores clipboard content from other programs', () => {
    expect(storyFileInHtml('<p>data-storyteller</p>')).toBeUndefined()
    expect(storyFileInHtml('<div data-storyteller="_wA=">')).toBeUndefined()
    expect(storyFileInHtml('<div data-storyteller="/w==">')).toBeUndefined()
    for (const other of ['', 'null', '{', '[]', '{"format":"storyteller-story"}', '{"nodes":[]}'])
      expect(parseClipboardFile(other)).toBeUndefined()
  })
})

describe('text of another program', () => {
  const read = (text: string) =>
    clipboardFromText(text)?.nodes.map((it) => [it.title, it.data?.text?.text ?? ''])

  it('becomes one node, titled by its first line', () => {
    expect(read('\r\nRain\r\n\r\nIt fell.\r\n')).toEqual([['Rain', 'It fell.']])
    expect(read('雨夜')).toEqual([['雨夜', '']])
    expect(read(' \n')).toBeUndefined()
  })

  it('keeps a long first line complete in its text', () => {
    const long = 'word '.repeat(40).trim()
    const [node] = read(long) ?? []
    expect(node?.[1]).toBe(long)
    expect(node?.[0]).toMatch(/^(word )+word…$/)
    expect(node?.[0]?.length).toBeLessThan(82)
  })

  it('becomes one node for each top-level heading', () => {
    const text = '## One\n\nA.\n\n### Within\n\nB.\n\n## Two\nC # d.'
    expect(read(text)).toEqual([
      ['One', 'A.\n\n### Within\n\nB.'],
      ['Two', 'C # d.'],
    ])
    expect(read(plain(piece))).toEqual([
      ['码头 <b>', 'One & two.\nStill.\n\nThree "ü".'],
      ['Empty', ''],
    ])
  })
})
