/** The field of a condition or an effect offers what may follow, and saves as every field does. */

import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { a11yViolations, renderWithStory, setUpDom } from '../testing/renderWithStory'
import { RuleInput } from './RuleInput'

beforeAll(setUpDom)

let saved: string[]
beforeEach(() => {
  saved = []
})

const variable = (name: string) => ({ variable: name, values: [], set: 1, read: 0 })
const tools = {
  list_variables: () => ({
    count: 2,
    variables: [variable('gold'), variable('golden_key')],
    may_have_others: false,
  }),
}

async function opened() {
  const save = async (value: string) => {
    saved.push(value)
    return true
  }
  const found = await renderWithStory(
    <RuleInput value="" label="Condition" hint="Always" onChange={save} />,
    { tools },
  )
  return { ...found, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Condition' }) }
}

// The page of the tests shows no popovers.
const hidden = true
const options = () => screen.queryAllByRole('option', { hidden }).map((it) => it.textContent)

test('a variable is taken by arrows and Enter, and Enter alone saves what is written', async () => {
  const { user, field } = await opened()
  await user.type(field, 'go')
  await waitFor(() => expect(options()).toEqual(['gold', 'golden_key']))
  expect(await a11yViolations()).toEqual([])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(field.value).toBe('golden_key')
  expect(options()).toEqual([])
  expect(saved).toEqual([])
  await user.type(field, ' and gold')
  await waitFor(() => expect(options()).toEqual(['golden_key']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saved).toEqual(['golden_key and gold']))
})

test('Escape closes the list first, and the list goes when the caret does', async () => {
  const { user, field } = await opened()
  await user.type(field, 'go')
  await waitFor(() => expect(options()).not.toEqual([]))
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(field.value).toBe('go')
  await user.type(field, 'l')
  await waitFor(() => expect(options()).not.toEqual([]))
  await user.keyboard('{ArrowLeft}')
  expect(options()).toEqual([])
  await user.keyboard('{ArrowRight}d')
  await waitFor(() => expect(options()).not.toEqual([]))
  await user.tab()
  expect(options()).toEqual([])
  await waitFor(() => expect(saved).toEqual(['gold']))
})

test('after a function that asks for a title, the titles are offered', async () => {
  const { user, field, session } = await opened()
  const nodes = [...session.mirror.nodes.values()]
  const first = nodes.find((it) => it.kind === 'scene')
  const person = nodes.find((it) => it.kind === 'character')
  await user.type(field, 'visited')
  await waitFor(() => expect(options()).toEqual(['visited("")']))
  await user.click(screen.getByRole('option', { name: 'visited("")', hidden }))
  await waitFor(() => expect(options()).toContain(first?.title))
  expect(options()).not.toContain(person?.title)
  await user.click(screen.getByRole('option', { name: first?.title ?? '', hidden }))
  expect(field.value).toBe(`visited("${first?.title}")`)
})
