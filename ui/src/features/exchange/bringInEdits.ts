/** Brings in what somebody changed in a document that was exported from the story, and shows it. */

import type { ToolOutput } from '../../bridge'
import { type Session, useSelection } from '../../document'
import type { PageFile } from '../../kit'
import { useNotices, useWorkspace } from '../../state'
import type { Translate } from '../../text'

type Report = ToolOutput<'import_edits'>

/** Puts the changes into a draft and shows that on the map, where it is reviewed. */
export async function bringInEdits(session: Session, t: Translate, file: PageFile): Promise<void> {
  const report = await session.data('import_edits', file)
  const { show } = useNotices.getState()
  useWorkspace.getState().setDialog(undefined)
  if (!report.draft) {
    show({ tone: 'good', text: t('exchange-edits-none'), hint: whatElse(t, report) })
    return
  }
  useWorkspace.getState().setView('map')
  await session.showDraft(report.draft)
  useSelection.getState().goTo(report.changed.slice(0, 1).map((it) => it.id))
  const text = t('exchange-edits-wait', { scenes: report.count, comments: report.comments })
  show({ tone: 'good', text, hint: whatElse(t, report) })
}

/** What the writer has to know besides. */
function whatElse(t: Translate, { conflicts, missing, unknown }: Report): string {
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
  ]
    .filter(Boolean)
    .join(' ')
}
