/**
 * The translations of a node: for each language how far it is, and the source beside the translation,
 * piece by piece, with what was changed in the source since.
 */

import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../../bridge'
import { DiffText, ErrorMessage, useReading, useToolCall } from '../../../cards'
import { AutoGrowTextArea, Button, languageName } from '../../../kit'
import { useTranslation } from '../../../text'
import rows from '../rows.module.css'
import { Section } from '../Section'
import styles from './translations.module.css'

type Read = ToolOutput<'read_translation'>
type Piece = Read['parts'][number]

interface TranslationsProps {
  node: string
  onHistory: (capability: string) => void
}

export function Translations({ node, onHistory }: TranslationsProps) {
  const { t } = useTranslation()
  const { data } = useReading('read_story_languages', {})
  const targets = data?.targets ?? []
  if (targets.length === 0) return null
  return (
    <Section title={t('inspector-translations-title')} part="translations">
      <ul className={rows.list}>
        {targets.map((it) => (
          <LanguageRow
            key={it}
            node={node}
            language={it}
            isOnly={targets.length === 1}
            onHistory={() => onHistory(`translation:${it}`)}
          />
        ))}
      </ul>
    </Section>
  )
}

interface LanguageRowProps {
  node: string
  language: string
  isOnly: boolean
  onHistory: () => void
}

/** One language; opened, its pieces. */
function LanguageRow({ node, language, isOnly, onHistory }: LanguageRowProps) {
  const { language: shownIn } = useTranslation()
  const [asked, setAsked] = useState<boolean>()
  const { data, fault, reread } = useReading('read_translation', { node, language })
  const isOpen = asked ?? (isOnly && data?.version !== undefined)
  const name = languageName(language, shownIn)
  return (
    <li className={rows.item}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setAsked(!isOpen)}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          {name}
        </button>
        {data && <State read={data} />}
      </div>
      <ErrorMessage report={fault} />
      {isOpen && data && <Pieces read={data} name={name} reread={reread} onHistory={onHistory} />}
    </li>
  )
}

/** How far a translation is, in a few words. */
function State({ read: { pieces, missing, stale } }: { read: Read }) {
  const { t } = useTranslation()
  if (missing === pieces) {
    return <span className={styles.state}>{t('inspector-translations-none')}</span>
  }
  if (missing + stale === 0) {
    return (
      <span className={styles.state} data-state="current">
        <Check size={13} aria-hidden />
        {t('inspector-translations-current')}
      </span>
    )
  }
  const parts = [
    missing > 0 && t('inspector-translations-missing', { count: missing }),
    stale > 0 && t('inspector-translations-stale', { count: stale }),
  ]
  return (
    <span className={styles.state} data-state="open">
      {parts.filter(Boolean).join(' · ')}
    </span>
  )
}

interface PiecesProps {
  read: Read
  name: string
  reread: () => Promise<void>
  onHistory: () => void
}

function Pieces({ read, name, reread, onHistory }: PiecesProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const { language, parts, version, source_version, source_language, stale } = read
  const node = read.node.id
  const write = async (id: string, text: string) => {
    const done = await call('write_translation', {
      node,
      language,
      parts: [{ id, text }],
      expected: version ?? 0,
      expected_source: source_version ?? 0,
    })
    await reread()
    return done !== undefined
  }
  const confirm = async (ids?: string[]) => {
    if (await call('confirm_translation', { node, language, ...(ids ? { ids } : {}) })) {
      await reread()
    }
  }
  if (parts.length === 0) {
    return <p className={styles.quiet}>{t('inspector-translations-nothing')}</p>
  }
  return (
    <>
      <ol className={styles.pieces} aria-label={t('inspector-translations-of', { name })}>
        {parts.map((it) => (
          <PieceRow
            key={it.id}
            piece={it}
            missed={(read.missed_terms ?? []).filter((term) => term.piece === it.id)}
            languages={[source_language, language]}
            name={name}
            onWrite={(text) => write(it.id, text)}
            onConfirm={() => void confirm([it.id])}
          />
        ))}
      </ol>
      <ErrorMessage report={fault} />
      <div className={styles.foot}>
        {stale > 1 && (
          <Button variant="plain" disabled={running} onClick={() => void confirm()}>
            {t('inspector-translations-confirm-all', { count: stale })}
          </Button>
        )}
        {version !== undefined && (
          <Button variant="plain" onClick={onHistory}>
            {t('inspector-translations-versions')}
          </Button>
        )}
      </div>
    </>
  )
}

interface PieceRowProps {
  piece: Piece
  missed: NonNullable<Read['missed_terms']>
  /** The codes of the source's language and of the translation's. */
  languages: readonly [string, string]
  name: string
  onWrite: (text: string) => Promise<boolean>
  onConfirm: () => void
}

/** The source of a piece, with what was changed in it, and its translation in a field. */
function PieceRow({ piece, missed, languages, name, onWrite, onConfirm }: PieceRowProps) {
  const { t } = useTranslation()
  const { source, text = '', state, changes, kind } = piece
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? text
  const leave = async () => {
    if (typed === undefined) return
    // What was refused stays in the field, so that it can be mended.
    if (typed.trim() === text || (await onWrite(typed.trim()))) setTyped(undefined)
  }
  return (
    <li className={styles.piece} data-state={state} data-kind={kind}>
      <div className={styles.source} lang={languages[0]}>
        {changes && changes.length > 0 ? <DiffText pieces={changes} /> : source}
      </div>
      <div className={styles.target}>
        <AutoGrowTextArea
          fieldClassName={styles.field ?? ''}
          lang={languages[1]}
          dir="auto"
          aria-label={t('inspector-translations-piece', { name, source })}
          placeholder={t('inspector-translations-empty')}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void leave()}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== undefined) {
              event.stopPropagation()
              setTyped(undefined)
            }
          }}
        />
        {state === 'stale' && (
          <span className={styles.note}>
            {t('inspector-translations-source-changed')}
            <Button variant="plain" onClick={onConfirm}>
              {t('inspector-translations-confirm')}
            </Button>
          </span>
        )}
        {missed.map((it) => (
          <span key={it.term} className={styles.note}>
            {t('inspector-translations-term', { term: it.term, translation: it.translation })}
          </span>
        ))}
      </div>
    </li>
  )
}
