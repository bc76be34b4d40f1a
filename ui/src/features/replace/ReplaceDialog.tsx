/** Find and replace in all texts: every match is previewed, and all of it is one undo step. */

import { useState } from 'react'
import { ErrorMessage, FindOptions, useMatches, useToolCall } from '../../cards'
import { useSelection, useSession } from '../../document'
import { Button, Dialog, Field, Segmented, TextInput } from '../../kit'
import { showUndoable } from '../../services'
import { useFindQuery, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { Matches } from './Matches'
import styles from './replace.module.css'

/** How many nodes are listed. */
const LISTED = 1000

export function ReplaceDialog() {
  return useWorkspace((it) => it.dialog) === 'replace' ? <Open /> : null
}

function Open() {
  const { t } = useTranslation()
  const session = useSession()
  const selected = useSelection((it) => it.nodes)
  const { find, matchCase, wholeWord } = useFindQuery()
  const [put, setPut] = useState('')
  const [where, setWhere] = useState<'all' | 'selected'>('all')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { call, running, fault } = useToolCall()
  const close = () => useWorkspace.getState().setDialog(undefined)
  const wanted = {
    find,
    ...(matchCase ? { match_case: true } : {}),
    ...(wholeWord ? { whole_word: true } : {}),
    ...(where === 'selected' ? { nodes: [...selected] } : {}),
  }
  const { finds, fault: unfound } = useMatches({ ...wanted, limit: LISTED })
  const nodes = finds?.nodes ?? []
  const taken = nodes.filter((it) => !left.has(it.id))
  const count = taken.reduce((sum, it) => sum + it.count, 0)

  const replace = async () => {
    if (count === 0 || running) return
    const whole = taken.length === nodes.length && where === 'all'
    const named = whole ? {} : { nodes: taken.map((it) => it.id) }
    const done = await call('replace_in_texts', { ...wanted, ...named, with: put })
    if (!done?.result) return
    const result = done.result.data
    showUndoable(session, t('replace-done', { count: result.count, nodes: result.nodes.length }))
    close()
  }
  const turn = (node: string, on: boolean) =>
    setLeft((old) => {
      const next = new Set(old)
      if (on) next.delete(node)
      else next.add(node)
      return next
    })
  const choices = (['all', 'selected'] as const).map((value) => ({
    value,
    label: t(`replace-where-${value}`, { count: selected.size }),
  }))
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={t('replace-title')}
      note={t('replace-note')}
      closeLabel={t('replace-close')}
      foot={
        <>
          <span role="status" className={styles.status}>
            {finds && t('replace-found', { count: finds.count, nodes: finds.node_count })}
          </span>
          <Button
            variant="primary"
            disabled={count === 0 || running}
            onClick={() => void replace()}
          >
            {t('replace-replace', { count })}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void replace()
        }}
      >
        <div className={styles.pair}>
          <Field label={t('replace-find')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={find}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => useFindQuery.setState({ find: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('replace-with')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={put}
                placeholder={t('replace-with-nothing')}
                onChange={(event) => setPut(event.target.value)}
              />
            )}
          </Field>
        </div>
        <div className={styles.ways}>
          <FindOptions
            matchCase={matchCase}
            wholeWord={wholeWord}
            onChange={(change) => useFindQuery.setState(change)}
          />
          {selected.size > 0 && (
            <Segmented
              label={t('replace-scope')}
              value={where}
              choices={choices}
              onChange={setWhere}
            />
          )}
        </div>
        <button type="submit" hidden aria-label={t('replace-title')} />
      </form>
      <ErrorMessage report={fault ?? unfound} />
      <Matches nodes={nodes} put={put} left={left} turn={turn} empty={finds !== undefined} />
    </Dialog>
  )
}
