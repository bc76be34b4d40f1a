/** Where prose would be divided into scenes, with other ways to divide it. */

import { useEffect, useState } from 'react'
import { toErrorReport } from '../../bridge'
import { ErrorMessage } from '../../cards'
import { Field, Select, TextInput } from '../../kit'
import type { ImportPreview } from '../../services'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import { useWarningText } from './ImportWarnings'

/** The ways that need no words of the writer, and the one that does. */
const WAYS = ['automatic', 'headings', 'none'] as const
const LINES = 'lines'

/** How long the writer pauses before the words typed are tried, in milliseconds. */
const PAUSE = 300

interface ProseDivisionProps {
  /** What comes of dividing it automatically. */
  preview: ImportPreview
  /** Previews the same file, divided otherwise. */
  ask: (split: string) => Promise<ImportPreview>
  /** Hears what to give as `split`. */
  onSplit: (split: string) => void
}

export function ProseDivision({ preview, ask, onSplit }: ProseDivisionProps) {
  const { t } = useTranslation()
  const [way, setWay] = useState<string>('automatic')
  const [words, setWords] = useState('')
  const [shown, setShown] = useState<ImportPreview>(preview)
  const [fault, setFault] = useState<unknown>()
  const split = way === LINES ? words.trim() : way

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is the same as long as this stands
  useEffect(() => {
    if (split === '') return
    onSplit(split)
    let isCurrent = true
    const look = () =>
      ask(split).then(
        (it) => {
          if (!isCurrent) return
          setShown(it)
          setFault(undefined)
        },
        (error) => isCurrent && setFault(error),
      )
    const waiting = setTimeout(() => void look(), way === LINES ? PAUSE : 0)
    return () => {
      isCurrent = false
      clearTimeout(waiting)
    }
  }, [split, way])

  const counts = new Map(preview.other_splits?.map((it) => [it.split, it.nodes]))
  counts.set('automatic', preview.nodes)
  const labeled = WAYS.map((it) => {
    const count = counts.get(it)
    const label = t(`exchange-split-${it}`)
    return {
      value: it as string,
      label: count === undefined ? label : t('exchange-split-counted', { label, count }),
    }
  })
  return (
    <section className={styles.division} aria-label={t('exchange-split')}>
      <Field label={t('exchange-split')}>
        {(ids) => (
          <Select
            {...ids}
            value={way}
            choices={[...labeled, { value: LINES, label: t('exchange-split-lines') }]}
            onChoose={setWay}
          />
        )}
      </Field>
      {way === LINES && (
        <Field label={t('exchange-split-words')} note={t('exchange-split-words-note')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={words}
              placeholder={t('exchange-split-words-example')}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
      )}
      {fault !== undefined && <ErrorMessage report={toErrorReport(fault)} />}
      {fault === undefined && <Scenes shown={shown} />}
    </section>
  )
}

/** The scenes that would be made, in their parts. */
function Scenes({ shown }: { shown: ImportPreview }) {
  const { t } = useTranslation()
  const warningText = useWarningText()
  let part: string | undefined
  return (
    <>
      <p className={styles.quiet} role="status">
        {t('exchange-split-makes', { count: shown.nodes, words: shown.words })}
      </p>
      {shown.warnings.map((it) => (
        <p key={it.message} className={styles.quiet}>
          {warningText(it)}
        </p>
      ))}
      <ol className={styles.scenes} aria-label={t('exchange-split-scenes')}>
        {shown.first.map((it, index) => {
          const begins = it.group !== part ? it.group : undefined
          part = it.group
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two scenes may have one title
            <li key={index} className={styles.scene} data-in-part={part !== undefined}>
              {begins !== undefined && <strong>{begins}</strong>}
              <span>{it.title}</span>
              <span>{t('exchange-split-word-count', { count: it.words })}</span>
            </li>
          )
        })}
        {shown.more !== undefined && <li>{t('exchange-more-warnings', { count: shown.more })}</li>}
      </ol>
    </>
  )
}
