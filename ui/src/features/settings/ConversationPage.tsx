/** What the assistant is shown: which tools, and how long conversations are fitted. */

import { useState } from 'react'
import type { Program } from '../../bridge'
import { LabeledGroup, Segmented } from '../../kit'
import { useTranslation } from '../../text'
import { AllowedTools } from './AllowedTools'
import { SettingFields } from './SettingFields'
import { StrategyFields } from './StrategyFields'
import styles from './settings.module.css'
import type { ChangeForm, SettingsForm } from './settingsForm'
import { type Place, type Strategies, useOpenStory } from './useStrategies'

interface ConversationPageProps {
  program: Program
  chosen: SettingsForm
  strategies: Strategies
  change: ChangeForm
}

export function ConversationPage({ program, chosen, strategies, change }: ConversationPageProps) {
  const { t } = useTranslation()
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
      <SettingFields
        page="conversations"
        values={chosen.values}
        change={(part) => change({ values: { ...chosen.values, ...part } })}
      />
      <h3>{t('settings-long')}</h3>
      {strategies.places.length > 1 && (
        <LabeledGroup label={t('settings-place')}>
          <Segmented
            label={t('settings-place')}
            value={here}
            choices={strategies.places.map((it) => ({
              value: it,
              label: t(`settings-places-${it}`),
            }))}
            onChange={setPlace}
          />
        </LabeledGroup>
      )}
      <StrategyFields
        key={here}
        strategy={kept[here]}
        known={strategies.known}
        wider={wider[here]}
        change={(part) => strategies.change(here, part)}
      />
      <p className={styles.note}>{t('settings-long-note')}</p>
      {story && thread && <AllowedTools story={story} thread={thread} />}
    </div>
  )
}
