/** Words that come again soon, and phrases that the scenes use again and again. */

import { useState } from 'react'
import type { ToolOutput } from '../../bridge'
import { ErrorMessage, useReading } from '../../cards'
import { useSelection, useSession } from '../../document'
import { Empty, Panel, Segmented } from '../../kit'
import { openPlace } from '../../state'
import { useTranslation } from '../../text'
import { PhraseRow } from './PhraseRow'
import { type Place, PlaceButton } from './PlaceButton'
import styles from './repetitions.module.css'

export type Repetitions = ToolOutput<'find_repetitions'>

/** How many of each are listed. */
const LISTED = 100

export function RepetitionsPanel() {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const focused = useSelection((it) => it.focused)
  const [scope, setScope] = useState<'scene' | 'story'>('story')
  const scene = focused === undefined ? undefined : mirror.nodes.get(focused)
  const one = scope === 'scene' && scene ? { nodes: [scene.id] } : {}
  const { data, fault } = useReading('find_repetitions', { ...one, limit: LISTED })
  return (
    <Panel title={t('repetitions-title')}>
      <div className={styles.panel}>
        <Segmented
          label={t('repetitions-where')}
          value={scope}
          choices={[
            { value: 'story', label: t('repetitions-story') },
            { value: 'scene', label: t('repetitions-scene') },
          ]}
          onChange={(it) => setScope(it as 'scene' | 'story')}
        />
        {scope === 'scene' && !scene ? (
          <Empty title={t('repetitions-no-scene')} />
        ) : data ? (
          <Found found={data} />
        ) : fault ? (
          <ErrorMessage report={fault} />
        ) : (
          <Empty title={t('repetitions-reading')} />
        )}
      </div>
    </Panel>
  )
}

/** Opens a place; the others of its section can be stepped to from there. */
function open(places: readonly Place[], place: Place): void {
  const all = places.map(({ node, quote, character }) => ({
    node: node.id,
    passage: { quote, character },
  }))
  openPlace('repetitions', all, places.indexOf(place))
}

function Found({ found }: { found: Repetitions }) {
  const { t } = useTranslation()
  const { close, phrases } = found
  if (close.length + phrases.length === 0)
    return (
      <Empty title={t('repetitions-none')}>
        <p>{t('repetitions-none-note')}</p>
      </Empty>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
    <div className={styles.scroller} tabIndex={0}>
      {close.length > 0 && (
        <section aria-label={t('repetitions-close')}>
          <h3 className={styles.heading}>
            {t('repetitions-close')} <span className={styles.count}>{found.close_count}</span>
          </h3>
          <ul className={styles.list}>
            {close.map((it) => (
              <li key={`${it.node.id} ${it.character} ${it.word}`}>
                <PlaceButton
                  place={it}
                  onOpen={(place) => open(close, place)}
                  words={
                    <>
                      <b>{it.word}</b> × {it.times}
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {phrases.length > 0 && (
        <section aria-label={t('repetitions-phrases')}>
          <h3 className={styles.heading}>
            {t('repetitions-phrases')} <span className={styles.count}>{found.phrase_count}</span>
          </h3>
          <ul className={styles.list}>
            {phrases.map((it) => (
              <PhraseRow key={it.phrase} phrase={it} onOpen={(place) => open(it.places, place)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
