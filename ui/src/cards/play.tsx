/** A node's part in a play: whether the story may end here, and what entering does to the variables. */

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardProps } from './card'
import { Fault } from './Fault'
import styles from './play.module.css'
import { useHand } from './useHand'
import { useTool } from './useTool'

export function Card({ node, data }: CardProps) {
  const { t } = useTranslation('cards')
  const { call, running, fault } = useTool()
  const { enter = '', ending = false } = (data ?? {}) as { enter?: string; ending?: boolean }
  const effect = useHand(enter, async (typed) => {
    return (await call('set_enter_effect', { node, effect: typed.trim() })) !== undefined
  })
  const id = useId()
  return (
    <div className={styles.play}>
      <label className={styles.ending}>
        <input
          type="checkbox"
          checked={ending}
          disabled={running}
          onChange={(event) => void call('mark_ending', { node, ending: event.target.checked })}
        />
        {t('play.ending')}
      </label>
      <label className={styles.word} htmlFor={id}>
        {t('play.enter')}
      </label>
      <input
        id={id}
        className={styles.effect}
        placeholder={t('play.enterHint')}
        spellCheck={false}
        value={effect.value}
        onChange={(event) => effect.type(event.target.value)}
        onBlur={effect.finish}
        onKeyDown={effect.onKeyDown}
      />
      <Fault report={fault} />
    </div>
  )
}
