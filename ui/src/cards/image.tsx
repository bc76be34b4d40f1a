/** The picture of a node: the adopted one large, its variants, and how to generate another. */

import { useTranslation } from '../text'
import type { CardProps } from './card'
import { ErrorMessage } from './ErrorMessage'
import { GeneratePicture } from './pictures/GeneratePicture'
import { PictureFrame } from './pictures/PictureFrame'
import type { Picture } from './pictures/picture'
import styles from './pictures/pictures.module.css'
import { useVariants } from './pictures/useVariants'
import { Variants } from './pictures/Variants'
import { useToolCall } from './useToolCall'

export function Card({ node, data, version }: CardProps) {
  const { t } = useTranslation()
  const picture = data as Picture | null
  const variants = useVariants(node, version)
  const { call, running, fault } = useToolCall()
  return (
    <div className={styles.card}>
      {picture ? (
        <PictureFrame picture={picture} />
      ) : (
        <p className={styles.gone}>{t('cards-image-none')}</p>
      )}
      <Variants
        variants={variants}
        disabled={running}
        onAdopt={(number) => void call('adopt_version', { capability: 'image', number, node })}
      />
      <ErrorMessage report={fault} />
      <GeneratePicture node={node} prompt={picture?.prompt ?? ''} ratio={picture?.ratio ?? ''} />
    </div>
  )
}
