/** A sound to listen to: play and pause, its name, and how long it is. */

import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../document'
import { IconButton, TextInput, useObjectUrl } from '../../kit'
import { useTranslation } from '../../text'
import { useEditableField } from '../useEditableField'
import { clock } from './clock'
import styles from './sound.module.css'

interface SoundPlayerProps {
  asset: string
  milliseconds: number
  name: string
  onRename: (name: string) => Promise<boolean>
}

export function SoundPlayer({ asset, milliseconds, name, onRename }: SoundPlayerProps) {
  const { t } = useTranslation()
  const { bridge } = useSession()
  const url = useObjectUrl(bridge.assetUrl(asset))
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [failed, setFailed] = useState(false)
  const field = useEditableField(name, onRename)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins at its beginning
  useEffect(() => {
    setSeconds(0)
    setFailed(false)
  }, [url])
  const toggle = () => {
    if (playing) audio.current?.pause()
    else audio.current?.play().catch(() => setFailed(true))
  }
  return (
    <>
      <div className={styles.player}>
        {/* biome-ignore lint/a11y/useMediaCaption: the name beside it says what is heard */}
        <audio
          ref={audio}
          src={url}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setSeconds(0)}
          onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
        />
        <IconButton
          label={t(playing ? 'cards-sound-pause' : 'cards-sound-play')}
          icon={playing ? <Pause size={15} /> : <Play size={15} />}
          disabled={url === undefined}
          onClick={toggle}
        />
        <TextInput
          aria-label={t('cards-sound-name')}
          placeholder={t('cards-sound-name')}
          className={styles.name}
          maxLength={200}
          value={field.value}
          onChange={(event) => field.type(event.target.value)}
          onBlur={field.finish}
          onKeyDown={field.onKeyDown}
        />
        <span className={styles.time}>
          {seconds > 0 && `${clock(seconds * 1000)} / `}
          {clock(milliseconds)}
        </span>
      </div>
      {failed && (
        <p className={styles.none} role="alert">
          {t('cards-sound-unplayable')}
        </p>
      )}
    </>
  )
}
