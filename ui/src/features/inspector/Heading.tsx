/** What the node is called, what it is, and the color of its card. */

import { ChevronDown, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFault } from '../../actions'
import { Fault, useHand, useTool } from '../../cards'
import { type NodeReading, useSession } from '../../document'
import { Button, IconButton, Menu } from '../../kit'
import { Colors } from './Colors'
import styles from './inspector.module.css'
import { Links, type NamedIn } from './Links'

/** A renaming that left texts behind which name the old title. */
interface Renamed {
  title: string
  change: number | undefined
  links: readonly NamedIn[]
}

interface Steps {
  steps: { changes: number[]; undone: boolean }[]
}

interface HeadingProps {
  reading: NodeReading
  onHistory: () => void
}

export function Heading({ reading, onHistory }: HeadingProps) {
  const { t } = useTranslation('inspector')
  const { mirror } = useSession()
  const session = useSession()
  const { call, running, fault } = useTool()
  const node = reading.id
  const [renamed, setRenamed] = useState<Renamed>()
  const title = useHand(reading.title, async (typed) => {
    const done = await call('rename_node', { node, title: typed.trim() })
    const told = done?.result?.data as { links?: NamedIn[] } | undefined
    setRenamed(told?.links && { title: typed.trim(), change: done?.change, links: told.links })
    return done !== undefined
  })
  const rewrite = async () => {
    if (!renamed) return
    // The renaming is taken back and done again with its links, so that both are one step.
    const { steps } = await session.data<Steps>('list_steps', { limit: 1 })
    const newest = steps[0]
    const ours = newest && !newest.undone && newest.changes.includes(renamed.change ?? -1)
    if (ours && !(await call('undo', {}))) return
    const wish = { node, title: renamed.title, rewrite_links: true }
    if (await call('rename_node', wish)) setRenamed(undefined)
  }
  const kindName = (kind: string) => t(`kinds.${kind}`, { defaultValue: kind })
  const kinds = Object.keys(mirror.kinds).map((kind) => ({
    id: kind,
    label: kindName(kind),
    disabled: kind === reading.kind,
    perform: () => void call('describe_node', { node, kind }),
  }))
  return (
    <header className={styles.heading}>
      <input
        className={styles.title}
        aria-label={t('name')}
        value={title.value}
        onChange={(event) => title.type(event.target.value)}
        onBlur={() => (title.value.trim() === '' ? title.drop() : title.finish())}
        onKeyDown={title.onKeyDown}
      />
      <div className={styles.marks}>
        <Menu lines={kinds}>
          <Button
            look="plain"
            className={styles.kind}
            aria-label={t('kind', { kind: kindName(reading.kind) })}
          >
            {kindName(reading.kind)}
            <ChevronDown size={13} />
          </Button>
        </Menu>
        <Colors
          chosen={reading.layout.color ?? ''}
          onChoose={(color) => void call('color_nodes', { nodes: [node], color })}
        />
        <IconButton
          label={t('history', { name: t('capabilities.node') })}
          icon={<History size={15} />}
          onClick={onHistory}
        />
      </div>
      <Links
        links={reading.title === renamed?.title ? renamed.links : []}
        running={running}
        rewrite={() => void rewrite().catch(reportFault)}
        leave={() => setRenamed(undefined)}
      />
      <Fault report={fault} />
    </header>
  )
}
