/** Reading and downloading files in a page: text as text, everything else as base64. */

export interface PageFile {
  file_name: string
  content: string
  encoding: 'text' | 'base64'
}

export async function readFile(file: File): Promise<PageFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { file_name: file.name, content, encoding: 'text' }
  } catch {
    return { file_name: file.name, content: encoded(bytes), encoding: 'base64' }
  }
}

/** Passes a file to the browser's downloads. */
export function download({ file_name, content, encoding }: PageFile): void {
  const bytes =
    encoding === 'base64'
      ? Uint8Array.from(atob(content), (it) => it.codePointAt(0) ?? 0)
      : new TextEncoder().encode(content)
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  // The download has started by then; keeping the URL longer would keep the bytes in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The bytes of a file as base64. */
export async function base64Of(file: File): Promise<string> {
  return encoded(new Uint8Array(await file.arrayBuffer()))
}

function encoded(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/** The options of a file picker: the accepted types, one file or several. */
interface Choice {
  /** Types and extensions, as in an input's `accept`; all by default. */
  accept?: string
  many?: boolean
}

/** Lets the person choose files; none if cancelled. */
export function chooseFiles({ accept, many }: Choice = {}): Promise<readonly File[]> {
  return new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = many === true
    if (accept) input.accept = accept
    input.addEventListener('change', () => done([...(input.files ?? [])]))
    input.addEventListener('cancel', () => done([]))
    input.click()
  })
}
