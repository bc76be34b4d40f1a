/** What is said when an edited document has been brought in. */

import { beforeEach, expect, test } from 'vitest'
import { FakeBridge, smallStory } from '../../bridge/fake/fakeBridge'
import { Session } from '../../document'
import { useNotices } from '../../state'
import { startText, t } from '../../text'
import { bringInEdits } from './bringInEdits'

startText('en')
beforeEach(() => useNotices.setState({ notice: undefined }))

test('what was left out of the document is told, the first of it in words', async () => {
  const warning = (line: number) => ({ line, what: 'other', parts: {}, message: `picture ${line}` })
  const report = {
    changed: [],
    count: 0,
    unchanged: 4,
    added: 0,
    removed: 0,
    comments: 0,
    conflicts: 0,
    missing: [],
    unknown: 0,
    warnings: [1, 2, 3, 4, 5].map(warning),
  }
  const session = new Session(new FakeBridge(smallStory(), { import_edits: () => report }))
  await session.open()
  const file = { file_name: 'a.docx', content: '', encoding: 'base64' as const }
  const words = { t, warningText: (it: { message: string }) => `${it.message}.` }
  await bringInEdits(session, words, file)
  const { notice } = useNotices.getState()
  expect(notice?.text).toBe('Nothing was changed in the file.')
  expect(notice?.hint).toBe('picture 1. picture 2. picture 3. And 2 more.')
})
