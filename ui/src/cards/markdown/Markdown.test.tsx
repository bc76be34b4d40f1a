/** Markdown is rendered in full, links to cards, and loads nothing. */

import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useSelection } from '../../document'
import { a11yViolations, renderWithStory, setUpDom } from '../testing/renderWithStory'
import { Markdown, type OutsideLinkComponent } from './Markdown'

beforeAll(setUpDom)
beforeEach(() => useSelection.getState().clear())

const outsideLink: OutsideLinkComponent = ({ address, children }) => (
  <a href={address}>{children}</a>
)

const drawn = async (text: string) => {
  const { user } = await renderWithStory(
    <div data-testid="box">
      <Markdown text={text} outsideLink={outsideLink} />
    </div>,
  )
  return { box: screen.getByTestId('box').firstElementChild as HTMLElement, user }
}

test('a table keeps its header, column alignment and empty cells', async () => {
  await drawn('| Who | Age |\n|---|---:|\n| **Mara** | 34 |\n| | 7 |\n')
  const table = within(screen.getByRole('table'))
  const rows = table
    .getAllByRole('row')
    .map((row) => [...row.children].map((it) => `${it.tagName} ${it.textContent}`))
  expect(rows).toEqual([
    ['TH Who', 'TH Age'],
    ['TD Mara', 'TD 34'],
    ['TD ', 'TD 7'],
  ])
  expect(table.getByText('34').dataset.align).toBe('right')
  expect(await a11yViolations()).toEqual([])
})

test('lists can be nested, and keep their start number', async () => {
  const { box } = await drawn('3. three\n   - a\n   - b\n4. four\n\n- [x] done\n- [ ] open')
  expect(box.querySelector('ol')?.start).toBe(3)
  expect(
    [...box.querySelectorAll('ol > li')].map((it) => it.querySelector('p')?.textContent),
  ).toEqual(['three', 'four'])
  expect([...box.querySelectorAll('ol > li ul li')].map((it) => it.textContent)).toEqual(['a', 'b'])
  expect(box.lastElementChild?.textContent).toBe('☑ done☐ open')
})

test('headings, rules, quotes, code and emphasis are rendered', async () => {
  const text =
    '# One\n\n## Two\n\na **b** *c* ~~d~~ `e*f*`\\* &amp; 中**文**字\nnext\n\n---\n\n> said\n\n```js\nx()\n'
  const { box } = await drawn(text)
  expect([...box.children].map((it) => it.tagName)).toEqual([
    'H3',
    'H4',
    'P',
    'HR',
    'BLOCKQUOTE',
    'PRE',
  ])
  expect(box.querySelector('h3')?.textContent).toBe('One')
  expect(box.querySelector('p')?.textContent).toBe('a b c d e*f** & 中文字\nnext')
  expect(['strong', 'em', 's', 'code'].map((it) => box.querySelector(it)?.textContent)).toEqual([
    'b',
    'c',
    'd',
    'e*f*',
  ])
  expect(box.querySelector('pre')?.textContent).toContain('x()')
})

test('a named card can be opened; an unknown title is plain text', async () => {
  const { user } = await drawn('See [[the night ferry]] and [[go->Nowhere]], `[[code]]`.')
  const links = screen.getAllByRole('button')
  expect(links).toHaveLength(1)
  screen.getByText(/and go, /)
  await user.click(screen.getByRole('button', { name: 'Open The night ferry' }))
  expect(useSelection.getState().focused).toBe('n01')
})

test('web addresses open outside; script addresses are not links', async () => {
  await drawn(
    '[site](https://a.b/c) https://d.e <f@g.h> [bad](javascript:alert(1)) [file](file:///etc)',
  )
  expect(screen.getAllByRole('link').map((it) => it.getAttribute('href'))).toEqual([
    'https://a.b/c',
    'https://d.e',
    'mailto:f@g.h',
  ])
  screen.getByText(/bad/)
})

test('nothing is loaded: pictures show their description, and HTML is text', async () => {
  const { box } = await drawn(
    '![a cat](https://a.b/c.png) <img src=x onerror=y>\n\n<script>z()</script>',
  )
  expect(box.querySelector('img, script')).toBeNull()
  expect(screen.getByRole('link', { name: 'a cat' })).toHaveProperty('href', 'https://a.b/c.png')
  expect(box.textContent).toContain('<img src=x onerror=y>')
  expect(box.textContent).toContain('<script>z()</script>')
})
