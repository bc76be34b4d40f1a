/** Above a page that was opened from a list: back to the list, and on to its other places. */

import { ChevronDown, ChevronUp, List, X } from 'lucide-react'
import { Button, IconButton } from '../../kit'
import { focusPanel, panelRows, stepPlace, usePlaces } from '../../state'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

export function PlacesBar({ node }: { node: string }) {
  const { t } = useTranslation()
  const list = usePlaces((it) => it.list)
  if (!list || list.places[list.at]?.node !== node) return null
  const { panel, places, at } = list
  const row = panelRows().find((it) => it.id === panel)
  const name = row ? t.or(row.title, panel) : panel
  return (
    <nav className={styles.placesBar} aria-label={t('inspector-places', { list: name })}>
      <Button
        variant="plain"
        icon={<List size={14} aria-hidden />}
        aria-label={t('inspector-places-back', { list: name })}
        onClick={() => focusPanel(panel)}
      >
        {name}
      </Button>
      <span className={styles.placesCount}>
        {t('inspector-places-at', { at: at + 1, count: places.length })}
      </span>
      <IconButton
        label={t('actions-previousPlace')}
        keys="Shift+F8"
        icon={<ChevronUp size={15} />}
        disabled={places.length < 2}
        onClick={() => stepPlace(-1)}
      />
      <IconButton
        label={t('actions-nextPlace')}
        keys="F8"
        icon={<ChevronDown size={15} />}
        disabled={places.length < 2}
        onClick={() => stepPlace(1)}
      />
      <IconButton
        label={t('inspector-places-close')}
        icon={<X size={14} />}
        onClick={() => usePlaces.setState({ list: undefined })}
      />
    </nav>
  )
}
