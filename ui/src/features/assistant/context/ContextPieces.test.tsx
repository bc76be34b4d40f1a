/** Pieces of the story beside what a model was shown: named in the window's language. */

import { act, screen } from '@testing-library/react'
import { afterEach, beforeAll, test } from 'vitest'
import { renderWithStory, setUpDom } from '../../../cards/testing/renderWithStory'
import { setLanguage } from '../../../text'
import { ContextPieces } from './ContextPieces'
import { parseShownContext } from './shownContext'

beforeAll(setUpDom)
afterEach(() => act(() => setLanguage('en')))

test('what is no card is named in the window’s language', async () => {
  const shown = parseShownContext({
    thread: 'thread-1',
    story: [{ node: null, title: 'the way here', reason: 'the path so far', text: 'A → B' }],
  })
  await renderWithStory(<ContextPieces shown={shown} onChosen={() => undefined} />)
  screen.getByText('Path to here')
  await act(() => setLanguage('zh'))
  screen.getByText('到此的路径')
})
