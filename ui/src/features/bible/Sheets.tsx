/** Rows out of a spreadsheet, and the table as it is shown into one: by the clipboard, or as a file. */

import { FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reportFault, useDesk, useKindName, useNotices } from '../../actions'
import { askProgram } from '../../bridge'
import { useSession } from '../../document'
import { download, IconButton, Menu } from '../../kit'
import type { BibleRow } from './rows'
import { csvOf, tsvOf } from './table'

export interface Shown {
  rows: readonly BibleRow[]
  keys: readonly string[]
}

interface SheetsProps {
  table: Shown
  onPaste: () => void
}

export function Sheets({ table: { rows, keys }, onPaste }: SheetsProps) {
  const { t } = useTranslation('bible')
  const { mirror } = useSession()
  const program = useDesk((it) => it.frame?.program)
  const kindName = useKindName()
  const columns = [
    { column: { of: 'title' as const }, name: t('columns.title') },
    { column: { of: 'kind' as const }, name: t('columns.kind') },
    ...keys.map((key) => ({ column: { of: 'key' as const, key }, name: key })),
  ]
  const named = rows.map((it) => ({ ...it, kind: kindName(it.kind) }))
  const told = (text: string) => useNotices.getState().show({ tone: 'good', text })
  const copy = async () => {
    await navigator.clipboard.writeText(tsvOf(named, columns))
    told(t('copied', { count: rows.length }))
  }
  const save = async () => {
    const content = csvOf(named, columns)
    const file = {
      file_name: `${mirror.story.title || 'Story'}.csv`,
      content,
      encoding: 'text' as const,
    }
    if (!program?.native) {
      download(file)
      return told(t('exchange:downloaded', { name: file.file_name }))
    }
    const saved = { ...file }
    const { path } = await askProgram<{ path: string | null }>(program, 'window_save_file', saved)
    if (path !== null) told(t('exchange:saved', { path }))
  }
  const lines = [
    { id: 'paste', label: t('paste.open'), perform: onPaste },
    'separator' as const,
    { id: 'copy', label: t('copyTable'), perform: () => void copy().catch(reportFault) },
    { id: 'save', label: t('saveTable'), perform: () => void save().catch(reportFault) },
  ]
  return (
    <Menu lines={lines}>
      <IconButton label={t('sheet')} icon={<FileSpreadsheet size={15} />} />
    </Menu>
  )
}
