/** The story bible: a table of attributes, and who appears in which scenes. */

import { useState } from 'react'
import { Segmented } from '../../kit'
import { useTranslation } from '../../text'
import { AttributeTable } from './AttributeTable'
import { Appearances } from './appearances/Appearances'

const PARTS = ['table', 'appearances'] as const

type Part = (typeof PARTS)[number]

/** The part that was shown last, on this machine. */
const SHOWN = 'storyteller-bible-part'

export function Bible() {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>(
    () => PARTS.find((it) => it === localStorage.getItem(SHOWN)) ?? 'table',
  )
  const show = (chosen: Part) => {
    localStorage.setItem(SHOWN, chosen)
    setPart(chosen)
  }
  const switcher = (
    <Segmented<Part>
      label={t('bible-parts')}
      value={part}
      choices={PARTS.map((value) => ({ value, label: t(`bible-parts-${value}`) }))}
      onChange={show}
    />
  )
  const Shown = part === 'table' ? AttributeTable : Appearances
  return <Shown switcher={switcher} />
}
