/** The writing page of the settings: changes apply to the prose at once, and are saved. */

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useWriting } from '../../cards'
import { a11yViolations, setUpDom } from '../../cards/testing/renderWithStory'
import { WritingPage } from './WritingPage'

beforeEach(() => {
  setUpDom()
  localStorage.clear()
})

test('font, size and typing habits apply at once and are saved on this machine', async () => {
  render(<WritingPage />)
  const user = userEvent.setup()
  const look = (name: string) => document.documentElement.style.getPropertyValue(name)
  await user.click(screen.getByRole('radio', { name: 'Sans serif' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Size' }), '20 px')
  await user.click(screen.getByRole('checkbox', { name: 'Indent paragraphs' }))
  await user.type(screen.getByRole('textbox', { name: 'Words per day' }), '5x00')
  expect([look('--prose-family'), look('--prose-size'), look('--prose-indent')]).toEqual([
    'var(--font-ui)',
    '20px',
    '1.5em',
  ])
  expect(useWriting.getState().goal).toBe(500)
  expect(JSON.parse(localStorage.getItem('storyteller-writing') ?? '')).toMatchObject({
    font: 'sans',
    size: 20,
    indent: true,
    goal: 500,
  })
  expect(await a11yViolations()).toEqual([])
})
