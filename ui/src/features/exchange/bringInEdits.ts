/** Brings in what somebody changed in a file that was exported from the story, and shows it. */

import type { ToolOutput } from '../../bridge'
import { type Session, useSelection } from '../../document'
import type { PageFile } from '../../kit'
import { type ImportWarning, useNotices, useWorkspace } from '../../state'
import type { Translate } from '../../text'

type Report = ToolOutput<'import_edits'>

/** How many warnings of the file are told. */
const MOST_WARNINGS = 3

/** The window's words. */
interface Words {
  t: Translate
  warningText: (warning: ImportWarning) => string
}

/** Puts the changes into a draft and shows that on the map, where it is reviewed. */
export async function bringInEdits(session: Session, words: Words, file: PageFile): Promise<void> {
  const { t } = words
  const report = await session.data('import_edits', file)
  const { show } = useNotices.getState()
  useWorkspace.getState().setDialog(undefined)
  if (!report.draft) {
    show({ tone: 'good', text: t('exchange-edits-none'), hint: whatElse(words, report) })
    return
  }
  useWorkspace.getState().setView('map')
  await session.showDraft(report.draft)
  useSelection.getState().goTo(report.changed.slice(0, 1).map((it) => it.id))
  const text = t('exchange-edits-wait', { what: whatChanged(words, report) })
  show({ tone: 'good', text, hint: whatElse(words, report) })
}

/** How much the file changes. */
function whatChanged({ t }: Words, { count, added, removed, comments }: Report): string {
  const parts = [
    count > 0 && t('exchange-edits-changed', { count }),
    added > 0 && t('exchange-edits-added', { count: added }),
    removed > 0 && t('exchange-edits-removed', { count: removed }),
    comments > 0 && t('exchange-edits-comments', { count: comments }),
  ]
  return parts.filter(Boolean).join(t('exchange-comma')) || t('exchange-edits-story')
}

/** What the writer has to know besides. */
function whatElse({ t, warningText }: Words, report: Report): string {
  const { conflicts, missing, unknown, warnings } = report
  return [
    conflicts > 0 && t('exchange-edits-conflicts', { count: conflicts }),
    missing.length > 0 &&
      t('exchange-edits-missing', {
        count: missing.length,
        titles: missing
          .slice(0, 3)
          .map((it) => it.title)
          .join(t('exchange-comma')),
      }),
    unknown > 0 && t('exchange-edits-unknown', { count: unknown }),
    ...warnings.slice(0, MOST_WARNINGS).map(warningText),
    warnings.length > MOST_WARNINGS &&
      t('exchange-more-warnings', { count: warnings.length - MOST_WARNINGS }),
  ]
    .filter(Boolean)
    .join(' ')
}
