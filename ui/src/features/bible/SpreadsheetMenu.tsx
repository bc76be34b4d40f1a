/** Pastes rows from a spreadsheet, and copies or saves the shown table for one. */

import { FileSpreadsheet } from 'lucide-react'
import { useKindName } from '../../actions'
import { callProgram } from '../../bridge'
import { useSession } from '../../document'
import { download, IconButton, Menu } from '../../kit'
import { reportError, useNotices, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import { csvOf, tsvOf } from './csv'
import type { BibleRow } from './rows'

export interface ShownTable {
  rows: readonly BibleRow[]
  keys: readonly string[]
}

interface SpreadsheetMenuProps {
  table: ShownTable
  onPaste: () => void
}

export function SpreadsheetMenu({ table: { rows, keys }, onPaste }: SpreadsheetMenuProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const program = useWorkspace((it) => it.windowContext?.program)
  const kindName = useKindName()
  const columns = [
    { column: { of: 'title' as const }, name: t('bible-columns-title') },
    { column: { of: 'kind' as const }, name: t('bible-columns-kind') },
    ...keys.map((key) => ({ column: { of: 'key' as const, key }, name: key })),
  ]
  const named = rows.map((it) => ({ ...it, kind: kindName(it.kind) }))
  const showNotice = (text: string) => useNotices.getState().show({ tone: 'good', text })
  const copy = async () => {
    await navigator.clipboard.writeText(tsvOf(named, columns))
    showNotice(t('bible-copied', { count: rows.length }))
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
      return showNotice(t('exchange-downloaded', { name: file.file_name }))
    }
    const saved = { ...file }
    const { path } = await callProgram(program, 'window_save_file', saved)
    if (path !== null) showNotice(t('exchange-saved', { path }))
  }
  const lines = [
    { id: 'paste', label: t('bible-paste-open'), perform: onPaste },
    'separator' as const,
    { id: 'copy', label: t('bible-copy-table'), perform: () => void copy().catch(reportError) },
    { id: 'save', label: t('bible-save-table'), perform: () => void save().catch(reportError) },
  ]
  return (
    <Menu lines={lines}>
      <IconButton label={t('bible-sheet')} icon={<FileSpreadsheet size={15} />} />
    </Menu>
  )
}
