/**
 * Adds a choice: its label, and its target, which is created if it does not exist and is named by
 * the label if no title is given. Enter adds it; Mod+Enter also opens the target.
 */

import { Plus } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { ErrorMessage, useToolCall } from '../../cards'
import { matchingTitles, nodesTitled, useSession } from '../../document'
import { Button, isImeKey, TextInput } from '../../kit'
import { openPage } from '../../state'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'
import { useTrail } from './trail'

export function AddChoice({ node }: { node: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const { mirror } = session
  const { call, running, fault } = useToolCall()
  const [label, setLabel] = useState('')
  const [target, setTarget] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const title = target.trim() || label.trim()
  const meant = title === '' ? [] : nodesTitled(mirror, title)

  const add = async (goOn: boolean) => {
    if (title === '' || running) return
    const [to] = meant
    const done = to
      ? await call('link_nodes', { from: node, to: to.id, label: label.trim() })
      : await call('create_node', { title, after: node, label: label.trim() })
    if (!done) return
    setLabel('')
    setTarget('')
    if (!goOn) return field.current?.focus()
    const data = done.result?.data
    const made = data && 'node' in data ? data.node.id : undefined
    const next = to?.id ?? made
    if (next === undefined) return
    await session.refresh()
    useTrail.getState().follow(next, false)
    openPage(next)
  }
  const keys = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || !isMod || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    void add(true)
  }
  return (
    <form
      className={styles.add}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add(false)
      }}
      onKeyDown={keys}
    >
      <TextInput
        ref={field}
        data-new-choice
        inLine
        aria-label={t('inspector-choices-new-label')}
        placeholder={t('inspector-choices-new-label')}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextInput
        inLine
        aria-label={t('inspector-choices-new-target')}
        placeholder={t('inspector-choices-new-target')}
        list={list}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      />
      <datalist id={list}>
        {matchingTitles(mirror, title).map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
      <Button type="submit" icon={<Plus size={14} />} disabled={running || title === ''}>
        {title !== '' && meant.length === 0
          ? t('inspector-choices-make')
          : t('inspector-choices-add')}
      </Button>
      {title !== '' && meant.length === 0 && (
        <span className={styles.quiet}>{t('inspector-choices-make-hint', { title })}</span>
      )}
      {meant.length > 1 && (
        <span className={styles.quiet}>{t('inspector-choices-ambiguous', { title })}</span>
      )}
      <ErrorMessage report={fault} />
    </form>
  )
}
