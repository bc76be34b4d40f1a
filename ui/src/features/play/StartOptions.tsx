/** Where to start: the story's start or the selected node, with variables; or a bookmark. */

import { BookmarkPlus, Crosshair, Play, Variable, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { readingSeed, useNode, useSelection, useSession } from '../../document'
import { Button, IconButton, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import { type Bookmark, useBookmarks } from './bookmarks'
import styles from './play.module.css'
import { formatState, type Playthrough, type PlaythroughControls, startingAt } from './playthrough'

interface StartOptionsProps {
  playing: PlaythroughControls
  reading: Playthrough | undefined
}

export function StartOptions({ playing, reading }: StartOptionsProps) {
  const { mirror } = useSession()
  const { places, add, remove } = useBookmarks(mirror.story.id)
  return (
    <>
      <StartForm playing={playing} reading={reading} />
      {reading && (
        <SaveBookmark
          suggestion={nameOf(reading)}
          onKeep={(name) =>
            add({
              name,
              node: reading.node,
              state: formatState(reading.variables),
              // By id, so that a start that is set elsewhere later does not move the place.
              spec: { ...playing.spec, from: reading.from.id, steps: reading.steps },
            })
          }
        />
      )}
      <ul className={styles.places}>
        {places.map((it) => (
          <BookmarkRow
            key={it.name}
            place={it}
            playing={playing}
            onForget={() => remove(it.name)}
          />
        ))}
      </ul>
    </>
  )
}

function StartForm({ playing, reading }: StartOptionsProps) {
  const { t } = useTranslation()
  const selected = useNode(useSelection((it) => it.focused))
  const [state, setState] = useState(playing.spec.state)
  const begin = (from: string | undefined) =>
    playing.begin({ from, state: state.trim(), seed: readingSeed(), steps: [] })
  const isWrong = playing.fault?.path?.startsWith('/state')
  return (
    <section className={styles.section}>
      <h4>{t('play-places')}</h4>
      <div className={styles.begin}>
        <Button icon={<Play size={13} aria-hidden />} onClick={() => begin(undefined)}>
          {t('play-from-start')}
        </Button>
        {selected && selected.kind !== 'group' && (
          <Button icon={<Play size={13} aria-hidden />} onClick={() => begin(selected.id)}>
            {t('play-from-node', { title: selected.title })}
          </Button>
        )}
      </div>
      <div className={styles.state}>
        <TextInput
          aria-label={t('play-with-state')}
          aria-invalid={isWrong}
          placeholder={t('play-with-state')}
          spellCheck={false}
          value={state}
          onChange={(event) => setState(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && begin(playing.spec.from)}
        />
        {reading && (
          <IconButton
            label={t('play-take-state')}
            icon={<Variable size={15} />}
            onClick={() => setState(formatState(reading.variables))}
          />
        )}
      </div>
    </section>
  )
}

function SaveBookmark({
  suggestion,
  onKeep,
}: {
  suggestion: string
  onKeep: (name: string) => void
}) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const keep = (event: FormEvent) => {
    event.preventDefault()
    onKeep(name.trim() || suggestion)
    setName('')
  }
  return (
    <form className={styles.section} onSubmit={keep}>
      <h4>{t('play-kept')}</h4>
      <div className={styles.state}>
        <TextInput
          aria-label={t('play-place-name')}
          placeholder={suggestion}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" icon={<BookmarkPlus size={13} aria-hidden />}>
          {t('play-keep')}
        </Button>
      </div>
    </form>
  )
}

interface BookmarkRowProps {
  place: Bookmark
  playing: PlaythroughControls
  onForget: () => void
}

function BookmarkRow({ place, playing, onForget }: BookmarkRowProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { name, node, state, spec } = place
  const isThere = mirror.nodes.has(node.id)
  return (
    <li>
      <button type="button" title={name} disabled={!isThere} onClick={() => playing.begin(spec)}>
        {name}
      </button>
      <IconButton
        label={t('play-right-here', { name })}
        icon={<Crosshair size={13} />}
        disabled={!isThere}
        onClick={() => playing.begin(startingAt(node.id, state))}
      />
      <IconButton label={t('play-forget', { name })} icon={<X size={13} />} onClick={onForget} />
    </li>
  )
}

/** A place is called after its node and what the variables hold there. */
function nameOf(reading: Playthrough): string {
  const state = formatState(reading.variables)
  return state ? `${reading.node.title} · ${state}` : reading.node.title
}
