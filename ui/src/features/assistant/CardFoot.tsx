/** What can be done about one call that wrote: see what it changed, and take that back. */

import { GitCompare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, Wrote } from '../../bridge'
import { Compared } from '../../cards'
import { useSession } from '../../document'
import { Button } from '../../kit'
import styles from './Call.module.css'
import { isAlone, standingOfChange, useSteps } from './steps'
import { outside } from './talk'

export function CardFoot({ answer }: { answer: Answer }) {
  const { t } = useTranslation('assistant')
  const session = useSession()
  const [comparing, setComparing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { wrote = [], change } = answer
  const versions = wrote.filter((it) => it.node && it.version && it.capability !== 'layout')
  const standing = useSteps((it) => (change ? standingOfChange(it, change) : 'unknown'))
  const alone = useSteps((it) => change !== undefined && isAlone(it, change))
  if (wrote.length === 0) return null

  function undo() {
    setBusy(true)
    const what = alone ? { change } : { change, alone: true }
    void outside(session, 'undo', what).finally(() => setBusy(false))
  }
  return (
    <>
      {comparing && versions.slice(0, SHOWN).map((it) => <Difference key={keyOf(it)} wrote={it} />)}
      {(versions.length > 0 || standing !== 'unknown') && (
        <div className={styles.cardFoot}>
          {versions.length > 0 && (
            <Button
              look="plain"
              icon={<GitCompare size={13} />}
              aria-expanded={comparing}
              onClick={() => setComparing(!comparing)}
            >
              {t(comparing ? 'uncompare' : 'compare')}
            </Button>
          )}
          {standing === 'done' && (
            <Button look="plain" icon={<Undo2 size={13} />} disabled={busy} onClick={undo}>
              {t('undoOne')}
            </Button>
          )}
          {standing === 'undone' && <span className={styles.which}>{t('undone')}</span>}
        </div>
      )}
    </>
  )
}

/** How many versions are compared at once. */
const SHOWN = 4

function keyOf({ node, capability }: Wrote): string {
  return `${node}-${capability}`
}

/** A version that was written against the one before it. */
function Difference({ wrote }: { wrote: Wrote }) {
  const { t } = useTranslation('assistant')
  const { node, title, capability, version } = wrote
  if (!node || !version) return null
  const what = t(`part.${capability}`, { defaultValue: capability })
  const { number } = version
  const pair = { from: number > 1 ? number - 1 : undefined, to: number }
  return (
    <section className={styles.compared} aria-label={t('comparedOf', { title, what })}>
      <span className={styles.which}>
        {title} · {what} · {number > 1 ? t('comparedPair', pair) : t('version', { number })}
      </span>
      <Compared node={node} capability={capability} pair={pair} />
    </section>
  )
}
