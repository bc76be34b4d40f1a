/** Pastes rows of a spreadsheet into the bible: previewed first, and one undo step. */

import { useMemo, useState } from 'react'
import { useKindName } from '../../../actions'
import { ErrorMessage, useToolCall } from '../../../cards'
import { useSession } from '../../../document'
import { Button, Dialog, Field, Select, TextArea } from '../../../kit'
import { useNotices } from '../../../state'
import { LANGUAGES, type Translate, translationIn, useTranslation } from '../../../text'
import type { BibleRow } from '../rows'
import { Columns } from './Columns'
import { Preview } from './Preview'
import styles from './paste.module.css'
import { letterOf, planPaste, planToArgs } from './plan'
import { type ColumnRole, columnRoles, hasHeaderRow, readSheet } from './sheet'

interface PasteDialogProps {
  /** What was pasted, if anything yet. */
  text: string
  rows: readonly BibleRow[]
  keys: readonly string[]
  onClose: () => void
}

export function PasteDialog({ text: given, rows: held, keys, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const kindName = useKindName()
  const { call, running, fault } = useToolCall()
  const [text, setText] = useState(given)
  const [kind, setKind] = useState('character')
  const [asNamed, setAsNamed] = useState<boolean>()
  const [changed, setChanged] = useState<Record<number, ColumnRole>>({})
  const sheet = useMemo(() => readSheet(text), [text])
  const named = asNamed ?? hasHeaderRow(sheet.rows, keys)
  const roles = useMemo(
    () => columnRoles(sheet.rows, named, keys).map((it, at) => changed[at] ?? it),
    [sheet, named, keys, changed],
  )
  const kinds = Object.keys(mirror.kinds).filter((it) => it !== 'group')
  const plan = useMemo(() => {
    const names = kindsByName(Object.keys(mirror.kinds))
    const known = { nodes: [...mirror.nodes.values()], rows: held, kinds: names }
    const body = named ? sheet.rows.slice(1) : sheet.rows
    return planPaste(body, roles, { first: named ? 2 : 1, kind, known })
  }, [sheet, roles, named, kind, held, mirror])
  const written = planToArgs(plan)
  const blockedBy = blockingProblem(roles, t)
  const count = plan.rows.filter((it) => it.does !== 'same').length

  const take = (next: string) => {
    setText(next)
    setAsNamed(undefined)
    setChanged({})
  }
  const write = async () => {
    if (!written) return
    const done = await call('update_attribute_table', written)
    if (!done?.result) return
    const result = done.result.data
    const notice = t('bible-paste-done', {
      made: result.made.length,
      changed: result.changed.length,
    })
    useNotices.getState().show({ tone: 'good', text: notice })
    onClose()
  }
  const empty = sheet.rows.length === 0
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('bible-paste-title')}
      note={t('bible-paste-note')}
      closeLabel={t('bible-paste-close')}
      foot={
        empty ? undefined : (
          <>
            <Button onClick={() => take('')}>{t('bible-paste-other')}</Button>
            <Button
              variant="primary"
              disabled={running || !written || blockedBy !== undefined}
              onClick={() => void write()}
            >
              {t('bible-paste-write', { count })}
            </Button>
          </>
        )
      }
    >
      {empty ? (
        <TextArea
          className={styles.paste ?? ''}
          value={text}
          aria-label={t('bible-paste-text')}
          placeholder={t('bible-paste-text-hint')}
          onChange={(event) => take(event.target.value)}
        />
      ) : (
        <div className={styles.body}>
          <div className={styles.ways}>
            <label className={styles.named}>
              <input
                type="checkbox"
                checked={named}
                onChange={(event) => {
                  setAsNamed(event.target.checked)
                  setChanged({})
                }}
              />
              {t('bible-paste-named')}
            </label>
            <Field label={t('bible-paste-kind-of-new')}>
              {(ids) => (
                <Select
                  {...ids}
                  value={kind}
                  choices={kinds.map((value) => ({ value, label: kindName(value) }))}
                  onChoose={setKind}
                />
              )}
            </Field>
          </div>
          <Columns
            roles={roles}
            sample={sheet.rows[named ? 1 : 0] ?? []}
            onChange={(at, meaning) => setChanged(withColumn(changed, roles, at, meaning))}
          />
          {sheet.open !== undefined && (
            <p className={styles.warn}>{t('bible-paste-open_quote', { row: sheet.open })}</p>
          )}
          {blockedBy && (
            <p className={styles.warn} role="alert">
              {blockedBy}
            </p>
          )}
          <ErrorMessage report={fault} />
          {!blockedBy && <Preview plan={plan} />}
        </div>
      )}
    </Dialog>
  )
}

/** The kinds by all their names: a sheet may be written in another language than the window. */
function kindsByName(kinds: readonly string[]) {
  const names = new Map<string, string>()
  for (const { code } of LANGUAGES) {
    const t = translationIn(code)
    for (const it of kinds) names.set(t.or(`inspector-kinds-${it}`, it).toLowerCase(), it)
  }
  for (const it of kinds) names.set(it.toLowerCase(), it)
  return names
}

/** One column is the title and one the kind: whichever was so before is then left out. */
function withColumn(
  changed: Record<number, ColumnRole>,
  roles: readonly ColumnRole[],
  at: number,
  meaning: ColumnRole,
): Record<number, ColumnRole> {
  const next = { ...changed, [at]: meaning }
  if (meaning.is === 'key' || meaning.is === 'nothing') return next
  for (const [other, it] of roles.entries())
    if (other !== at && it.is === meaning.is) next[other] = { is: 'nothing' }
  return next
}

type Say = Translate

/** What must be said of the columns before anything can be written. */
function blockingProblem(roles: readonly ColumnRole[], t: Say): string | undefined {
  if (roles.length > 0 && !roles.some((it) => it.is === 'title'))
    return t('bible-paste-no-title-column')
  const seen = new Map<string, number>()
  for (const [at, it] of roles.entries()) {
    if (it.is !== 'key') continue
    const key = it.key.trim().toLowerCase()
    if (key === '') return t('bible-paste-unnamed', { column: letterOf(at) })
    const before = seen.get(key)
    if (before !== undefined)
      return t('bible-paste-double-key', { one: letterOf(before), other: letterOf(at) })
    seen.set(key, at)
  }
  return undefined
}
