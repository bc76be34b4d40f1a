/** Actions for one writing call: compare what it changed, and undo it. */

import { GitCompare, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Answer, WrittenVersion } from '../../../bridge'
import { Compared } from '../../../cards'
import { useSession } from '../../../document'
import { Button } from '../../../kit'
import { partName, useTranslation } from '../../../text'
import { callOutsideTurn } from '../state/conversation'
import { isOnlyChangeInStep, undoStatusOfChange, useUndoSteps } from '../state/undoSteps'
import styles from './Call.module.css'

export function CallActions({ answer }: { answer: Answer }) {
  const { t } = useTranslation()
  const session = useSession()
  const [comparing, setComparing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { wrote = [], change } = answer
  const versions = wrote.filter((it) => it.node && it.version && it.capability !== 'layout')
  const undoStatus = useUndoSteps((it) => (change ? undoStatusOfChange(it, change) : 'unknown'))
  const alone = useUndoSteps((it) => change !== undefined && isOnlyChangeInStep(it, change))
  if (wrote.length === 0) return null

  function undo() {
    setBusy(true)
    const what = alone ? { change } : { change, alone: true }
    void callOutsideTurn(session, 'undo', what).finally(() => setBusy(false))
  }
  return (
    <>
      {comparing && versions.slice(0, SHOWN).map((it) => <Difference key={keyOf(it)} wrote={it} />)}
      {(versions.length > 0 || undoStatus !== 'unknown') && (
        <div className={styles.cardFoot}>
          {versions.length > 0 && (
            <Button
              variant="plain"
              icon={<GitCompare size={13} />}
              aria-expanded={comparing}
              onClick={() => setComparing(!comparing)}
            >
              {t(comparing ? 'assistant-uncompare' : 'assistant-compare')}
            </Button>
          )}
          {undoStatus === 'done' && (
            <Button variant="plain" icon={<Undo2 size={13} />} disabled={busy} onClick={undo}>
              {t('assistant-undo-one')}
            </Button>
          )}
          {undoStatus === 'undone' && <span className={styles.which}>{t('assistant-undone')}</span>}
        </div>
      )}
    </>
  )
}

/** How many versions are compared at once. */
const SHOWN = 4

function keyOf({ node, capability }: WrittenVersion): string {
  return `${node}-${capability}`
}

/** A version that was written against the one before it. */
function Difference({ wrote }: { wrote: WrittenVersion }) {
  const { t } = useTranslation()
  const { node, title, capability, version } = wrote
  if (!node || !version) return null
  const what = partName(capability, (part) => t.or(`assistant-part-${part}`, part))
  const { number } = version
  const pair = { from: number > 1 ? number - 1 : undefined, to: number }
  return (
    <section className={styles.compared} aria-label={t('assistant-compared-of', { title, what })}>
      <span className={styles.which}>
        {title} · {what} ·{' '}
        {number > 1 ? t('assistant-compared-pair', pair) : t('assistant-version', { number })}
      </span>
      <Compared node={node} capability={capability} pair={pair} />
    </section>
  )
}
