/** What a format cannot hold: how many of what, and the way to the nodes it is about. */

import { useTranslation } from 'react-i18next'
import { useSelection } from '../../document'
import { Button } from '../../kit'
import { useWorkspace } from '../../state'
import styles from './exchange.module.css'
import type { Loss } from './formats'

export function Losses({ losses }: { losses: readonly Loss[] }) {
  const { t, i18n } = useTranslation('exchange')
  const show = (nodes: readonly string[]) => {
    const { setDialog, setView } = useWorkspace.getState()
    setDialog(undefined)
    setView('map')
    useSelection.getState().select(nodes)
    // The map is drawn again before it can be moved.
    requestAnimationFrame(() => useWorkspace.getState().map?.goTo(nodes))
  }
  const said = (loss: Loss) => {
    // Which capability it is the program says in its own words alone.
    const [, capability = ''] = loss.message.match(/“([^”]+)”/) ?? []
    const name = t(`inspector:capabilities.${capability}`, { defaultValue: capability })
    if (!i18n.exists(`losses:${loss.what}`, { lngs: [i18n.language] }))
      return loss.what === 'data'
        ? loss.message.replace(`“${capability}”`, `“${name}”`)
        : loss.message
    const words = t(`losses:${loss.what}`, { name })
    if (loss.unit === 'story') return t('lossOfStory', { words })
    const unit = t(`units.${loss.unit}`, { defaultValue: '' })
    const names = loss.names.join(t('comma'))
    const line = t('lossOf', { count: loss.count, unit, words })
    return names
      ? t('lossNames', { line, names, more: loss.count > loss.names.length ? '…' : '' })
      : line
  }
  return (
    <section className={styles.notices} aria-label={t('losses')}>
      <h3>{t('losses')}</h3>
      <ul className={styles.losses}>
        {losses.map((it) => (
          <li key={`${it.what} ${it.unit} ${it.message}`}>
            <span>{said(it)}</span>
            {it.nodes.length > 0 && (
              <Button
                variant="plain"
                className={styles.toNodes}
                aria-label={t('showNodesOf', {
                  show: t('showNodes', { count: it.nodes.length }),
                  loss: said(it),
                })}
                onClick={() => show(it.nodes)}
              >
                {t('showNodes', { count: it.nodes.length })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
