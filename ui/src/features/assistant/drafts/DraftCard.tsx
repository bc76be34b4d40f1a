/** A waiting draft: its pieces as differences, to be accepted or discarded, whole or by node. */

import { Eye, EyeOff, GitMerge } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { callTool } from '../../../bridge'
import { useOpenNode } from '../../../cards'
import { useDraft, useSession } from '../../../document'
import { Button } from '../../../kit'
import { moveMapTo, useWorkspace } from '../../../state'
import { partName, useTranslation } from '../../../text'
import styles from '../calls/Call.module.css'
import { DiffView } from '../calls/DiffView'
import { piecesOf } from '../calls/resultFields'
import { callOutsideTurn } from '../state/conversation'
import { type DraftGroup, type DraftShown, diffLines, grouped } from './draft'

type Decision = 'adopt_draft' | 'drop_draft'

/** Changes in a burst are answered with one reading, this many milliseconds after the last. */
const SETTLE = 150

interface DraftCardProps {
  draft: string
  /** Called when the draft is shown on the map, for what stands before it. */
  onShow?: () => void
}

export function DraftCard({ draft, onShow }: DraftCardProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [shown, setShown] = useState<DraftShown | null>()
  const [decided, setDecided] = useState<Decision>()
  const [busy, setBusy] = useState(false)
  // What both the story and the draft had changed, once the two were brought together.
  const [both, setBoth] = useState<readonly string[]>([])
  // What was taken out then, because the story no longer has what it belongs to.
  const [takenOut, setTakenOut] = useState<readonly string[]>([])
  // Another draft may be looked at instead, or the look ended, from elsewhere.
  const looked = useDraft() === draft
  const read = useCallback(async () => {
    try {
      const answer = await callTool(session.bridge, { name: 'show_draft', args: { draft } })
      setShown(answer.result?.data ?? null)
    } catch {
      // Nothing answers, which the window tells; what was read last stays.
    }
  }, [session, draft])
  useEffect(() => {
    void read()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = session.listen((event) => {
      // The story may have gone on, and passages may have been taken or edited in the text.
      if (event.type !== 'data:changed' || (event.draft && event.draft !== draft)) return
      clearTimeout(timer)
      timer = setTimeout(() => void read(), SETTLE)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session, draft, read])

  async function look(on: boolean) {
    const { view, setView } = useWorkspace.getState()
    if (on) {
      setView('map')
      onShow?.()
    }
    await session.showDraft(on ? draft : undefined)
    // A map that was open moves by itself if none of the cards can be seen.
    if (on && view !== 'map') moveMapTo(shown?.pieces.flatMap((it) => it.node?.id ?? []) ?? [])
  }
  async function decide(name: Decision, node?: string) {
    setBusy(true)
    const answer = await callOutsideTurn(session, name, {
      draft,
      ...(node ? { nodes: [node] } : {}),
    })
    if (answer.status !== 'failure') {
      if (!answer.result?.data.left) {
        setDecided(name)
        if (looked) await look(false)
      } else await read()
    }
    setBusy(false)
  }

  async function rebase() {
    setBusy(true)
    const answer = await callOutsideTurn(session, 'rebase_draft', { draft })
    const result = answer.result?.data
    if (result) {
      setBoth(result.conflicts.map((it) => it.what))
      setTakenOut((result.taken_out ?? []).map((it) => it.what))
      await read()
      if (session.draft === draft) await session.showDraft(draft)
    }
    setBusy(false)
  }

  if (decided || shown === null) {
    return <p className={styles.decided}>{t(`assistant-draft-${decided ?? 'gone'}`)}</p>
  }
  if (!shown) return null
  const groups = grouped(shown.pieces)
  const count = shown.pieces.length
  const moved = shown.pieces.some((it) => it.moved)
  return (
    <section className={styles.draft} aria-label={t('assistant-draft-title', { count })}>
      <div className={styles.head}>
        <strong className={styles.named}>{t('assistant-draft-title', { count })}</strong>
        <Button
          variant="plain"
          icon={looked ? <EyeOff size={14} /> : <Eye size={14} />}
          onClick={() => void look(!looked)}
        >
          {t(looked ? 'assistant-draft-unlook' : 'assistant-draft-look')}
        </Button>
      </div>
      {groups.map((it) => (
        <Group
          key={it.key}
          group={it}
          busy={busy}
          {...(groups.length > 1 ? { onDecide: decide } : {})}
        />
      ))}
      {both.length > 0 && (
        <p className={styles.moved} role="status">
          {t('assistant-draft-both', { what: [...new Set(both)].join(', ') })}
        </p>
      )}
      {takenOut.length > 0 && (
        <p className={styles.moved} role="status">
          {t('assistant-draft-taken-out', { what: [...new Set(takenOut)].join(', ') })}
        </p>
      )}
      {moved && (
        <div className={styles.rebase}>
          <span>{t('assistant-draft-movedAny')}</span>
          <Button icon={<GitMerge size={14} />} disabled={busy} onClick={() => void rebase()}>
            {t('assistant-draft-rebase')}
          </Button>
        </div>
      )}
      <div className={styles.answers}>
        <Button
          variant="primary"
          disabled={busy || moved}
          onClick={() => void decide('adopt_draft')}
        >
          {t('assistant-draft-adoptAll')}
        </Button>
        <Button disabled={busy} onClick={() => void decide('drop_draft')}>
          {t('assistant-draft-dropAll')}
        </Button>
      </div>
    </section>
  )
}

interface GroupProps {
  group: DraftGroup
  busy: boolean
  onDecide?: (name: Decision, node: string) => Promise<void>
}

function Group({ group, busy, onDecide }: GroupProps) {
  const { t } = useTranslation()
  const open = useOpenNode()
  const { node, title, pieces } = group
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        {node ? (
          <button
            type="button"
            className={styles.node}
            aria-label={t('assistant-open', { title })}
            onClick={() => open(node)}
          >
            {title}
          </button>
        ) : (
          <strong className={styles.named}>{title}</strong>
        )}
        {node && onDecide && (
          <span className={styles.decisions}>
            <Button
              variant="plain"
              disabled={busy}
              aria-label={t('assistant-draft-adoptOne', { title })}
              onClick={() => void onDecide('adopt_draft', node)}
            >
              {t('assistant-draft-adopt')}
            </Button>
            <Button
              variant="plain"
              disabled={busy}
              aria-label={t('assistant-draft-dropOne', { title })}
              onClick={() => void onDecide('drop_draft', node)}
            >
              {t('assistant-draft-drop')}
            </Button>
          </span>
        )}
      </div>
      {pieces.map((it) => (
        <div key={it.capability} className={styles.piece}>
          <span className={styles.which}>
            {partName(it.capability, (part) => t.or(`assistant-part-${part}`, part))}
          </span>
          <DiffView pieces={piecesOf(it.difference.pieces)} lines={diffLines(it)} />
          {it.after === null && <p className={styles.which}>{t('assistant-draft-removes')}</p>}
          {it.moved && <p className={styles.moved}>{t('assistant-draft-moved')}</p>}
        </div>
      ))}
    </div>
  )
}
