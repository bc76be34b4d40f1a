/** A stored picture with its details below. */

import { useSession } from '../../document'
import { useTranslation } from '../../text'
import type { Picture } from './picture'
import styles from './pictures.module.css'

export function PictureFrame({ picture }: { picture: Partial<Picture> }) {
  const { t } = useTranslation()
  const { bridge } = useSession()
  if (!picture.asset) return <p className={styles.gone}>{t('cards-image-gone')}</p>
  const about = [
    picture.model,
    picture.seed === undefined ? '' : t('cards-image-seed', { seed: picture.seed }),
    picture.width && picture.height ? `${picture.width} × ${picture.height}` : '',
  ]
  return (
    <figure className={styles.figure}>
      <img
        className={styles.picture}
        src={bridge.assetUrl(picture.asset)}
        alt={picture.prompt || t('cards-image-unnamed')}
        {...(picture.width ? { width: picture.width, height: picture.height } : {})}
      />
      <figcaption className={styles.caption}>
        {picture.prompt && <span className={styles.prompt}>{picture.prompt}</span>}
        <span>{about.filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  )
}
