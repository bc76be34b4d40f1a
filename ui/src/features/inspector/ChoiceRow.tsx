/** One choice: what the reader is offered, when, and where it leads. */

import { ArrowDown, ArrowUp, CornerDownRight, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHand } from '../../cards'
import { type LinkEnd, useSelection } from '../../document'
import { IconButton } from '../../kit'
import styles from './inspector.module.css'

interface ChoiceRowProps {
  link: LinkEnd
  first: boolean
  last: boolean
  onLabel: (label: string) => Promise<boolean>
  onCondition: (condition: string) => Promise<boolean>
  /** By how many places. */
  onMove: (by: number) => void
  onRemove: () => void
}

export function ChoiceRow(props: ChoiceRowProps) {
  const { link, first, last, onMove, onRemove } = props
  const { t } = useTranslation('inspector')
  const select = useSelection((it) => it.select)
  const label = useHand(link.label ?? '', props.onLabel)
  const condition = useHand(link.condition ?? '', props.onCondition)
  const { title } = link.node
  return (
    <li className={styles.choice}>
      <div className={styles.choiceLine}>
        <input
          className={styles.label}
          aria-label={t('choices.label', { title })}
          placeholder={t('choices.labelHint')}
          value={label.value}
          onChange={(event) => label.type(event.target.value)}
          onBlur={label.finish}
          onKeyDown={label.onKeyDown}
        />
        <span className={styles.choiceTools}>
          <IconButton
            label={t('choices.up', { title })}
            icon={<ArrowUp size={14} />}
            disabled={first}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t('choices.down', { title })}
            icon={<ArrowDown size={14} />}
            disabled={last}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={t('choices.remove', { title })}
            icon={<X size={14} />}
            onClick={onRemove}
          />
        </span>
      </div>
      <div className={styles.choiceLine}>
        <button
          type="button"
          className={styles.target}
          aria-label={t('choices.go', { title })}
          onClick={() => select([link.node.id])}
        >
          <CornerDownRight size={13} />
          <span>{title}</span>
        </button>
        <input
          className={styles.condition}
          aria-label={t('choices.condition', { title })}
          placeholder={t('choices.conditionHint')}
          value={condition.value}
          onChange={(event) => condition.type(event.target.value)}
          onBlur={condition.finish}
          onKeyDown={condition.onKeyDown}
        />
      </div>
    </li>
  )
}
