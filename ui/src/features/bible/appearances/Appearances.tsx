/** Who appears where: a row for each scene in reading order, a column for each character and place. */

import { type ReactNode, useMemo, useState } from 'react'
import { DraftBanner, ErrorMessage, useReading } from '../../../cards'
import { Empty } from '../../../kit'
import { useTranslation } from '../../../text'
import styles from '../Bible.module.css'
import { KindFilter } from '../KindFilter'
import { AppearanceGrid } from './AppearanceGrid'
import { matrixOf } from './matrix'

/** As many scenes as the tool lists. */
const ALL = 20_000

/** `switcher` leads to the other part of the bible. */
export function Appearances({ switcher }: { switcher: ReactNode }) {
  const { t } = useTranslation()
  const { data, fault } = useReading('list_appearances', { limit: ALL })
  const [kind, setKind] = useState<string>()
  const [words, setWords] = useState('')
  const matrix = useMemo(() => data && matrixOf(data, { kind, words }), [data, kind, words])
  const kinds = [...new Set(data?.of.map((it) => it.kind))]
  return (
    <section className={styles.view} aria-label={t('bible-parts-appearances')}>
      <header className={styles.head}>
        {switcher}
        <KindFilter kinds={kinds} kind={kind} onKind={setKind} words={words} onWords={setWords} />
        {matrix && (
          <span className={styles.count}>
            {t('bible-appearances-count', { scenes: matrix.rows.length })}
          </span>
        )}
      </header>
      <DraftBanner />
      <ErrorMessage report={fault} />
      {data && data.of.length === 0 && (
        <Empty title={t('bible-appearances-nobody')}>{t('bible-appearances-nobody-hint')}</Empty>
      )}
      {data && data.of.length > 0 && data.count === 0 && (
        <Empty title={t('bible-appearances-nowhere')} />
      )}
      {matrix && data && data.of.length > 0 && data.count > 0 && <AppearanceGrid {...matrix} />}
    </section>
  )
}
