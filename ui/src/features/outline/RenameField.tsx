/** Renames a node in its row. */

import { useSession } from '../../document'
import { NameField } from '../../kit'
import { renameNode } from '../../services'
import { reportError } from '../../state'
import { useTranslation } from '../../text'

interface RenameFieldProps {
  node: string
  title: string
  done: () => void
}

export function RenameField({ node, title, done }: RenameFieldProps) {
  const { t } = useTranslation()
  const session = useSession()
  const finish = (written?: string) => {
    done()
    if (written !== undefined) renameNode(session, node, written).catch(reportError)
  }
  return <NameField name={title} label={t('outline-new-title', { title })} done={finish} />
}
