/** Uploads a picture from the person's files. */

import { ImageUp } from 'lucide-react'
import { Button, base64Of, chooseFiles, PICTURE_TYPES } from '../../kit'
import { useTranslation } from '../../text'
import type { ToolCaller } from '../useToolCall'

interface UploadPictureProps {
  node: string
  call: ToolCaller['call']
  disabled: boolean
}

export function UploadPicture({ node, call, disabled }: UploadPictureProps) {
  const { t } = useTranslation()
  const choose = async () => {
    for (const file of await chooseFiles({ accept: PICTURE_TYPES, many: true }))
      if (!(await call('add_image', { node, content: await base64Of(file) }))) return
  }
  return (
    <Button
      aria-label={t('cards-image-own-label')}
      icon={<ImageUp size={15} aria-hidden />}
      disabled={disabled}
      onClick={() => void choose()}
    >
      {t('cards-image-own')}
    </Button>
  )
}
