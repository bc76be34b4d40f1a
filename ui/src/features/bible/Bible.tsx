/** Characters, places and the writer's own kinds as a table of their attributes. */

import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault, useTool } from '../../cards'
import { useSelection } from '../../document'
import { Button, Empty, TextInput } from '../../kit'
import styles from './Bible.module.css'
import { Bulk } from './Bulk'
import { arranged, columnsOf, type Sorting } from './rows'
import { Table } from './Table'
import { useRows } from './useRows'

export function Bible() {
  const { t } = useTranslation('bible')
  const rows = useRows()
  const [kind, setKind] = useState<string>()
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [sorting, setSorting] = useState<Sorting>({ column: { of: 'title' }, down: false })
  const selected = useSelection((it) => it.nodes)
  const { call, fault, running } = useTool()
  const shown = useMemo(
    () => arranged(rows ?? [], { kind, words, sorting }),
    [rows, kind, words, sorting],
  )
  const ofKind = (rows ?? []).filter((it) => kind === undefined || it.kind === kind)
  const keys = columnsOf(ofKind, added)
  const kinds = [...new Set((rows ?? []).map((it) => it.kind))]
  const chosen = shown.filter((it) => selected.has(it.id)).map((it) => it.id)
  const kindName = (it: string) => t(`kinds.${it}`, { defaultValue: it })

  return (
    <section className={styles.view} aria-label={t('title')}>
      <header className={styles.head}>
        <select
          className={styles.kinds}
          aria-label={t('kind')}
          value={kind ?? ''}
          onChange={(event) => setKind(event.target.value || undefined)}
        >
          <option value="">{t('all')}</option>
          {kinds.map((it) => (
            <option key={it} value={it}>
              {kindName(it)}
            </option>
          ))}
        </select>
        <TextInput
          type="search"
          className={styles.filter ?? ''}
          value={words}
          aria-label={t('filter')}
          placeholder={t('filter')}
          onChange={(event) => setWords(event.target.value)}
        />
        <span className={styles.count}>{t('rows', { count: shown.length })}</span>
        <AddColumn onAdd={(key) => setAdded([...added, key])} />
      </header>
      <Fault report={fault} />
      {chosen.length > 1 && (
        <Bulk
          count={chosen.length}
          keys={keys}
          busy={running}
          onSet={(key, value) =>
            void call('set_attribute', {
              nodes: chosen,
              key,
              ...(value === undefined ? {} : { value }),
            })
          }
        />
      )}
      {rows && rows.length === 0 ? (
        <Empty title={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <Table
          rows={shown}
          keys={keys}
          sorting={sorting}
          onSort={setSorting}
          onForget={(key) => setAdded(added.filter((it) => it !== key))}
          call={call}
        />
      )}
    </section>
  )
}

function AddColumn({ onAdd }: { onAdd: (key: string) => void }) {
  const { t } = useTranslation('bible')
  const [key, setKey] = useState('')
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim()) onAdd(key.trim())
        setKey('')
      }}
    >
      <TextInput
        value={key}
        aria-label={t('newColumn')}
        placeholder={t('newColumn')}
        onChange={(event) => setKey(event.target.value)}
      />
      <Button type="submit" disabled={!key.trim()}>
        {t('add')}
      </Button>
    </form>
  )
}
