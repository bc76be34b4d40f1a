/**
 * Reviewing a draft on the map: what it changes, and accepting all of it or the selected nodes, or
 * discarding them.
 */

import { Check, Eye, X } from 'lucide-react'
import { useState } from 'react'
import { callData } from '../../../bridge'
import { useSelection, useSession } from '../../../document'
import { Button } from '../../../kit'
import { reportError } from '../../../state'
import { useTranslation } from '../../../text'
import styles from '../StoryMap.module.css'
import { useReview } from './review'

export function ReviewBar() {
  const { t } = useTranslation()
  const session = useSession()
  const review = useReview((it) => it.review)
  const selected = useSelection((it) => it.nodes)
  const [busy, setBusy] = useState(false)
  if (!review) return null
  const count = (mark: string) => [...review.marks.values()].filter((it) => it === mark).length
  const counts = (['added', 'changed', 'removed'] as const)
    .filter((it) => count(it) > 0)
    .map((it) => t(`map-review-${it}`, { count: count(it) }))
  const chosen = [...selected].filter((it) => review.marks.has(it))
  const some = chosen.length > 0 && chosen.length < review.marks.size

  async function decide(name: 'adopt_draft' | 'drop_draft', onlySelected = some) {
    if (!review) return
    setBusy(true)
    try {
      const args = { draft: review.draft, ...(onlySelected ? { nodes: chosen } : {}) }
      // Decided upon the story itself, not upon the draft laid over it.
      const answer = await callData(session.bridge, { name, args })
      await session.showDraft(answer.left > 0 ? review.draft : undefined)
    } catch (fault) {
      reportError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      className={styles.review}
      aria-label={t('map-review-label')}
      data-review={some ? 'some' : 'all'}
      data-map-bar
    >
      <span className={styles.reviewText}>
        <Eye size={15} aria-hidden />
        <span>
          <strong>{t('map-review-label')}</strong> {counts.join(' · ')}
          {review.moved.size > 0 && (
            <em className={styles.moved}>{t('map-review-moved', { count: review.moved.size })}</em>
          )}
        </span>
      </span>
      <span className={styles.reviewButtons}>
        <Button variant="primary" disabled={busy} onClick={() => void decide('adopt_draft')}>
          <Check size={14} aria-hidden />
          {some ? t('map-review-adoptSome', { count: chosen.length }) : t('map-review-adopt')}
        </Button>
        {some && (
          <Button disabled={busy} onClick={() => void decide('adopt_draft', false)}>
            {t('map-review-adopt')}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void decide('drop_draft')}>
          {some ? t('map-review-dropSome', { count: chosen.length }) : t('map-review-drop')}
        </Button>
      </span>
      <Button
        variant="plain"
        aria-label={t('map-review-close')}
        icon={<X size={15} />}
        onClick={() => void session.showDraft(undefined)}
      />
    </section>
  )
}
