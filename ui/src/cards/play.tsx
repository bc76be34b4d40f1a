/** The play settings of a node: whether the story may end here, and the effect of entering it. */

import { useId } from 'react'
import { useTranslation } from '../text'
import type { CardProps } from './card'
import { ErrorMessage } from './ErrorMessage'
import styles from './play.module.css'
import { RuleInput } from './rules/RuleInput'
import { useToolCall } from './useToolCall'

export function Card({ node, data }: CardProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const { enter = '', ending = false } = (data ?? {}) as { enter?: string; ending?: boolean }
  const save = async (typed: string) =>
    (await call('set_enter_effect', { node, effect: typed.trim() })) !== undefined
  const id = useId()
  return (
    <div className={styles.play}>
      <label className={styles.ending}>
        <input
          type="checkbox"
          checked={ending}
          disabled={running}
          onChange={(event) => void call('set_ending', { node, ending: event.target.checked })}
        />
        {t('cards-play-ending')}
      </label>
      <label className={styles.word} htmlFor={id}>
        {t('cards-play-enter')}
      </label>
      <RuleInput
        id={id}
        className={styles.effect}
        hint={t('cards-play-enter-hint')}
        value={enter}
        onChange={save}
      />
      <ErrorMessage report={fault} />
    </div>
  )
}
