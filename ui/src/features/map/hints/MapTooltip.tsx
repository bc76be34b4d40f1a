/** A tooltip at the pointer. */

import { type NodeCard, useSession } from '../../../document'
import { useFindings } from '../../../state'
import { useTranslation } from '../../../text'
import styles from '../StoryMap.module.css'
import type { MapController } from '../scene/mapController'
import { type TooltipTarget, useMapTooltip } from './tooltipTracker'

/** So far the tip lies from the pointer, in CSS pixels. */
const ASIDE = 14
/** Near the lower and the right edge it opens the other way. */
const ROOM = { x: 300, y: 120 }

export function MapTooltip({ controller }: { controller: MapController }) {
  const tip = useMapTooltip((it) => it.tip)
  const lines = useLines(tip?.subject)
  if (!tip || lines.length === 0) return null
  const { width, height } = controller.view.size
  const { x, y } = tip.at
  const place = {
    ...(x > width - ROOM.x ? { right: width - x + ASIDE } : { left: x + ASIDE }),
    ...(y > height - ROOM.y ? { bottom: height - y + ASIDE } : { top: y + ASIDE }),
  }
  return (
    <div className={styles.tip} style={place} role="tooltip">
      {lines.map((it) => (
        <p key={it.text} data-tone={it.tone}>
          {it.text}
        </p>
      ))}
    </div>
  )
}

interface Line {
  text: string
  tone?: 'faint' | 'code'
}

function useLines(subject: TooltipTarget | undefined): Line[] {
  const { t } = useTranslation()
  const { t: problem } = useTranslation()
  const { mirror } = useSession()
  const byNode = useFindings((it) => it.byNode)
  if (!subject) return []
  if (subject.kind === 'link') {
    const link = mirror.edges.get(subject.edge)
    if (!link) return []
    const title = (id: string) => mirror.nodes.get(id)?.title ?? ''
    const lines: Line[] = [
      { text: `${title(link.from)} → ${title(link.to)}`, tone: 'faint' },
      { text: link.label },
      { text: link.condition ? t('map-tip-condition', { condition: link.condition }) : '' },
      { text: link.once ? t('map-tip-once') : '' },
      { text: link.effect ? t('map-tip-effect', { effect: link.effect }) : '' },
      { text: link.includes ? t('map-tip-part') : link.dynamic ? t('map-tip-dynamic') : '' },
    ]
    return lines.filter((it) => it.text)
  }
  const soundLines = (sound: NodeCard['sound']): Line[] => {
    if (!sound) return []
    if (sound.plays === 'silence') return [{ text: t('cards-sound-silence') }]
    const how: Line = { text: t(`cards-sound-plays-${sound.plays}`), tone: 'faint' }
    return [...(sound.name ? [{ text: `♪ ${sound.name}` }] : []), how]
  }
  const node = mirror.nodes.get(subject.node)
  if (!node) return []
  if (subject.kind === 'card') return [{ text: node.title }]
  const { badge } = subject
  if (badge === 'pictures') return [{ text: t('map-tip-pictures', { count: node.pictures ?? 0 }) }]
  if (badge === 'sound' || badge === 'silence') return soundLines(node.sound)
  if (badge !== 'error' && badge !== 'warning') return [{ text: t(`map-tip-${badge}`) }]
  return (byNode.get(node.id)?.kinds ?? []).map((it) => ({
    text: problem.or(`problems-kinds-${it}`, it),
  }))
}
