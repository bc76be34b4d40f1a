/** The file in the answer of an export. */

import { expect, test } from 'vitest'
import { exportedFile } from './saveFile'

test('saves a file for an export, but not for a list of losses', () => {
  const answer = {
    format: 'twee',
    extension: 'twee',
    losses: [],
    encoding: 'text',
    content: ':: A',
  }
  expect(exportedFile('Harbor', answer)).toEqual({
    file_name: 'Harbor.twee',
    content: ':: A',
    encoding: 'text',
  })
  expect(exportedFile('', { ...answer, encoding: 'base64', extension: 'epub' })).toMatchObject({
    file_name: 'Story.epub',
    encoding: 'base64',
  })
  expect(exportedFile('Harbor', { format: 'twee', extension: 'twee', losses: [] })).toBeUndefined()
  expect(exportedFile('Harbor', undefined)).toBeUndefined()
})
