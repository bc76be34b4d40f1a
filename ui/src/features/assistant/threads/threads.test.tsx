/** The list of all conversations: found by words, renamed, deleted after a question. */

import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { a11yViolations, setUpDom } from '../../../cards/testing/renderWithStory'
import { useConversation } from '../state/conversation'
import { openAssistant } from '../testing'

beforeAll(setUpDom)

const thread = (id: string, title: string) => ({
  thread: id,
  title,
  node: null,
  time: '2026-01-01T00:00:00Z',
  owner: 'local',
})

/** Opens the dialog over fourteen conversations; only `c2` speaks of a murder. */
async function openThreads() {
  let threads = Array.from({ length: 14 }, (_, at) => thread(`c${at}`, `Talk ${at}`))
  const opened = await openAssistant({
    list_threads: ({ args }) => ({
      threads: args.words === 'murder' ? threads.filter((it) => it.thread === 'c2') : threads,
    }),
    thread_history: ({ args }) => ({ thread: args.thread, messages: [] }),
    list_turns: () => ({ turns: [] }),
    rename_thread: ({ args }) => {
      threads = threads.map((it) =>
        it.thread === args.thread ? { ...it, title: String(args.title) } : it,
      )
      return { thread: args.thread, title: args.title }
    },
    delete_thread: ({ args }) => {
      threads = threads.filter((it) => it.thread !== args.thread)
      return { thread: args.thread, count: threads.length }
    },
  })
  const { user } = opened
  await waitFor(() => expect(useConversation.getState().thread).toBe('c0'))
  await user.click(screen.getByRole('button', { name: 'Earlier conversations' }))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(13)
  await user.click(screen.getByRole('menuitem', { name: 'All conversations…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Conversations' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(14)
  return { ...opened, dialog }
}

test('a conversation is found by what was said in it, and opened', async () => {
  const { user, dialog } = await openThreads()
  expect(await a11yViolations()).toEqual([])
  const filter = within(dialog).getByRole('searchbox')
  await user.type(filter, 'murder')
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1))
  await user.click(within(dialog).getByRole('button', { name: 'Talk 2' }))
  expect(useConversation.getState().thread).toBe('c2')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a conversation is renamed in its row; Escape leaves its title and the dialog open', async () => {
  const { user, dialog } = await openThreads()
  await user.click(within(dialog).getByRole('button', { name: 'Rename “Talk 3”' }))
  const field = within(dialog).getByRole('textbox', { name: 'New title for “Talk 3”' })
  await user.clear(field)
  await user.type(field, 'The culprit{Enter}')
  await within(dialog).findByRole('button', { name: 'The culprit' })
  await user.click(within(dialog).getByRole('button', { name: 'Rename “The culprit”' }))
  await user.keyboard('x{Escape}')
  within(dialog).getByRole('button', { name: 'The culprit' })
})

test('the conversation that is shown is deleted after a question, and left', async () => {
  const { user, dialog } = await openThreads()
  await user.click(within(dialog).getByRole('button', { name: 'Delete “Talk 0”' }))
  const question = within(dialog).getByRole('group', { name: 'Delete “Talk 0”?' })
  expect(await a11yViolations()).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(14)
  await user.click(within(dialog).getByRole('button', { name: 'Delete “Talk 0”' }))
  const again = within(dialog).getByRole('group', { name: 'Delete “Talk 0”?' })
  await user.click(within(again).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(13))
  expect(useConversation.getState().thread).toBeUndefined()
})
