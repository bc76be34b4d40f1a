/** Thumbnails of attached pictures, which can be removed before sending. */

import { X } from 'lucide-react'
import { useSession } from '../../../document'
import { useTranslation } from '../../../text'
import styles from './Attachments.module.css'

interface AttachmentsProps {
  /** By the hashes of their bytes. */
  pictures: readonly string[]
  remove?: (picture: string) => void
}

export function Attachments({ pictures, remove }: AttachmentsProps) {
  const { t } = useTranslation()
  const { bridge } = useSession()
  if (pictures.length === 0) return null
  return (
    <ul
      className={`${styles.pictures} ${remove ? styles.before : ''}`}
      aria-label={t('assistant-pictures')}
    >
      {pictures.map((picture, index) => {
        const name = t('assistant-picture', { number: index + 1 })
        return (
          <li key={picture} className={styles.picture}>
            <img src={bridge.assetUrl(picture)} alt={name} />
            {remove && (
              <button
                type="button"
                className={styles.remove}
                aria-label={t('assistant-remove-picture', { number: index + 1 })}
                onClick={() => remove(picture)}
              >
                <X size={12} aria-hidden />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
