/** The notice of a backup that failed. */

import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { FakeBridge, smallStory } from '../bridge/fake/fakeBridge'
import { Session, SessionProvider } from '../document'
import { useBackups, useNotices, useWorkspace } from '../state'
import { startText } from '../text'
import { useBackupNotices } from './useBackupNotices'

startText('en')

test('a backup that failed is told until somebody looks', async () => {
  const bridge = new FakeBridge(smallStory())
  const session = new Session(bridge)
  await session.open()
  useWorkspace.setState({ windowContext: { story: 'k1' } as never })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider value={session}>{children}</SessionProvider>
  )
  renderHook(() => useBackupNotices(), { wrapper })
  const error = { code: 'STORE', message: 'the folder cannot be written' }
  act(() => bridge.emit({ type: 'backup:failed', error } as never))
  const { notice } = useNotices.getState()
  expect(notice).toMatchObject({
    tone: 'bad',
    text: 'The story could not be backed up.',
    hint: 'the folder cannot be written',
    stays: true,
  })
  notice?.action?.perform()
  expect(useBackups.getState().of).toMatchObject({ story: 'k1' })
})
