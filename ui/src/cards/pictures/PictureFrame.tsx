/** A stored picture with what is known of it below. */

import { useTranslation } from 'react-i18next'
import { useSession } from '../../document'
import type { Picture } from './picture'
import styles from './pictures.module.css'

export function PictureFrame({ picture }: { picture: Partial<Picture> }) {
  const { t } = useTranslation('cards')
  const { bridge } = useSession()
  if (!picture.asset) return <p className={styles.gone}>{t('image.gone')}</p>
  const about = [
    picture.model,
    picture.seed === undefined ? '' : t('image.seed', { seed: picture.seed }),
    picture.width && picture.height ? `${picture.width} × ${picture.height}` : '',
  ]
  return (
    <figure className={styles.figure}>
      <img
        className={styles.picture}
        src={bridge.assetUrl(picture.asset)}
        alt={picture.prompt || t('image.unnamed')}
        {...(picture.width ? { width: picture.width, height: picture.height } : {})}
      />
      <figcaption className={styles.caption}>
        {picture.prompt && <span className={styles.prompt}>{picture.prompt}</span>}
        <span>{about.filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  )
}
