/** Texts that still name a node by the title it had, and the way to have them follow. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../document'
import { Button } from '../kit'
import { reportFault } from './notices'
import styles from './RenamedLinks.module.css'
import { leaveLinks, rewriteLinks, useRenamed } from './renaming'

/** How many of the nodes are named. */
const NAMED = 4

/** Shown for the node that was renamed last, if it is this one. */
export function RenamedLinks({ node }: { node: string }) {
  const { t } = useTranslation('actions')
  const session = useSession()
  const renamed = useRenamed((it) => it.renamed)
  const [running, setRunning] = useState(false)
  if (renamed?.node !== node) return null
  const { links } = renamed
  const titles = links.slice(0, NAMED).map((it) => it.title)
  const rewrite = async () => {
    setRunning(true)
    await rewriteLinks(session).catch(reportFault)
    setRunning(false)
  }
  return (
    <div role="status" className={styles.links}>
      <p>
        {t('links.there', {
          count: links.reduce((sum, it) => sum + it.count, 0),
          titles: titles.join(t('links.comma')) + (links.length > NAMED ? '…' : ''),
        })}
      </p>
      <Button look="primary" disabled={running} onClick={() => void rewrite()}>
        {t('links.rewrite')}
      </Button>
      <Button look="plain" onClick={leaveLinks}>
        {t('links.leave')}
      </Button>
    </div>
  )
}
