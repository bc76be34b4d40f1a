/** What was odd in a file that was read, each with its place, in the window's language. */

import { useTranslation } from 'react-i18next'
import type { ImportWarning } from '../../state'
import { placeText } from '../../text/errorText'
import styles from './exchange.module.css'

interface ImportWarningsProps {
  notices: readonly ImportWarning[]
  /** How many more there are than are listed. */
  more: number
}

export function ImportWarnings({ notices, more }: ImportWarningsProps) {
  const { t, i18n } = useTranslation('exchange')
  const said = ({ what, parts, message }: ImportWarning) => {
    if (!i18n.exists(`warnings:${what}`)) return message
    const { capability } = parts
    const named = capability
      ? { capability: t(`inspector:capabilities.${capability}`, { defaultValue: `${capability}` }) }
      : {}
    return t(`warnings:${what}`, { ...parts, ...named })
  }
  return (
    <section className={styles.notices} aria-label={t('warnings')}>
      <h3>{t('warnings')}</h3>
      <ul>
        {notices.map((it, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice of one line
          <li key={index}>
            {placeText(t, it)}
            {said(it)}
          </li>
        ))}
        {more > 0 && <li>{t('moreWarnings', { count: more })}</li>}
      </ul>
    </section>
  )
}
