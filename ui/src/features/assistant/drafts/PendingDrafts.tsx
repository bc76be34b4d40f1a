/** The drafts that wait for a decision, from every conversation and program. */

import { FileClock } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { callData, type ToolOutput } from '../../../bridge'
import { useSession } from '../../../document'
import { Badge, Dialog, IconButton } from '../../../kit'
import { useDraftsToReview } from '../../../state'
import { useTranslation } from '../../../text'
import styles from '../Assistant.module.css'
import { DraftCard } from './DraftCard'

type Line = ToolOutput<'list_drafts'>['drafts'][number]

/** Changes in a burst are answered with one reading, this many milliseconds after the last. */
const SETTLE = 200

export function PendingDrafts() {
  const { t, language } = useTranslation()
  const drafts = useDrafts()
  const [open, setOpen] = useState(false)
  const count = drafts.length
  useEffect(() => {
    useDraftsToReview.setState({ count })
    return () => useDraftsToReview.setState({ count: 0 })
  }, [count])
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  if (count === 0 && !open) return null
  return (
    <>
      <span className={styles.waiting}>
        <IconButton
          label={t('assistant-waiting-open', { count })}
          icon={<FileClock size={16} />}
          onClick={() => setOpen(true)}
        />
        <Badge>{count}</Badge>
      </span>
      {open && (
        <Dialog
          open
          wide
          onClose={() => setOpen(false)}
          title={t('assistant-waiting-title')}
          note={t('assistant-waiting-note')}
          closeLabel={t('assistant-context-close')}
        >
          <ul className={styles.drafts}>
            {count === 0 && <li>{t('assistant-waiting-none')}</li>}
            {drafts.map((it) => (
              <li key={it.draft}>
                <h3 className={styles.draftTitle}>
                  {it.title}
                  <time dateTime={it.time}>{when.format(new Date(it.time))}</time>
                </h3>
                <DraftCard draft={it.draft} onShow={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

/** The drafts that wait, read again after each change. */
function useDrafts(): readonly Line[] {
  const session = useSession()
  const [drafts, setDrafts] = useState<readonly Line[]>([])
  const read = useCallback(async () => {
    const call = { name: 'list_drafts', args: {} } as const
    // What cannot be read now is read after the next change.
    const answer = await callData(session.bridge, call).catch(() => undefined)
    if (answer) setDrafts(answer.drafts)
  }, [session])
  useEffect(() => {
    void read()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = session.listen((event) => {
      if (event.type !== 'data:changed' && event.type !== 'turn_ended') return
      clearTimeout(timer)
      timer = setTimeout(() => void read(), SETTLE)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session, read])
  return drafts
}
