/** Folders that a page is given, as archives: chosen in a dialog, or dropped among other files. */

/** The program reads no more bytes than this. */
const MAX_BYTES = 256 * 2 ** 20
const MAX_FILES = 100_000

/** A file of a folder, with its path below that. */
interface FolderFile {
  path: string
  file: File
}

/** Lets the person choose a folder, and packs it; nothing if cancelled. */
export function chooseFolder(): Promise<File | undefined> {
  return new Promise((done, fail) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      const [name] = files[0]?.webkitRelativePath.split('/') ?? []
      const below = files.map((file) => ({
        path: file.webkitRelativePath.split('/').slice(1).join('/'),
        file,
      }))
      if (name === undefined) done(undefined)
      else packed(name, below).then(done, fail)
    })
    input.addEventListener('cancel', () => done(undefined))
    input.click()
  })
}

/** The files that were dropped, each folder as an archive. To be called while the drop is handled. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const files = [...data.files]
  // What was dropped can be asked about only until the event is over.
  const entries = [...data.items]
    .filter((it) => it.kind === 'file')
    .map((it) => it.webkitGetAsEntry?.() ?? null)
  return Promise.all(
    files.map(async (file, at) => {
      const entry = entries[at]
      return entry?.isDirectory ? packed(entry.name, await filesIn(entry, '')) : file
    }),
  )
}

/** All files below a folder. */
async function filesIn(folder: FileSystemEntry, below: string): Promise<FolderFile[]> {
  const reader = (folder as FileSystemDirectoryEntry).createReader()
  const found: FolderFile[] = []
  for (;;) {
    // A reader gives some at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    )
    if (entries.length === 0) return found
    for (const entry of entries) {
      const path = below + entry.name
      if (isHidden(path)) continue
      if (entry.isDirectory) found.push(...(await filesIn(entry, `${path}/`)))
      else found.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
      if (found.length > MAX_FILES) throw 'app-folder-large'
    }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((done, fail) => entry.file(done, fail))

/** Whether it is for programs alone, such as the folder of a repository. */
const isHidden = (path: string) => path.split('/').some((it) => it.startsWith('.'))

async function packed(name: string, files: readonly FolderFile[]): Promise<File> {
  const shown = files.filter((it) => !isHidden(it.path))
  const length = shown.reduce((sum, it) => sum + it.file.size, 0)
  // Said by its key among the words of the window.
  if (shown.length > MAX_FILES || length > MAX_BYTES) throw 'app-folder-large'
  if (shown.length === 0) throw 'app-folder-empty'
  const { zipSync } = await import('fflate')
  const contents: Record<string, Uint8Array> = {}
  for (const { path, file } of shown) contents[path] = new Uint8Array(await file.arrayBuffer())
  // It goes to a program on the same machine: packing it smaller would only take time.
  return new File([zipSync(contents, { level: 0 })], `${name}.zip`)
}
