/** What was odd in a file that was read, each with its place, in the window's language. */

import { useTranslation } from 'react-i18next'
import type { FileNotice } from '../../actions'
import { placeWords } from '../../text/saying'
import styles from './exchange.module.css'

interface NoticesProps {
  notices: readonly FileNotice[]
  /** How many more there are than are listed. */
  more: number
}

export function Notices({ notices, more }: NoticesProps) {
  const { t, i18n } = useTranslation('exchange')
  const said = ({ what, parts, message }: FileNotice) => {
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
            {placeWords(t, it)}
            {said(it)}
          </li>
        ))}
        {more > 0 && <li>{t('moreWarnings', { count: more })}</li>}
      </ul>
    </section>
  )
}
