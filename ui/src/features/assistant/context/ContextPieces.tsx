/** The pieces of the story that were included, why, and the choice to pin or exclude each. */

import { Ban, Pin } from 'lucide-react'
import { useState } from 'react'
import { ErrorMessage, useToolCall } from '../../../cards'
import { useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { type Translate, useTranslation } from '../../../text'
import styles from './Context.module.css'
import { ContextRow } from './ContextRow'
import { PartHead } from './PartHead'
import type { ContextChoice, ShownContext, StoryPiece } from './shownContext'

interface ContextPiecesProps {
  shown: ShownContext
  onChosen: () => void
}

export function ContextPieces({ shown, onChosen }: ContextPiecesProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  // What was chosen here holds from the next request on; the pieces are those of one that went out.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ContextChoice>>(new Map())

  async function choose(node: string, how: ContextChoice) {
    const about = shown.thread ? { thread: shown.thread } : {}
    const done = await call('set_node_context', { node, rule: how, ...about })
    if (!done) return
    setChosen((old) => new Map(old).set(node, how))
    onChosen()
  }
  return (
    <section className={styles.section}>
      <PartHead part="story" tokens={shown.sizes.story} count={shown.story.length} />
      <ErrorMessage report={fault} />
      {shown.story.length === 0 && (
        <p className={styles.quiet}>{t('assistant-context-no-pieces')}</p>
      )}
      <ul className={styles.pieces}>
        {shown.story.map((it) => (
          <Piece
            key={it.key}
            piece={it}
            how={(it.node && chosen.get(it.node)) || it.how}
            busy={running}
            onChoose={choose}
          />
        ))}
      </ul>
    </section>
  )
}

interface PieceProps {
  piece: StoryPiece
  how: ContextChoice
  busy: boolean
  onChoose: (node: string, how: ContextChoice) => Promise<void>
}

function Piece({ piece, how, busy, onChoose }: PieceProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { node, tokens, shown, text } = piece
  const title =
    (node && mirror.nodes.get(node)?.title) ||
    (piece.title
      ? t.or(`assistant-context-title_of-${piece.title.replaceAll(' ', '-')}`, piece.title)
      : t('assistant-context-unnamed'))
  const reason = piece.reason && reasonText(t, piece.reason)
  const toggle = (wanted: ContextChoice) =>
    node && void onChoose(node, how === wanted ? 'auto' : wanted)
  return (
    <ContextRow
      title={title}
      reason={shown ? reason : `${reason} ${t('assistant-context-unshown')}`}
      {...{ tokens, text, shown, how }}
    >
      {node && (
        <>
          <IconButton
            label={t(how === 'pin' ? 'assistant-context-unpin' : 'assistant-context-pin', {
              title,
            })}
            icon={<Pin size={14} />}
            pressed={how === 'pin'}
            disabled={busy}
            onClick={() => toggle('pin')}
          />
          <IconButton
            label={t(
              how === 'exclude' ? 'assistant-context-include' : 'assistant-context-exclude',
              { title },
            )}
            icon={<Ban size={14} />}
            pressed={how === 'exclude'}
            disabled={busy}
            onClick={() => toggle('exclude')}
          />
        </>
      )}
    </ContextRow>
  )
}

/** The program's reason in the window's language; what it quotes stays as it is in the story. */
function reasonText(t: Translate, reason: string): string {
  const [, word] = reason.match(/^found by "(.+)"$/) ?? []
  if (word) return t('assistant-context-reason-found', { word })
  const [, why = reason, alias] = reason.match(/^(.+) as "(.+)"$/) ?? []
  const said = t.or(`assistant-context-reason-${why.replaceAll(' ', '-')}`, why)
  return alias ? t('assistant-context-reason-as', { reason: said, alias }) : said
}
