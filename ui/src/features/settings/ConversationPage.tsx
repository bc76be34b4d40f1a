/** What the assistant is shown: which tools, and how long conversations are fitted. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Program } from '../../bridge'
import { Segmented } from '../../kit'
import { Allowed } from './Allowed'
import { type Chosen, TOOL_CHOICES } from './chosen'
import { Labeled } from './Labeled'
import { StrategyFields } from './StrategyFields'
import styles from './settings.module.css'
import { type Place, type Strategies, useOpenStory } from './useStrategies'

interface ConversationPageProps {
  program: Program
  chosen: Chosen
  strategies: Strategies
  change: (part: Partial<Chosen>) => void
}

export function ConversationPage({ program, chosen, strategies, change }: ConversationPageProps) {
  const { t } = useTranslation('settings')
  const { story, thread } = useOpenStory(program)
  const [place, setPlace] = useState<Place>('settings')
  const here = strategies.places.includes(place) ? place : 'settings'
  const { chosen: kept } = strategies
  // What counts where this place chooses nothing of its own.
  const wider = {
    settings: undefined,
    story: kept.settings.id,
    thread: kept.story.id || kept.settings.id,
  }
  return (
    <div className={styles.form}>
      <Labeled label={t('tools')} note={t(`toolNotes.${chosen.tools}`)}>
        <Segmented
          label={t('tools')}
          value={chosen.tools}
          choices={TOOL_CHOICES.map((it) => ({ value: it, label: t(`toolChoices.${it}`) }))}
          onChange={(tools) => change({ tools })}
        />
      </Labeled>
      <h3>{t('long')}</h3>
      {strategies.places.length > 1 && (
        <Labeled label={t('place')}>
          <Segmented
            label={t('place')}
            value={here}
            choices={strategies.places.map((it) => ({ value: it, label: t(`places.${it}`) }))}
            onChange={setPlace}
          />
        </Labeled>
      )}
      <StrategyFields
        key={here}
        strategy={kept[here]}
        known={strategies.known}
        wider={wider[here]}
        change={(part) => strategies.change(here, part)}
      />
      <p className={styles.note}>{t('longNote')}</p>
      {story && thread && <Allowed story={story} thread={thread} />}
    </div>
  )
}
