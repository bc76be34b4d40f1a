/** What the node is called, what it is, and the color of its card. */

import { ChevronDown, History } from 'lucide-react'
import { ErrorMessage, useEditableField, useToolCall } from '../../cards'
import { type NodeDetails, useSession } from '../../document'
import { Button, IconButton, Menu } from '../../kit'
import { renameWith } from '../../services'
import { useTranslation } from '../../text'
import { Colors } from './Colors'
import styles from './inspector.module.css'

interface HeadingProps {
  reading: NodeDetails
  onHistory: () => void
}

export function Heading({ reading, onHistory }: HeadingProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { call, fault } = useToolCall()
  const node = reading.id
  const title = useEditableField(reading.title, (typed) => renameWith(call, node, typed))
  const kindName = (kind: string) => t.or(`inspector-kinds-${kind}`, kind)
  const kinds = Object.keys(mirror.kinds).map((kind) => ({
    id: kind,
    label: kindName(kind),
    disabled: kind === reading.kind,
    perform: () => void call('set_node_kind', { node, kind }),
  }))
  return (
    <header className={styles.heading}>
      <input
        className={styles.title}
        aria-label={t('inspector-name')}
        value={title.value}
        onChange={(event) => title.type(event.target.value)}
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
        <Colors
          chosen={reading.layout.color ?? ''}
          onChoose={(color) => void call('color_nodes', { nodes: [node], color })}
        />
        <IconButton
          label={t('inspector-history', { name: t('inspector-capabilities-node') })}
          icon={<History size={15} />}
          onClick={onHistory}
        />
      </div>
      <ErrorMessage report={fault} />
    </header>
  )
}
