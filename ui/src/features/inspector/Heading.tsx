/** The title, kind and color of the node, and the way back along the choices. */

import { ArrowLeft, ChevronDown, History } from 'lucide-react'
import { ErrorMessage, useEditableField, useToolCall } from '../../cards'
import { type NodeDetails, useSession } from '../../document'
import { AutoGrowTextArea, Button, IconButton, Menu, type MenuItem } from '../../kit'
import { renameWith } from '../../services'
import { goToVisited, useVisited, useWorkspace, visitedNode } from '../../state'
import { useTranslation } from '../../text'
import { Colors } from './Colors'
import styles from './inspector.module.css'
import { Labels } from './Labels'
import { NameOffer } from './NameOffer'

interface HeadingProps {
  reading: NodeDetails
  /** Whether colors are asked for; a card that has one shows them anyway. */
  colors: boolean
  /** Which labels are asked for; those that are there are shown anyway. */
  labels: { status: boolean; tags: boolean }
  onHistory: () => void
}

export function Heading({ reading, colors, labels, onHistory }: HeadingProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { mirror } = session
  const { call, fault } = useToolCall()
  const node = reading.id
  const title = useEditableField(reading.title, (typed) =>
    renameWith(session, call, { node, title: typed }),
  )
  const kindName = (kind: string) => t.or(`inspector-kinds-${kind}`, kind)
  const kinds: MenuItem[] = Object.keys(mirror.kinds).map((kind) => ({
    id: kind,
    label: kindName(kind),
    disabled: kind === reading.kind,
    perform: () => void call('set_node_kind', { node, kind }),
  }))
  kinds.push('separator', {
    id: 'fields',
    label: t('inspector-kind-fields'),
    perform: () => useWorkspace.getState().defineKind(reading.kind),
  })
  return (
    <header className={styles.heading}>
      <AutoGrowTextArea
        data-title
        fieldClassName={styles.title ?? ''}
        aria-label={t('inspector-name')}
        value={title.value}
        onChange={(event) => title.type(event.target.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={() => (title.value.trim() === '' ? title.drop() : title.finish())}
        onKeyDown={title.onKeyDown}
      />
      <div className={styles.marks}>
        <Menu lines={kinds}>
          <Button
            variant="plain"
            className={styles.kind}
            aria-label={t('inspector-kind', { kind: kindName(reading.kind) })}
          >
            {kindName(reading.kind)}
            <ChevronDown size={13} />
          </Button>
        </Menu>
        <span className={styles.room} data-part="color">
          {(colors || reading.layout.color) && (
            <Colors
              chosen={reading.layout.color ?? ''}
              onChoose={(color) => void call('color_nodes', { nodes: [node], color })}
            />
          )}
        </span>
        <BackButton />
        <IconButton
          label={t('inspector-history', { name: t('inspector-capabilities-node') })}
          icon={<History size={15} />}
          onClick={onHistory}
        />
      </div>
      {reading.kind !== 'group' && <Labels nodes={[node]} asked={labels} />}
      <NameOffer reading={reading} />
      <ErrorMessage report={fault} />
    </header>
  )
}

/** Back to where one was before. */
function BackButton() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  useVisited()
  const previous = visitedNode(-1, mirror)
  const title = previous === undefined ? undefined : mirror.nodes.get(previous)?.title
  if (title === undefined) return null
  return (
    <IconButton
      label={t('inspector-back', { title })}
      keys="Mod+Alt+ArrowLeft"
      icon={<ArrowLeft size={15} />}
      onClick={() => goToVisited(-1, mirror)}
    />
  )
}
