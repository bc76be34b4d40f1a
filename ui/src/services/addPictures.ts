/** Adds a person's own pictures to a node, wherever they were dropped. */

import type { Session } from '../document'
import { reportError, useNotices } from '../state/notices'
import { t } from '../text'

/** Gives a node pictures, each as base64; the last is adopted, the others stay as earlier versions. */
export async function addPictures(
  session: Session,
  node: string,
  pictures: readonly string[],
): Promise<void> {
  if (pictures.length === 0) return
  try {
    for (const content of pictures) await session.data('add_image', { node, content })
  } catch (fault) {
    return reportError(fault)
  }
  const title = session.mirror.nodes.get(node)?.title ?? ''
  const text = t('actions-pictured', { title })
  useNotices.getState().show({ tone: 'good', text })
}
