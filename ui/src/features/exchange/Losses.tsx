/** What a format cannot hold: how many of what, with links to the nodes. */

import { useSelection } from '../../document'
import { Button } from '../../kit'
import { useWorkspace } from '../../state'
import { useTranslation } from '../../text'
import styles from './exchange.module.css'
import type { Loss } from './formats'

export function Losses({ losses }: { losses: readonly Loss[] }) {
  const { t } = useTranslation()
  const show = (nodes: readonly string[]) => {
    const { setDialog, setView } = useWorkspace.getState()
    setDialog(undefined)
    setView('map')
    useSelection.getState().select(nodes)
    // The map is drawn again before it can be moved.
    requestAnimationFrame(() => useWorkspace.getState().map?.goTo(nodes))
  }
  const lossText = (loss: Loss) => {
    // Which capability it is the program says in its own words alone.
    const [, capability = ''] = loss.message.match(/“([^”]+)”/) ?? []
    const name = t.or(`inspector-capabilities-${capability}`, capability)
    if (!t.exists(`losses-${loss.what}`))
      return loss.what === 'data'
        ? loss.message.replace(`“${capability}”`, `“${name}”`)
        : loss.message
    const words = t.or(`losses-${loss.what}`, loss.message, { name })
    if (loss.unit === 'story') return t('exchange-loss-of-story', { words })
    const unit = t.or(`exchange-units-${loss.unit}`, '')
    const names = loss.names.join(t('exchange-comma'))
    const line = t('exchange-loss-of', { count: loss.count, unit, words })
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
