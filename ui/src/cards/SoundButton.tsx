/** Switches the sounds of a story that is played off and on, and says what is heard. */

import { Volume2, VolumeX } from 'lucide-react'
import type { ToolOutput } from '../bridge'
import { IconButton, useSoundChoice } from '../kit'
import { useTranslation } from '../text'

interface SoundButtonProps {
  sounds: NonNullable<ToolOutput<'play_story'>['sounds']>
}

export function SoundButton({ sounds }: SoundButtonProps) {
  const { t } = useTranslation()
  const { on, toggle } = useSoundChoice()
  const names = [sounds.music?.name, sounds.effect?.name].filter(Boolean)
  const label = t(on ? 'play-sound-off' : 'play-sound-on')
  return (
    <IconButton
      label={names.length > 0 ? `${label} (${names.join(' · ')})` : label}
      icon={on ? <Volume2 size={15} /> : <VolumeX size={15} />}
      onClick={toggle}
    />
  )
}
