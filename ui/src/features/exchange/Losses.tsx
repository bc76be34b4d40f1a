/** What a format cannot hold: how many of what, with links to the nodes. */

import { type Mirror, useSession } from '../../document'
import { Button } from '../../kit'
import { showOnMap, useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import type { Loss } from './formats'

export function Losses({ losses }: { losses: readonly Loss[] }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const show = (nodes: readonly string[]) => {
    useWorkspace.getState().setDialog(undefined)
    showOnMap(nodes)
  }
  const lossText = (loss: Loss) => {
    const { capability = '' } = loss
    const name = t.or(`history-parts-${capability}`, capability)
    const words = t.or(`losses-${loss.what}`, sentenceOf(loss), { name })
    if (loss.unit === 'story') return t('exchange-loss-of-story', { words })
    const unit = t.or(`exchange-units-${unitOf(loss, mirror)}`, '', { count: loss.count })
    const names = loss.names.join(t('exchange-comma'))
    const line = t('exchange-loss-of', { unit, words })
    return names
      ? t('exchange-loss-names', { line, names, more: loss.count > loss.names.length ? '…' : '' })
      : line
  }
  return (
    <section className={styles.notices} aria-label={t('exchange-losses')}>
      <h3>{t('exchange-losses')}</h3>
      <ul className={styles.losses}>
        {losses.map((it) => (
          <li key={`${it.what} ${it.unit} ${it.message}`}>
            <span>{lossText(it)}</span>
            {it.nodes.length > 0 && (
              <Button
                variant="plain"
                className={styles.toNodes}
                aria-label={t('exchange-show-nodes-of', {
                  show: t('exchange-show-nodes', { count: it.nodes.length }),
                  loss: lossText(it),
                })}
                onClick={() => show(it.nodes)}
              >
                {t('exchange-show-nodes', { count: it.nodes.length })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the program says in English, without the count and the names that follow. */
function sentenceOf({ message, count, unit }: Loss): string {
  const end = unit === 'story' ? -1 : message.lastIndexOf(`: ${count} `)
  return end < 0 ? message.replace(/\.$/, '') : message.slice(0, end)
}

/** What is counted. To the program a group is a node too; to a writer it is not a card. */
function unitOf({ unit, nodes }: Loss, mirror: Mirror): string {
  if (unit !== 'node') return unit
  const groups = nodes.filter((it) => mirror.nodes.get(it)?.kind === 'group').length
  if (groups === 0) return 'node'
  return groups === nodes.length ? 'group' : 'node_or_group'
}
