/** One choice: its label, condition, once-only flag, effect and target. */

import { ArrowDown, ArrowUp, Repeat1, X } from 'lucide-react'
import { RuleInput, useEditableField } from '../../cards'
import type { LinkEnd } from '../../document'
import { IconButton } from '../../kit'
import { useTranslation } from '../../text'
import { ChoiceTarget } from './ChoiceTarget'
import styles from './inspector.module.css'

interface ChoiceRowProps {
  link: LinkEnd
  first: boolean
  last: boolean
  onLabel: (label: string) => Promise<boolean>
  onCondition: (condition: string) => Promise<boolean>
  onEffect: (effect: string) => Promise<boolean>
  /** Whether it may be taken only once. */
  onOnce: (once: boolean) => void
  /** Leads the choice to another node, by its title or id. */
  onTarget: (node: string) => Promise<boolean>
  /** By how many places. */
  onMove: (by: number) => void
  onRemove: () => void
  /** Why its condition or effect cannot be read. */
  unread: string | undefined
}

export function ChoiceRow(props: ChoiceRowProps) {
  const { link, first, last, onMove, onRemove, unread } = props
  const { t } = useTranslation()
  const label = useEditableField(link.label ?? '', props.onLabel)
  const { title } = link.node
  return (
    <li className={styles.choice}>
      <div className={styles.choiceLine}>
        <input
          className={styles.label}
          aria-label={t('inspector-choices-label', { title })}
          placeholder={t('inspector-choices-label-hint')}
          value={label.value}
          onChange={(event) => label.type(event.target.value)}
          onBlur={label.finish}
          onKeyDown={label.onKeyDown}
        />
        <IconButton
          label={t('inspector-choices-once', { title })}
          icon={<Repeat1 size={14} />}
          pressed={link.once === true}
          className={styles.once ?? ''}
          onClick={() => props.onOnce(!link.once)}
        />
        <span className={styles.choiceTools}>
          <IconButton
            label={t('inspector-choices-up', { title })}
            icon={<ArrowUp size={14} />}
            disabled={first}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t('inspector-choices-down', { title })}
            icon={<ArrowDown size={14} />}
            disabled={last}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={t('inspector-choices-remove', { title })}
            icon={<X size={14} />}
            onClick={onRemove}
          />
        </span>
      </div>
      <ChoiceTarget node={link.node} onTarget={props.onTarget} />
      <div className={styles.rules}>
        <Rule
          word={t('inspector-choices-if')}
          label={t('inspector-choices-condition', { title })}
          hint={t('inspector-choices-condition-hint')}
          value={link.condition ?? ''}
          onChange={props.onCondition}
        />
        <Rule
          word={t('inspector-choices-then-word')}
          label={t('inspector-choices-effect', { title })}
          hint={t('inspector-choices-effect-hint')}
          value={link.effect ?? ''}
          onChange={props.onEffect}
        />
      </div>
      {unread && (
        <p role="status" className={styles.unread}>
          {t('inspector-choices-unread', { why: unread })}
        </p>
      )}
    </li>
  )
}

interface RuleProps {
  word: string
  label: string
  hint: string
  value: string
  onChange: (value: string) => Promise<boolean>
}

/** The room of a short rule beside a long one, in characters. */
const LEAST_ROOM = 18

/** A condition or an effect, in the notation of both. */
function Rule({ word, label, hint, value, onChange }: RuleProps) {
  // The longer of the two has more room; what is being typed does not move the other.
  const room = Math.max(value.length, LEAST_ROOM)
  return (
    <span className={styles.rule} style={{ flexGrow: room }}>
      <span className={styles.ruleWord} aria-hidden>
        {word}
      </span>
      <RuleInput
        className={styles.condition}
        label={label}
        hint={hint}
        value={value}
        onChange={onChange}
      />
    </span>
  )
}
