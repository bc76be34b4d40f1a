/** Names and terms of the story and what they are in its other languages, in a table. */

import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading, useToolCall } from '../../cards'
import { Button, IconButton, languageName, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './translations.module.css'

type Term = ToolOutput<'list_glossary'>['terms'][number]

export function GlossaryEditor({ targets }: { targets: readonly string[] }) {
  const { t, language } = useTranslation()
  const { data, fault: unread, reread } = useReading('list_glossary', {})
  const { call, running, fault } = useToolCall()
  const [added, setAdded] = useState('')
  const terms = data?.terms ?? []
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const [first] = targets
    if (!added.trim() || running || !first) return
    if (await call('set_glossary_term', { term: added.trim(), note: '' })) {
      setAdded('')
      await reread()
    }
  }
  const set = async (term: string, code: string, translation: string) => {
    if (await call('set_glossary_term', { term, language: code, translation })) await reread()
  }
  const note = async (term: string, text: string) => {
    if (await call('set_glossary_term', { term, note: text })) await reread()
  }
  const remove = async (term: string) => {
    if (await call('remove_glossary_term', { term })) await reread()
  }
  return (
    <form className={styles.languages} onSubmit={(event) => void add(event)}>
      <p className={styles.quiet}>{t('translations-glossary-note')}</p>
      {terms.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.glossary}>
            <thead>
              <tr>
                <th scope="col">{t('translations-term')}</th>
                {targets.map((it) => (
                  <th key={it} scope="col">
                    {languageName(it, language)}
                  </th>
                ))}
                <th scope="col">{t('translations-term-note')}</th>
                <th aria-hidden />
              </tr>
            </thead>
            <tbody>
              {terms.map((it) => (
                <TermRow
                  key={it.term}
                  term={it}
                  targets={targets}
                  onSet={(code, text) => void set(it.term, code, text)}
                  onNote={(text) => void note(it.term, text)}
                  onRemove={() => void remove(it.term)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.add}>
        <TextInput
          aria-label={t('translations-term-new')}
          placeholder={t('translations-term-new')}
          value={added}
          onChange={(event) => setAdded(event.target.value)}
        />
        <Button
          type="submit"
          icon={<Plus size={14} aria-hidden />}
          disabled={!added.trim() || running}
        >
          {t('translations-term-add')}
        </Button>
      </div>
      <ErrorMessage report={fault ?? unread} />
    </form>
  )
}

interface TermRowProps {
  term: Term
  targets: readonly string[]
  onSet: (language: string, text: string) => void
  onNote: (text: string) => void
  onRemove: () => void
}

function TermRow({ term, targets, onSet, onNote, onRemove }: TermRowProps) {
  const { t, language } = useTranslation()
  return (
    <tr>
      <th scope="row">{term.term}</th>
      {targets.map((it) => (
        <td key={it}>
          <Cell
            label={t('translations-term-in', {
              term: term.term,
              name: languageName(it, language),
            })}
            value={term.translations?.[it] ?? ''}
            onLeave={(text) => onSet(it, text)}
          />
        </td>
      ))}
      <td>
        <Cell
          label={t('translations-term-note-of', { term: term.term })}
          value={term.note ?? ''}
          onLeave={onNote}
        />
      </td>
      <td>
        <IconButton
          label={t('translations-term-remove', { term: term.term })}
          icon={<X size={14} />}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

interface CellProps {
  label: string
  value: string
  onLeave: (text: string) => void
}

/** A field that is saved when it is left. */
function Cell({ label, value, onLeave }: CellProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined && typed.trim() !== value) onLeave(typed.trim())
        setTyped(undefined)
      }}
    />
  )
}
