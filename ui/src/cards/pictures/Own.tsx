/** A picture of a person's own, chosen from their files. */

import { ImageUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, base64Of, chooseFiles, PICTURES } from '../../kit'
import type { UseTool } from '../useTool'

interface OwnProps {
  node: string
  call: UseTool['call']
  disabled: boolean
}

export function Own({ node, call, disabled }: OwnProps) {
  const { t } = useTranslation('cards')
  const choose = async () => {
    for (const file of await chooseFiles({ accept: PICTURES, many: true }))
      if (!(await call('add_image', { node, content: await base64Of(file) }))) return
  }
  return (
    <Button
      aria-label={t('image.ownLabel')}
      icon={<ImageUp size={15} aria-hidden />}
      disabled={disabled}
      onClick={() => void choose()}
    >
      {t('image.own')}
    </Button>
  )
}
