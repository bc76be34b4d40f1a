/** Folders that are dropped, packed into archives. */

import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { droppedFiles } from './folders'

const words = (text: string) => new File([text], 'x', {})

/** An entry of the file system as browsers describe it; a folder gives its entries one at a time. */
function entry(name: string, content: string | FileSystemEntry[]): FileSystemEntry {
  if (typeof content === 'string') {
    const file = (done: (it: File) => void) => done(words(content))
    return { name, isDirectory: false, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = [...content]
    return { readEntries: (done: (it: FileSystemEntry[]) => void) => done(left.splice(0, 1)) }
  }
  return { name, isDirectory: true, createReader } as unknown as FileSystemEntry
}

function dropped(...entries: FileSystemEntry[]): DataTransfer {
  const items = entries.map((it) => ({ kind: 'file', webkitGetAsEntry: () => it }))
  const files = entries.map((it) => new File(['1'], it.name))
  return { files, items } as unknown as DataTransfer
}

it('packs a folder with all below it that is not hidden, and leaves files as they are', async () => {
  const inner = entry('Data', [entry('content.rtf', '{\\rtf1 雾}'), entry('.DS_Store', 'no')])
  const project = entry('Sea.scriv', [inner, entry('Sea.scrivx', '<Binder/>'), entry('.git', [])])
  const [folder, file] = await droppedFiles(dropped(project, entry('a.txt', 'abc')))
  expect([folder?.name, file?.name]).toEqual(['Sea.scriv.zip', 'a.txt'])
  const packed = unzipSync(new Uint8Array((await folder?.arrayBuffer()) ?? new ArrayBuffer(0)))
  const texts = Object.entries(packed).map(([path, it]) => [path, new TextDecoder().decode(it)])
  expect(Object.fromEntries(texts)).toEqual({
    'Data/content.rtf': '{\\rtf1 雾}',
    'Sea.scrivx': '<Binder/>',
  })
})

it('says that there is nothing in an empty folder', async () => {
  await expect(droppedFiles(dropped(entry('Sea', [])))).rejects.toBe('app-folder-empty')
})
