/** One tool call as it is shown: in the window's language, whatever the program says. */

import { act, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { setLanguage } from '../../../text'
import type { CallEntry } from '../state/reduce'
import { CallCard } from './CallCard'

beforeAll(setUpDom)
afterEach(() => act(() => setLanguage('en')))

test('what the program says was done is shown in its language alone', async () => {
  const call = {
    id: 'c1',
    name: 'rename_node',
    args: {},
    answer: {
      status: 'success',
      ui_schema: { template: 'message', title: 'Renamed Gangway to Plank' },
      result: { module: 'story', method: 'rename', data: {} },
    },
  } as unknown as CallEntry
  await renderWithStory(<CallCard call={call} />)
  screen.getByText('Renamed Gangway to Plank')
  await act(() => setLanguage('zh'))
  screen.getByText('重命名')
  expect(screen.queryByText('Renamed Gangway to Plank')).toBeNull()
})
