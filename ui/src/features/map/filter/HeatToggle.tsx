/** Colors the cards by word count, with a legend. */

import { Flame } from 'lucide-react'
import { useRevision, useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import { HEAT_COLORS, heatSteps, useHeat } from '../scene/heat'
import styles from './FilterBar.module.css'

export function HeatToggle() {
  const { t } = useTranslation()
  const { on, toggle } = useHeat()
  return (
    <>
      <IconButton label={t('map-heat')} icon={<Flame size={15} />} pressed={on} onClick={toggle} />
      {on && <Legend />}
    </>
  )
}

function Legend() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const steps = heatSteps(mirror)
  const least = steps[0]
  const most = Math.max(0, ...[...mirror.nodes.values()].map((it) => it.words))
  if (least === undefined) return <span className={styles.legend}>{t('map-heat-none')}</span>
  return (
    <span className={styles.legend}>
      <span>{least}</span>
      {HEAT_COLORS.map((color, step) => (
        <span
          key={color}
          className={styles.swatch}
          style={{ background: color }}
          title={t('map-heat-from', { count: steps[step] ?? 0 })}
        />
      ))}
      <span>{t('map-words', { count: most })}</span>
    </span>
  )
}
