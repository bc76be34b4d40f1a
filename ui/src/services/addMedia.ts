/** Adds a person's own pictures and sounds to a node, wherever they were dropped. */

import type { Session } from '../document'
import { reportError, useNotices } from '../state/notices'
import { t } from '../text'

/** A picture or a sound; its content is base64. */
export interface MediaFile {
  file_name: string
  content: string
}

/** Whether a file is a picture, by its name. */
export const isPictureName = (name: string): boolean =>
  /\.(png|jpe?g|webp|gif|avif|bmp)$/i.test(name)

/** Whether a file is a sound, by its name. */
export const isSoundName = (name: string): boolean =>
  /\.(mp3|og[ga]|opus|m4a|aac|flac|wav)$/i.test(name)

/** Gives a node pictures and sounds; the last of each is adopted, the others stay as earlier versions. */
export async function addMedia(
  session: Session,
  node: string,
  files: readonly MediaFile[],
): Promise<void> {
  const sounds = files.filter((it) => isSoundName(it.file_name))
  const pictures = files.filter((it) => !sounds.includes(it))
  try {
    for (const { content } of pictures) await session.data('add_image', { node, content })
    for (const file of sounds) await session.data('set_sound', { node, ...file })
  } catch (fault) {
    return reportError(fault)
  }
  const title = session.mirror.nodes.get(node)?.title ?? ''
  const say = (text: string) => useNotices.getState().show({ tone: 'good', text })
  if (pictures.length > 0) say(t('actions-pictured', { title }))
  if (sounds.length > 0) say(t('actions-sounded', { title }))
}
