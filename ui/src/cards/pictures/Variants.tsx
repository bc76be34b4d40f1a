/** Thumbnails of all pictures of a node; choosing one adopts it. */

import { useSession } from '../../document'
import { useTranslation } from '../../text'
import type { Variant } from './picture'
import styles from './pictures.module.css'

interface VariantsProps {
  variants: readonly Variant[]
  disabled: boolean
  onAdopt: (version: number) => void
}

export function Variants({ variants, disabled, onAdopt }: VariantsProps) {
  const { t } = useTranslation()
  const { bridge } = useSession()
  const kept = variants.filter((it) => it.asset)
  if (kept.length < 2) return null
  return (
    <ul className={styles.variants} aria-label={t('cards-image-variants')}>
      {kept.map(({ version, adopted, asset, prompt }) => (
        <li key={version}>
          <button
            type="button"
            className={styles.variant}
            aria-pressed={adopted}
            aria-label={t('cards-image-variant', { number: version, prompt: prompt ?? '' })}
            title={prompt}
            disabled={disabled}
            onClick={() => !adopted && onAdopt(version)}
          >
            <img src={bridge.assetUrl(asset ?? '')} alt="" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  )
}
