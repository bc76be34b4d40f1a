/** Colors the cards by word count or by test readers, with a legend. */

import { Flame } from 'lucide-react'
import { useRevision, useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { useHeat, usePlaytest } from '../../../state'
import { useTranslation } from '../../../text'
import { HEAT_COLORS, heatSteps, READER_STEPS } from '../scene/heat'
import styles from './FilterBar.module.css'

export function HeatToggle() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { measure, show } = useHeat()
  const played = usePlaytest((it) => it.story === mirror.story.id)
  const shown = measure === 'readers' && !played ? undefined : measure
  return (
    <>
      <IconButton
        label={t(shown === 'readers' ? 'map-heat-readers' : 'map-heat')}
        icon={<Flame size={15} />}
        pressed={shown !== undefined}
        onClick={() => show(shown ? undefined : 'words')}
      />
      {shown === 'words' && <WordLegend />}
      {shown === 'readers' && <ReaderLegend />}
    </>
  )
}

function WordLegend() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useRevision()
  const steps = heatSteps(mirror)
  const [least] = steps
  const most = Math.max(0, ...[...mirror.nodes.values()].map((it) => it.words))
  if (least === undefined) return <span className={styles.legend}>{t('map-heat-none')}</span>
  return (
    <Legend
      from={String(least)}
      to={t('map-words', { count: most })}
      titles={steps.map((count) => t('map-heat-from', { count }))}
    />
  )
}

function ReaderLegend() {
  const { t, language } = useTranslation()
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <Legend
      from={percent.format(0)}
      to={t('map-heat-of-readers', { share: percent.format(1) })}
      titles={READER_STEPS.map((it) => t('map-heat-from-readers', { share: percent.format(it) }))}
    />
  )
}

/** The colors between two ends, each with what it says. */
function Legend({ from, to, titles }: { from: string; to: string; titles: readonly string[] }) {
  return (
    <span className={styles.legend}>
      <span>{from}</span>
      {HEAT_COLORS.map((color, step) => (
        <span
          key={color}
          className={styles.swatch}
          style={{ background: color }}
          title={titles[step]}
        />
      ))}
      <span>{to}</span>
    </span>
  )
}
