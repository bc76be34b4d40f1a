/** The story as a game: the passage, its choices, and the way back. */

import { ArrowLeft, Lock, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ErrorReport, type HubConnection, type ToolOutput, toErrorReport } from '../bridge'
import { ErrorMessage } from '../cards/ErrorMessage'
import { Markdown } from '../cards/markdown/Markdown'
import { SoundButton } from '../cards/SoundButton'
import { readingSeed, useSession } from '../document'
import { Button, IconButton } from '../kit'
import { useTranslation } from '../text'
import { useGuestComment } from './GuestComment'
import styles from './guest.module.css'
import type { GuestStory } from './guestStory'
import { SceneImage } from './SceneImage'
import { SceneSound } from './SceneSound'

type Playthrough = ToolOutput<'play_story'>

interface GuestPlayProps {
  hub: HubConnection
  story: GuestStory
}

export function GuestPlay({ hub, story }: GuestPlayProps) {
  const { t } = useTranslation()
  const { shown, fault, go, again } = usePlay()
  const passage = useRef<HTMLElement>(null)
  const comment = useGuestComment(shown?.node.id, story.rights?.you.level, () => passage.current)
  const steps = shown?.steps ?? []
  const { music, effect } = shown?.sounds ?? {}
  return (
    <div className={styles.reading}>
      <div className={styles.tools}>
        <IconButton
          label={t('play-back')}
          icon={<ArrowLeft size={15} aria-hidden />}
          disabled={steps.length === 0}
          onClick={() => go(steps.slice(0, -1))}
        />
        <IconButton
          label={t('play-again')}
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={steps.length === 0}
          onClick={again}
        />
        {story.may('add_finding') && comment.button}
        {shown?.sounds && <SoundButton sounds={shown.sounds} />}
      </div>
      <ErrorMessage report={fault} />
      {comment.form}
      {music && <SceneSound key={music.asset} hub={hub} node={music.node.id} loop />}
      {effect && <SceneSound key={`effect ${steps.length}`} hub={hub} node={effect.node.id} />}
      {shown && (
        <div className={styles.text} key={steps.join()}>
          <section ref={passage} className={styles.scene} aria-label={shown.node.title}>
            <h2>{shown.node.title}</h2>
            {shown.image && <SceneImage hub={hub} node={shown.node.id} title={shown.node.title} />}
            <Markdown text={shown.text} />
            <ul className={styles.choices}>
              {shown.choices.map((it) => (
                <li key={it.step}>
                  <Button
                    disabled={!it.open}
                    icon={it.open ? undefined : <Lock size={13} aria-hidden />}
                    onClick={() => go([...steps, it.step])}
                  >
                    {it.label || (it.to?.title ?? '…')}
                  </Button>
                </li>
              ))}
              {shown.way_back && (
                <li>
                  <Button onClick={() => go([...steps, shown.way_back?.step ?? ''])}>
                    {shown.way_back.label}
                  </Button>
                </li>
              )}
            </ul>
            {shown.over && <p className={styles.quiet}>{t('guest-play-over')}</p>}
          </section>
        </div>
      )}
    </div>
  )
}

/** What is played: computed by the program from the steps, and again when the story changes. */
function usePlay() {
  const session = useSession()
  const [steps, setSteps] = useState<readonly string[]>([])
  const [seed, setSeed] = useState(readingSeed)
  const [shown, setShown] = useState<Playthrough>()
  const [fault, setFault] = useState<ErrorReport>()
  useEffect(() => {
    let left = false
    const read = () =>
      session.data('play_story', { seed, steps }).then(
        (answer) => {
          if (left) return
          setShown(answer)
          setFault(undefined)
        },
        (error: unknown) => !left && setFault(toErrorReport(error)),
      )
    void read()
    const stop = session.bridge.subscribe(
      (event) => event.type === 'data:changed' && !event.draft && void read(),
      () => void read(),
    )
    return () => {
      left = true
      stop()
    }
  }, [session, seed, steps])
  const again = () => {
    setSeed(readingSeed())
    setSteps([])
  }
  return { shown, fault, go: setSteps, again }
}
