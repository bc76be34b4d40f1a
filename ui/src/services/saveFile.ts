/** Saves a file that the program made, with the desktop's dialog or by the browser. */

import { callProgram, type Program } from '../bridge'
import { download, type PageFile } from '../kit'
import { useNotices } from '../state/notices'
import { t } from '../text'

/** Saves a file and says where; false where the person chose no place. */
export async function saveFile(program: Program | undefined, file: PageFile): Promise<boolean> {
  const { show } = useNotices.getState()
  if (!program?.native) {
    download(file)
    show({ tone: 'good', text: t('exchange-downloaded', { name: file.file_name }) })
    return true
  }
  const { path } = await callProgram(program, 'window_save_file', { ...file })
  if (path === null) return false
  show({ tone: 'good', text: t('exchange-saved', { path }) })
  return true
}

/** The file in what `export_story` told; nothing if it told only what would be lost. */
export function exportedFile(title: string, answer: unknown): PageFile | undefined {
  const { extension, content, encoding } = (answer ?? {}) as Partial<Record<string, unknown>>
  if (typeof extension !== 'string' || typeof content !== 'string') return undefined
  return {
    file_name: `${title || 'Story'}.${extension}`,
    content,
    encoding: encoding === 'base64' ? 'base64' : 'text',
  }
}
