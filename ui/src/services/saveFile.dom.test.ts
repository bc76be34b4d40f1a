/** The file in the answer of an export. */

import { expect, test } from 'vitest'
import { exportedFile } from './saveFile'

test('an export has a file, and a look at what would be lost has none', () => {
  const told = { format: 'twee', extension: 'twee', losses: [], encoding: 'text', content: ':: A' }
  expect(exportedFile('Harbor', told)).toEqual({
    file_name: 'Harbor.twee',
    content: ':: A',
    encoding: 'text',
  })
  expect(exportedFile('', { ...told, encoding: 'base64', extension: 'epub' })).toMatchObject({
    file_name: 'Story.epub',
    encoding: 'base64',
  })
  expect(exportedFile('Harbor', { format: 'twee', extension: 'twee', losses: [] })).toBeUndefined()
  expect(exportedFile('Harbor', undefined)).toBeUndefined()
})
