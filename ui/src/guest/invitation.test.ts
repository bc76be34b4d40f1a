/** Invitations as they are sent and pasted. */

import { expect, it } from 'vitest'
import { readInvitation } from './invitation'

it('reads an invitation from the whole address or its end, in any script', () => {
  const end = '#/env/the-last-ferry/human/ann?credential=v4.public.abc_-.x'
  const invitation = {
    environment: 'the-last-ferry',
    name: 'ann',
    credential: 'v4.public.abc_-.x',
  }
  expect(readInvitation(end)).toEqual(invitation)
  expect(readInvitation(`  http://192.168.1.5:7780/${end} `)).toEqual(invitation)
  expect(readInvitation('ws://host/env/%E6%B8%A1/human/安娜')).toEqual({
    environment: '渡',
    name: '安娜',
    credential: '',
  })
})

it('reads nothing else as an invitation', () => {
  for (const text of ['', 'ann', '#/env/x', '/env/x/agent/ann', '/env/%E6/human/ann'])
    expect(readInvitation(text)).toBeUndefined()
})
