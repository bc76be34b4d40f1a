/** What a pasted sheet would write, a line a row, and which rows it would not. */

import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../actions'
import styles from './paste.module.css'
import type { Plan, PlanFault, PlanRow } from './plan'

/** So many rows and faults are shown; the others are counted. */
const SHOWN = 200

export function Preview({ plan: { rows, faults } }: { plan: Plan }) {
  const { t } = useTranslation('bible')
  const count = (does: PlanRow['does']) => rows.filter((it) => it.does === does).length
  const counts = { made: count('make'), changed: count('change'), same: count('same') }
  const shown = rows.filter((it) => it.does !== 'same')
  return (
    <>
      {faults.length > 0 && (
        <section className={styles.faults}>
          <p>{t('paste.left', { count: faults.length })}</p>
          <ul>
            {faults.slice(0, SHOWN).map((it) => (
              <FaultLine key={it.row} fault={it} />
            ))}
          </ul>
          {faults.length > SHOWN && <p>{t('paste.more', { count: faults.length - SHOWN })}</p>}
        </section>
      )}
      <p className={styles.counts} role="status">
        {shown.length === 0 ? t('paste.nothing') : t('paste.counts', counts)}
      </p>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
        <section className={styles.preview} aria-label={t('paste.preview')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{t('paste.row')}</th>
                <th>
                  <span className={styles.unseen}>{t('paste.preview')}</span>
                </th>
                <th>{t('columns.title')}</th>
                <th>{t('columns.kind')}</th>
                <th>{t('key')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, SHOWN).map((it) => (
                <Line key={it.row} row={it} />
              ))}
            </tbody>
          </table>
          {shown.length > SHOWN && <p>{t('paste.more', { count: shown.length - SHOWN })}</p>}
        </section>
      )}
    </>
  )
}

function FaultLine({ fault: { row, column, why, what } }: { fault: PlanFault }) {
  const { t } = useTranslation('bible')
  return (
    <li>
      <strong>{column ? t('paste.at', { row, column }) : t('paste.atRow', { row })}</strong>
      {t(`paste.why.${why}`, { what })}
    </li>
  )
}

function Line({ row }: { row: PlanRow }) {
  const { t } = useTranslation('bible')
  const kindName = useKindName()
  return (
    <tr>
      <td className={styles.number}>{row.row}</td>
      <td>
        <span className={row.does === 'make' ? styles.made : styles.changed}>
          {t(`paste.does.${row.does}`)}
        </span>
      </td>
      <td>{row.title}</td>
      <td>{kindName(row.kind)}</td>
      <td>
        {row.cells.map((it) => (
          <div key={it.key} className={styles.cell}>
            <span className={styles.key}>{it.key}</span>
            {it.before !== '' && <del>{it.before}</del>}
            <ins>{it.after}</ins>
          </div>
        ))}
      </td>
    </tr>
  )
}
