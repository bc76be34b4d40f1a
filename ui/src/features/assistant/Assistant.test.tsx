/** What the person does and sees in the conversation, and which calls result. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../bridge'
import { dataChanged, type FakeBridge, FakeError } from '../../bridge/fake/fakeBridge'
import { useSelection } from '../../document'
import { useDraftsToReview, useWorkspace } from '../../state'
import { openAssistant } from './testing'

/** Another change of the story is told. */
function changed(bridge: FakeBridge) {
  bridge.emit(dataChanged({ number: 9 }))
}

describe('the composer', () => {
  it('Enter sends a message about the selected node, but not during a composition', async () => {
    const { field, sent, user } = await openAssistant()
    act(() => useSelection.getState().select(['n01']))
    await user.type(field, '画一张图{Shift>}{Enter}{/Shift}快')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(sent('send_message')).toEqual([])
    await user.type(field, '{Enter}')
    const request = { text: '画一张图\n快', autonomy: 'adopt', node: 'n01' }
    expect(sent('send_message')).toEqual([request])
  })

  it('omits the node after its chip is removed', async () => {
    const { field, sent, user } = await openAssistant()
    act(() => useSelection.getState().select(['n01']))
    await user.click(screen.getByRole('button', { name: 'Leave out The night ferry' }))
    await user.type(field, 'undo{Enter}')
    expect(sent('send_message')).toEqual([{ text: 'undo', autonomy: 'adopt' }])
  })

  it('sends the chosen autonomy, and continues the same conversation', async () => {
    const { bridge, field, sent, user } = await openAssistant()
    await user.click(screen.getByRole('button', { name: /Apply/ }))
    await user.click(await screen.findByRole('menuitem', { name: /Review/ }))
    await user.type(field, 'one{Enter}')
    await act(async () => bridge.end())
    await user.type(field, 'two{Enter}')
    expect(sent('send_message')).toEqual([
      { text: 'one', autonomy: 'review' },
      { text: 'two', autonomy: 'review', thread: 'c1' },
    ])
  })

  it('stops the running turn', async () => {
    const { field, sent, user } = await openAssistant()
    await user.type(field, 'go{Enter}')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(sent('cancel_turn')).toEqual([{ turn: 't1' }])
  })

  it('runs a line with a slash as a turn of the conversation', async () => {
    const { bridge, field, sent, user } = await openAssistant()
    await user.type(field, '/search fog{Enter}')
    expect(sent('run_slash_command')).toEqual([{ line: '/search fog' }])
    const began = { type: 'turn_began', turn: 'c1', thread: 'th9', node: null } as const
    act(() => bridge.emit({ ...began, instruction: '/search fog' }))
    const output: Answer = {
      tool_name: 'search_story',
      tool_call_id: 'c',
      tool_call_args: { words: 'fog' },
      status: 'success',
      result: { module: 'search', method: 'find', data: { count: 2 } },
    }
    act(() => bridge.emit({ type: 'tool_answered', turn: 'c1', output }))
    const card = await screen.findByRole('group', { name: 'Search the story' })
    expect(within(card).getByText('count')).toBeTruthy()
    expect(screen.getByRole('article', { name: '/search fog' })).toBeTruthy()
  })

  it('returns an unparsable command line to the composer', async () => {
    const { bridge, field, user } = await openAssistant()
    const error = { code: 'UNKNOWN_ACTION' as const, message: 'there is no command /no_such_tool' }
    const nothing = { tool_name: '', tool_call_id: '', tool_call_args: {} }
    bridge.slash = { ...nothing, status: 'failure', error }
    await user.type(field, '/no_such_tool{Enter}')
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('/no_such_tool'))
    expect(screen.getByRole('alert').textContent).toContain(error.message)
  })

  it('puts an example into the field', async () => {
    const { field, user } = await openAssistant()
    await user.click(await screen.findByRole('button', { name: /^Make a portrait of / }))
    expect((field as HTMLTextAreaElement).value).toMatch(/^Make a portrait of \S/)
  })
})

describe('a turn', () => {
  it('lists its changes, which can be opened, compared and undone', async () => {
    const step = { turn: 't1', changes: [7, 8], reasons: [], undone: false }
    const { bridge, field, sent, user } = await openAssistant({
      list_steps: () => ({ steps: [step] }),
      compare_versions: () => ({
        from: 2,
        to: 3,
        same: false,
        lines: [{ name: 'Age', before: '3', after: '4' }],
      }),
      undo: () => {
        step.undone = true
        return { count: 2, undone: [] }
      },
    })
    await user.type(field, 'rename{Enter}')
    const output: Answer = {
      tool_name: 'update_node_kv',
      tool_call_id: 'a',
      tool_call_args: {},
      status: 'success',
      change: 7,
      wrote: [
        {
          node: 'n01',
          title: 'The night ferry',
          capability: 'kv',
          version: { id: 'v', number: 3 },
        },
      ],
      ui_schema: {
        template: 'attributes',
        title: 'Attributes',
        fields: { items: [{ k: 'Name', v: 'Neo' }] },
      },
    }
    await act(async () => {
      bridge.emit({ type: 'tool_answered', turn: 't1', output })
      bridge.end()
    })
    const card = screen.getByRole('group', { name: 'Set attributes' })
    expect(card.textContent).toContain('attributes · version 3')
    expect(within(card).getByText('Neo')).toBeTruthy()
    await user.click(within(card).getByRole('button', { name: 'Open The night ferry' }))
    expect(useSelection.getState().focused).toBe('n01')
    await user.click(within(card).getByRole('button', { name: 'Show changes' }))
    const compared = await within(card).findByRole('region', { name: /^Changes to/ })
    expect(compared.textContent).toContain('version 2 → 3')
    expect((await within(compared).findByRole('row', { name: 'Age 3 4' })).textContent).toBe(
      'Age34',
    )
    expect(sent('compare_versions')).toEqual([{ node: 'n01', capability: 'kv', from: 2, to: 3 }])
    await user.click(await within(card).findByRole('button', { name: 'Undo this' }))
    expect(sent('undo')).toEqual([{ change: 7, alone: true }])
    await user.click(screen.getByRole('button', { name: 'Undo all of this' }))
    expect(sent('undo')).toEqual([{ change: 7, alone: true }, { turn: 't1' }])
    act(() => changed(bridge))
    expect(await screen.findAllByText('Undone.')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  it('shows a question in place, where it is answered', async () => {
    const { bridge, container, field, sent, user } = await openAssistant({
      answer_request: () => ({}),
    })
    await user.type(field, 'paint{Enter}')
    const question = {
      call_id: 'a',
      tool: 'generate_image',
      impact: 'spend' as const,
      args: { prompt: 'Neo' },
      text: '',
    }
    act(() => bridge.emit({ type: 'asked', turn: 't1', question }))
    expect((await axe.run(container)).violations).toEqual([])
    await user.type(screen.getByRole('textbox', { name: /instead/ }), 'in oil')
    await user.click(screen.getByRole('button', { name: 'No' }))
    const no = { call_id: 'a', turn: 't1', answer: 'reject', message: 'in oil' }
    expect(sent('answer_request')).toEqual([no])
  })

  it('accepts edited arguments, and shows what is wrong with them', async () => {
    let refuse = true
    const { bridge, container, field, sent, user } = await openAssistant({
      answer_request: () => {
        if (refuse) throw new FakeError('INVALID_ACTION_INPUT', 'ratio: no such ratio', 'try 1:1')
        return {}
      },
    })
    await user.type(field, 'paint{Enter}')
    const question = {
      call_id: 'a',
      tool: 'generate_image',
      impact: 'spend' as const,
      args: { prompt: 'Neo' },
      text: '',
    }
    act(() => bridge.emit({ type: 'asked', turn: 't1', question }))
    await user.click(screen.getByRole('button', { name: 'Edit…' }))
    const prompt = screen.getByRole('textbox', { name: 'Description' })
    expect(document.activeElement).toBe(prompt)
    expect((await axe.run(container)).violations).toEqual([])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Edit…' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ' in oil')
    await user.click(screen.getByRole('button', { name: 'Yes, with my edits' }))
    expect((await screen.findByRole('alert')).textContent).toContain('no such ratio')
    refuse = false
    await user.click(screen.getByRole('button', { name: 'Yes, with my edits' }))
    const yes = { call_id: 'a', turn: 't1', answer: 'approve', args: '{"prompt":"Neo in oil"}' }
    expect(sent('answer_request')).toEqual([yes, yes])
  })

  it('is restored with its question after a reload', async () => {
    const question = {
      call_id: 'a',
      tool: 'remove_node',
      impact: 'destroy' as const,
      args: { node: 'n01' },
      text: '',
    }
    const working = { turn: 't5', thread: 'c1', node: null, instruction: 'remove it', began: '' }
    const { sent, user } = await openAssistant({
      list_turns: () => ({ turns: [{ ...working, questions: [question] }] }),
      thread_history: () => ({ messages: [] }),
      answer_request: () => ({}),
      cancel_turn: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Always in this conversation' }))
    expect(sent('answer_request')).toEqual([{ call_id: 'a', turn: 't5', answer: 'always' }])
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(sent('cancel_turn')).toEqual([{ turn: 't5' }])
  })

  it('continues after a limit', async () => {
    const { bridge, field, sent, user } = await openAssistant()
    await user.type(field, 'go{Enter}')
    const usage = { input: 12_000, output: 300, cached: 9000 }
    await act(async () => bridge.end({ ending: 'bounded', text: '', usage, can_go_on: true }))
    expect(screen.getByText('12K in (9K cached) · 300 out · price unknown')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(sent('send_message').at(-1)).toMatchObject({ text: 'continue', thread: 'c1' })
  })

  it('shows the paid pictures and the cost', async () => {
    const { bridge, field, user } = await openAssistant()
    await user.type(field, 'paint{Enter}')
    const usage = { input: 900, output: 30, cached: 0 }
    const spent = { usage, pictures: 2, cost: 0.012345 }
    await act(async () => bridge.end({ ending: 'done', text: 'Done.', ...spent }))
    expect(screen.getByText('900 in · 30 out · 2 pictures · cost 0.0123')).toBeTruthy()
  })

  it('says if part of it has no price', async () => {
    const { bridge, field, user } = await openAssistant()
    await user.type(field, 'paint{Enter}')
    const usage = { input: 900, output: 30, cached: 0 }
    const spent = { usage, pictures: 2, cost: 0.04, uncounted: { tokens: true, pictures: 1 } }
    await act(async () => bridge.end({ ending: 'done', text: 'Done.', ...spent }))
    const costText = screen.getByText(/cost 0.04 · some prices unknown/)
    expect(costText.title).toMatch(/Tokens aren’t in the cost.*\n1 picture isn’t/)
  })

  it('shows no cost when nothing was spent', async () => {
    const { bridge, field, user } = await openAssistant()
    await user.type(field, 'look{Enter}')
    await act(async () => bridge.end({ ending: 'done', text: 'Seen.' }))
    expect(screen.getAllByText('Seen.').length).toBeGreaterThan(0)
    expect(screen.queryByText(/price|cost/)).toBeNull()
  })

  it('shows the progress of a call, and can stop that call alone', async () => {
    const { bridge, field, sent, user } = await openAssistant({ cancel_call: () => ({}) })
    await user.type(field, 'paint{Enter}')
    const call = { call_id: 'a', name: 'generate_image', args: {} }
    const run = { run: 17, call: 'a', tool: 'generate_image', origin: null, turn: 't1' }
    act(() => {
      bridge.emit({ type: 'tool_call_began', turn: 't1', ...call })
      const far = { done: 0.42, doing: 'step 8 of 20', ended: false }
      bridge.emit({ type: 'progress', ...run, ...far })
    })
    const bar = screen.getByRole('progressbar', { name: 'step 8 of 20' })
    expect(bar.getAttribute('aria-valuenow')).toBe('42')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(sent('cancel_call')).toEqual([{ run: 17 }])
    act(() => bridge.emit({ type: 'progress', ...run, done: null, doing: null, ended: true }))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('shows its draft and adopts it by node', async () => {
    const piece = (id: string, title: string) => ({
      node: { id, title },
      what: title,
      capability: 'kv',
      base: 1,
      after: 2,
      moved: false,
      difference: { lines: [{ name: 'Age', before: '3', after: '4' }] },
    })
    const pieces = [piece('n01', 'Ferry'), piece('n02', 'Captain')]
    const { bridge, container, field, sent, session, user } = await openAssistant({
      show_draft: () => ({ draft: 'd1', title: '', pieces }),
      adopt_draft: ({ args }) => ({ left: args.nodes ? 1 : 0 }),
    })
    await user.type(field, 'change{Enter}')
    await act(async () => bridge.end({ draft: 'd1' }))
    const goTo = vi.fn()
    useWorkspace.setState({ view: 'text', map: { goTo } as never })
    await user.click(await screen.findByRole('button', { name: 'Show on the map' }))
    expect(session.draft).toBe('d1')
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(['n01', 'n02']))
    expect(useWorkspace.getState().view).toBe('map')
    useWorkspace.setState({ map: undefined })
    expect((await axe.run(container)).violations).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Accept the changes to Captain' }))
    await user.click(screen.getByRole('button', { name: 'Accept all' }))
    expect(sent('adopt_draft')).toEqual([{ draft: 'd1', nodes: ['n02'] }, { draft: 'd1' }])
    expect(await screen.findByText('Accepted.')).toBeTruthy()
    expect(session.draft).toBeUndefined()
  })

  it('counts the drafts of all programs, and shows one on the map without its dialog', async () => {
    const pieces = [{ node: { id: 'n01', title: 'Ferry' }, what: 'Ferry', capability: 'kv' }].map(
      (it) => ({ ...it, base: 1, after: 2, moved: false, difference: { lines: [] } }),
    )
    const { session, user } = await openAssistant({
      list_drafts: () => ({
        drafts: [{ draft: 'd7', title: 'claude', time: '2026-05-02T10:00:00Z', pieces: 1 }],
      }),
      show_draft: () => ({ draft: 'd7', title: 'claude', pieces }),
    })
    const open = await screen.findByRole('button', { name: '1 draft to review' })
    expect(useDraftsToReview.getState().count).toBe(1)
    await user.click(open)
    const dialog = await screen.findByRole('dialog', { name: 'Drafts to review' })
    await user.click(await within(dialog).findByRole('button', { name: 'Show on the map' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(session.draft).toBe('d7')
  })

  it('says why it ended early', async () => {
    const { bridge, field, sent, user } = await openAssistant()
    await user.type(field, 'go{Enter}')
    await act(async () => bridge.end({ ending: 'failed', text: 'The model cannot be reached.' }))
    expect(screen.getByText('The assistant ran into a problem')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(sent('send_message').map((it) => it.text)).toEqual(['go', 'go'])
  })

  it('is restored when the story is opened', async () => {
    const messages = [
      { turn: 't0', role: 'user', content: 'hello' },
      { turn: 't0', role: 'assistant', content: 'Good day.' },
    ]
    await openAssistant({
      list_threads: () => ({ threads: [{ thread: 'c1', title: 'hello', time: '2026-01-01' }] }),
      thread_history: () => ({ messages }),
    })
    expect(await screen.findByText('Good day.')).toBeTruthy()
  })
})

describe('pictures', () => {
  const file = () => new File([new Uint8Array([137, 80])], 'a.png', { type: 'image/png' })
  const clipboard = (...types: string[]) => ({ files: [file()], items: [], types })

  it('are attached by pasting, and shown with the message', async () => {
    const { field, sent, user } = await openAssistant()
    fireEvent.paste(field, { clipboardData: clipboard('Files') })
    await screen.findByRole('img', { name: 'Picture 1' })
    expect(sent('attach_picture')).toEqual([{ content: 'iVA=', encoding: 'base64' }])
    await user.type(field, 'Who is this?{Enter}')
    await waitFor(() => expect(sent('send_message')).toMatchObject([{ pictures: ['aa11'] }]))
    expect(screen.queryByRole('button', { name: 'Remove picture 1' })).toBeNull()
    const turn = within(screen.getByRole('article', { name: 'Who is this?' }))
    turn.getByRole('img', { name: 'Picture 1' })
  })

  it('can be removed, and are not attached when text is pasted with them', async () => {
    const { field, sent, user } = await openAssistant()
    fireEvent.paste(field, { clipboardData: clipboard('text/plain', 'Files') })
    expect(sent('attach_picture')).toEqual([])
    fireEvent.drop(field, { dataTransfer: clipboard('Files') })
    await user.click(await screen.findByRole('button', { name: 'Remove picture 1' }))
    await user.type(field, 'Hello{Enter}')
    await waitFor(() => expect(sent('send_message')).toHaveLength(1))
    expect(sent('send_message')[0]).not.toHaveProperty('pictures')
  })
})
