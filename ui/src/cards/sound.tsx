/** What a reader hears in a scene: a sound or music with how it is played, or that music stops. */

import { Music, VolumeX } from 'lucide-react'
import type { ToolOutput } from '../bridge'
import { Button, base64Of, chooseFiles, Select, SOUND_TYPES } from '../kit'
import { useTranslation } from '../text'
import type { CardProps } from './card'
import { ErrorMessage } from './ErrorMessage'
import { SoundPlayer } from './sound/SoundPlayer'
import styles from './sound/sound.module.css'
import { type ToolCaller, useToolCall } from './useToolCall'

type Sound = Omit<ToolOutput<'set_sound'>, 'node' | 'version'>

/** How a file is played. */
const PLAYS = ['once', 'loop', 'music'] as const

export function Card({ node, data }: CardProps) {
  const { t } = useTranslation()
  const { call, running, fault } = useToolCall()
  const sound = data as Sound | null
  const isSilence = sound?.plays === 'silence'
  return (
    <div className={styles.card}>
      {sound?.asset ? (
        <Played node={node} sound={sound} asset={sound.asset} call={call} running={running} />
      ) : (
        <p className={styles.none}>{t(isSilence ? 'cards-sound-silence' : 'cards-sound-none')}</p>
      )}
      <div className={styles.row}>
        <ChooseSound node={node} call={call} running={running} replaces={Boolean(sound?.asset)} />
        {!isSilence && !sound?.asset && (
          <Button
            icon={<VolumeX size={15} aria-hidden />}
            disabled={running}
            onClick={() => void call('set_sound', { node, plays: 'silence' })}
          >
            {t('cards-sound-stop')}
          </Button>
        )}
        {sound && (
          <Button disabled={running} onClick={() => void call('remove_sound', { node })}>
            {t('cards-sound-remove')}
          </Button>
        )}
      </div>
      <ErrorMessage report={fault} />
    </div>
  )
}

interface PlayedProps {
  node: string
  sound: Sound
  asset: string
  call: ToolCaller['call']
  running: boolean
}

function Played({ node, sound, asset, call, running }: PlayedProps) {
  const { t } = useTranslation()
  const rename = async (name: string) => (await call('set_sound', { node, name })) !== undefined
  return (
    <>
      <SoundPlayer
        asset={asset}
        milliseconds={sound.milliseconds ?? 0}
        name={sound.name ?? ''}
        onRename={rename}
      />
      <Select
        aria-label={t('cards-sound-plays')}
        value={sound.plays ?? 'once'}
        disabled={running}
        choices={PLAYS.map((it) => ({ value: it, label: t(`cards-sound-plays-${it}`) }))}
        onChoose={(chosen) => {
          const plays = PLAYS.find((it) => it === chosen)
          if (plays) void call('set_sound', { node, plays })
        }}
      />
    </>
  )
}

interface ChooseSoundProps {
  node: string
  call: ToolCaller['call']
  running: boolean
  replaces: boolean
}

function ChooseSound({ node, call, running, replaces }: ChooseSoundProps) {
  const { t } = useTranslation()
  const choose = async () => {
    const [file] = await chooseFiles({ accept: SOUND_TYPES })
    if (!file) return
    await call('set_sound', { node, content: await base64Of(file), file_name: file.name })
  }
  return (
    <Button icon={<Music size={15} aria-hidden />} disabled={running} onClick={() => void choose()}>
      {t(replaces ? 'cards-sound-replace' : 'cards-sound-choose')}
    </Button>
  )
}
