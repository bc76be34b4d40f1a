/** Files in and out of a page: read as text where they are text, as base64 where not. */

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
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return { file_name: file.name, content: btoa(text), encoding: 'base64' }
  }
}

/** Hands a file to the browser's downloads. */
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
  // The download has been taken up by then; kept longer, the bytes would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Lets the person choose a file; `undefined` where none was. */
export function chooseFile(): Promise<File | undefined> {
  return new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.addEventListener('change', () => done(input.files?.[0]))
    input.addEventListener('cancel', () => done(undefined))
    input.click()
  })
}
