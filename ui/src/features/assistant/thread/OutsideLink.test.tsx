/** A web address in an answer opens in the browser, which learns nothing of the story from it. */

import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { OutsideLink } from './OutsideLink'

beforeAll(setUpDom)

test('a link opens a page of its own without a reference to this one', async () => {
  await renderWithStory(<OutsideLink address="https://a.b/c">site</OutsideLink>)
  const link = screen.getByRole('link', { name: 'site' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://a.b/c',
    '_blank',
  ])
  expect(link.getAttribute('rel')).toContain('noopener noreferrer')
})
