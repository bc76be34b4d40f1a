/** Where to begin: the story's start, the selected node, a place kept earlier. */

import { BookmarkPlus, Play, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNode, useSelection, useSession } from '../../document'
import { Button, IconButton } from '../../kit'
import { usePlaces } from './places'
import styles from './play.module.css'
import { asState, type Playing, type Reading } from './reading'

export function Places({ playing, reading }: { playing: Playing; reading: Reading }) {
  const { t } = useTranslation('play')
  const { mirror } = useSession()
  const { places, add, remove } = usePlaces(mirror.story.id)
  const selected = useNode(useSelection((it) => it.focused))
  const state = asState(reading.variables)
  return (
    <section className={styles.section}>
      <h4>{t('places')}</h4>
      <div className={styles.begin}>
        <Button
          icon={<Play size={13} aria-hidden />}
          onClick={() => playing.begin({ from: undefined, state: '', steps: [] })}
        >
          {t('fromStart')}
        </Button>
        {selected && (
          <Button
            icon={<Play size={13} aria-hidden />}
            onClick={() => playing.begin({ from: selected.id, state, steps: [] })}
          >
            {t('fromNode', { title: selected.title })}
          </Button>
        )}
        <Button
          icon={<BookmarkPlus size={13} aria-hidden />}
          onClick={() =>
            add({
              name: nameOf(reading),
              node: reading.node,
              // By id, so that a start that is set elsewhere later does not move the place.
              told: { from: reading.from.id, state: playing.told.state, steps: reading.steps },
            })
          }
        >
          {t('keep')}
        </Button>
      </div>
      <ul className={styles.places}>
        {places.map((it) => (
          <li key={it.name}>
            <button
              type="button"
              disabled={!mirror.nodes.has(it.node.id)}
              onClick={() => playing.begin(it.told)}
            >
              {it.name}
            </button>
            <IconButton
              label={t('forget', { name: it.name })}
              icon={<X size={13} />}
              onClick={() => remove(it.name)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A place is called after its node and what the variables hold there. */
function nameOf(reading: Reading): string {
  const state = asState(reading.variables)
  return state ? `${reading.node.title} · ${state}` : reading.node.title
}
