/** Versions, newest first; two columns of radio buttons select which are compared. */

import { PenLine, Sparkles, Terminal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Badge, exactTime, relativeTime } from '../../../kit'
import { useTranslation } from '../../../text'
import { currentToolName } from '../../../text/formerTools'
import type { Version } from './versions'
import styles from './versions.module.css'

interface VersionListProps {
  versions: readonly Version[]
  pair: { from: number | undefined; to: number } | undefined
  onOlder: (number: number) => void
  onNewer: (number: number) => void
}

const hands: Record<Version['author']['kind'], ReactNode> = {
  person: <PenLine size={14} />,
  assistant: <Sparkles size={14} />,
  program: <Terminal size={14} />,
}

export function VersionList({ versions, pair, onOlder, onNewer }: VersionListProps) {
  const { t, language } = useTranslation()
  const [now] = useState(() => Date.now())
  const group = useId()
  return (
    <ol className={styles.versions} aria-label={t('versions-list')}>
      <li className={styles.marksHead} aria-hidden="true">
        <span>{t('versions-from')}</span>
        <span>{t('versions-to')}</span>
      </li>
      {versions.map((it) => (
        <li key={it.number} className={styles.version}>
          <input
            type="radio"
            name={`${group}-from`}
            aria-label={t('versions-older', { number: it.number })}
            checked={pair?.from === it.number}
            disabled={it.compacted === true}
            onChange={() => onOlder(it.number)}
          />
          <input
            type="radio"
            name={`${group}-to`}
            aria-label={t('versions-newer', { number: it.number })}
            checked={pair?.to === it.number}
            disabled={it.compacted === true}
            onChange={() => onNewer(it.number)}
          />
          <div className={styles.about}>
            <span className={styles.who}>
              {hands[it.author.kind]}
              <span title={it.author.name}>{whoOf(it, t(`versions-who-${it.author.kind}`))}</span>
              <time dateTime={it.time} title={exactTime(it.time, language)}>
                {relativeTime(it.time, now, language)}
              </time>
            </span>
            <span className={styles.why}>
              <span className={styles.number}>{t('versions-number', { number: it.number })}</span>
              {it.adopted && <Badge>{t('versions-adopted')}</Badge>}
              {t.or(`versions-reasons-${currentToolName(it.reason)}`, it.reason)}
            </span>
            <span className={styles.excerpt}>
              {it.compacted ? t('versions-compacted') : isHash(it.excerpt) ? '' : it.excerpt}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The sort of hand, or its own name; an assistant's is that of its model, which says less. */
function whoOf({ author }: Version, kind: string): string {
  const isNamed = author.kind !== 'assistant' && author.name && author.name !== author.kind
  return isNamed ? author.name : kind
}

/** The name of a picture's bytes, which says nothing to anybody. */
const isHash = (excerpt: string) => /^[0-9a-f]{64}/.test(excerpt)
