/** A playthrough by keyboard: choices, back, variables, and what happens when the story changes. */

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeBridge } from '../../bridge/fake/fakeBridge'
import { renderWithStory } from '../../cards/testing/renderWithStory'
import { Session, SessionProvider } from '../../document'
import { TooltipProvider } from '../../kit'
import { useDock } from '../../state'
import { startText } from '../../text'
import { PlayPanel } from './PlayPanel'
import {
  changedVariables,
  formatState,
  type Playthrough,
  playedPath,
  typed,
  written,
} from './playthrough'

startText('en')

beforeEach(() => {
  localStorage.clear()
  act(() => useDock.getState().playFrom())
})

async function open() {
  const bridge = new FakeBridge()
  const session = new Session(bridge)
  await session.open()
  render(
    <TooltipProvider>
      <SessionProvider value={session}>
        <PlayPanel />
      </SessionProvider>
    </TooltipProvider>,
  )
  const title = (await screen.findByRole('heading', { level: 3 })).textContent ?? ''
  return { bridge, title }
}

const page = () => screen.getByRole('article')
const heading = () => screen.getByRole('heading', { level: 3 }).textContent

describe('a playthrough', () => {
  it('continues by number, goes back by Backspace, and marks its place on the map', async () => {
    const { title } = await open()
    fireEvent.keyDown(page(), { key: '1' })
    await waitFor(() => expect(heading()).not.toBe(title))
    expect(useDock.getState().visits?.counts.size).toBe(2)
    fireEvent.keyDown(page(), { key: 'Backspace' })
    await waitFor(() => expect(heading()).toBe(title))
  })

  it('shows where the path breaks after an edit', async () => {
    const { bridge } = await open()
    const edge = [...bridge.story.edges.values()].find((it) => it.from === bridge.story.start)
    const first = edge && bridge.story.nodes.get(edge.to)
    fireEvent.keyDown(page(), { key: '1' })
    await waitFor(() => expect(heading()).toBe(first?.title))
    await act(() => bridge.callAs('assistant', { name: 'remove_node', args: { node: first?.id } }))
    const status = (await screen.findByRole('status')).textContent
    expect(status).toContain('step 1')
    expect(status).toContain(`“${edge?.label || first?.title}”`)
  })

  it('takes a variable typed by hand as one more step', async () => {
    await open()
    await userEvent.type(screen.getByLabelText(/Set a variable/), 'gold = 5{Enter}')
    expect(await screen.findByDisplayValue('5')).toBeTruthy()
    const set = screen.getByRole('button', { name: 'gold = 5' })
    expect(set.getAttribute('aria-current')).toBe('step')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByDisplayValue('5')).toBeNull())
  })

  it('keeps keyboard focus after a choice was taken by mouse', async () => {
    const { title } = await open()
    await userEvent.click(screen.getAllByRole('button', { name: /^1 ?/ })[0] as HTMLElement)
    await waitFor(() => expect(heading()).not.toBe(title))
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(heading()).toBe(title))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(heading()).not.toBe(title))
  })

  it('starts at a bookmark by name, without its path', async () => {
    await open()
    fireEvent.keyDown(page(), { key: '1' })
    await waitFor(() => expect(useDock.getState().visits?.counts.size).toBe(2))
    const kept = heading()
    await userEvent.type(screen.getByLabelText('Bookmark name'), 'Midway{Enter}')
    await userEvent.click(screen.getByRole('button', { name: /Start right at “Midway”/ }))
    await waitFor(() => expect(useDock.getState().visits?.counts.size).toBe(1))
    expect(heading()).toBe(kept)
  })

  it('takes the way back of an imported passage by its number, going on or undoing', async () => {
    const node = (id: string) => ({ id, title: id })
    const choice = { step: 'e1', edge: 'e1', label: 'In', to: node('Inn'), open: true }
    for (const [step, after] of [
      ['return', ['e1', 'return']],
      ['undo', []],
    ] as const) {
      const asked: unknown[] = []
      const { unmount } = await renderWithStory(<PlayPanel />, {
        tools: {
          play_story: ({ args }) => {
            const steps = (args.steps ?? []) as string[]
            asked.push(steps)
            const isIn = steps.at(-1) === 'e1'
            return {
              from: node('Start'),
              node: node(isIn ? 'Inn' : 'Start'),
              kind: 'scene',
              text: '',
              ending: false,
              over: false,
              choices: isIn ? [] : [choice],
              ...(isIn ? { way_back: { label: 'Get up', to: node('Start'), step } } : {}),
              variables: {},
              steps,
              path: [node('Start')],
              visited: [],
            }
          },
        },
      })
      await screen.findByRole('button', { name: /In/ })
      fireEvent.keyDown(page(), { key: '1' })
      await screen.findByRole('button', { name: /Get up/ })
      fireEvent.keyDown(page(), { key: '1' })
      await waitFor(() => expect(heading()).toBe('Start'))
      expect(asked.at(-1)).toEqual(after)
      unmount()
    }
  })

  it('saves a bookmark and starts there again', async () => {
    const { title } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Add bookmark' }))
    fireEvent.keyDown(page(), { key: '1' })
    await waitFor(() => expect(heading()).not.toBe(title))
    const places = screen.getAllByRole('listitem')
    await userEvent.click(places[0]?.querySelector('button') as HTMLElement)
    await waitFor(() => expect(heading()).toBe(title))
  })

  it('restores a bookmark with the path that led there', async () => {
    await open()
    // At the beginning there is no path, and the heading says where one is.
    const path = () => screen.queryByRole('navigation')?.querySelectorAll('button').length ?? 1
    fireEvent.keyDown(page(), { key: '1' })
    await waitFor(() => expect(path()).toBe(2))
    await userEvent.click(screen.getByRole('button', { name: 'Add bookmark' }))
    const kept = heading()
    await userEvent.click(screen.getByRole('button', { name: 'From the beginning' }))
    await waitFor(() => expect(path()).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: kept ?? '' }))
    await waitFor(() => expect([path(), heading()]).toEqual([2, kept]))
  })
})

describe('input and display', () => {
  it('shows the path with variables set by hand, and what a step changed', () => {
    const node = (id: string) => ({ id, title: id })
    const steps = ['e1', 'gold = 5', 'e2']
    const way = playedPath({ from: node('a'), path: [node('a'), node('b'), node('c')], steps })
    expect(way).toEqual([
      { node: node('a'), steps: 0 },
      { node: node('b'), steps: 1 },
      { set: 'gold = 5', steps: 2 },
      { node: node('c'), steps: 3 },
    ])
    const held = (variables: Playthrough['variables']) => ({ variables }) as Playthrough
    const changed = changedVariables(
      held({ gold: 5, met: true, key: 1 }),
      held({ gold: 4, met: true }),
    )
    expect([...changed]).toEqual(['gold', 'key'])
    expect(changedVariables(undefined, held({ gold: 1 })).size).toBe(0)
  })

  it('parses and prints values like the expression language', () => {
    expect(['5', '-2.5', 'true', '"5"', 'key'].map(typed)).toEqual([5, -2.5, true, '5', 'key'])
    expect(written('a "b"')).toBe('"a \\"b\\""')
    expect(formatState({ 金币: 5, met: true })).toBe('金币 = 5; met = true')
  })

  it('takes choices of Ink by their steps, and tells what Ink reports', async () => {
    const node = (id: string) => ({ id, title: id })
    const asked: unknown[] = []
    const reading = (steps: string[]) => ({
      from: node('hall'),
      node: node('hall'),
      kind: 'scene',
      text: 'The hall.',
      ending: false,
      over: false,
      // A choice of a weave has no edge.
      choices: [{ step: '1. Pay = leave', label: 'Pay = leave', open: true }],
      variables: {},
      steps,
      path: [node('hall'), ...steps.map(() => node('yard'))],
      visited: [],
    })
    await renderWithStory(<PlayPanel />, {
      tools: {
        play_story: ({ args }) => {
          const steps = (args.steps ?? []) as string[]
          asked.push(steps)
          return steps.length > 0
            ? { ...reading(steps), errors: ['ran out of content'] }
            : {
                ...reading(steps),
                not_compiled: { language: 'Ink', message: 'Expected }', node: node('cellar') },
              }
        },
      },
    })
    const notice = await screen.findByText(/The Ink of “cellar” has an error.*Expected }/)
    expect(within(notice).getByRole('button', { name: 'Show “cellar”' })).toBeTruthy()
    fireEvent.keyDown(page(), { key: '1' })
    await screen.findByText('The script reports a problem: ran out of content')
    expect(asked.at(-1)).toEqual(['1. Pay = leave'])
    // The step holds an equals sign, and is a choice all the same.
    expect(screen.getByRole('navigation').textContent).toBe('hall›yard')
  })

  it('shows a passage as it is formatted, without link markup', async () => {
    const { bridge } = await open()
    const text =
      'Go [[north->Pier]] or *wait*.\n- [[Stay->Pier]]\n\n[[Leave->Ferry]]\n\n- one\n- two\n\n> Said.'
    await act(() =>
      bridge.callAs('assistant', { name: 'write_text', args: { node: bridge.story.start, text } }),
    )
    await within(page()).findByText('wait')
    expect(within(page()).getByText(/^Go/).textContent).toBe('Go north or wait.')
    expect(
      within(page())
        .getAllByRole('listitem')
        .map((it) => it.textContent),
    ).toEqual(['one', 'two'])
    expect(page().querySelector('blockquote')?.textContent).toBe('Said.')
  })

  it('takes a comment on the sentence that is read, and keys belong to its words', async () => {
    const kept: unknown[] = []
    const { user } = await renderWithStory(<PlayPanel />, {
      tools: {
        add_finding: ({ args }) => {
          kept.push(args)
          return {}
        },
        read_text: () => ({ text: 'It rained. Nobody came.', words: 4, characters: 23 }),
      },
    })
    const title = (await screen.findByRole('heading', { level: 3 })).textContent
    await user.click(screen.getByRole('button', { name: 'Comment on this scene' }))
    const box = await screen.findByRole('region', { name: 'Comment on this scene' })
    within(box).getByText('It rained.')
    await user.type(within(box).getByRole('textbox', { name: 'Your comment' }), '1 too many{Enter}')
    await waitFor(() => expect(kept).toHaveLength(1))
    expect(kept[0]).toMatchObject({ passage: 'It rained.', character: 1, says: '1 too many' })
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Comment/ })).toBeNull())
    expect(heading()).toBe(title)
  })
})
