/** A preview of what a pasted sheet writes, one line for each row, and which rows are invalid. */

import { useKindName } from '../../../actions'
import { useTranslation } from '../../../text'
import styles from './paste.module.css'
import type { Plan, PlanError, PlanRow } from './plan'

/** So many rows and faults are shown; the others are counted. */
const SHOWN = 200

export function Preview({ plan: { rows, faults } }: { plan: Plan }) {
  const { t } = useTranslation()
  const count = (does: PlanRow['does']) => rows.filter((it) => it.does === does).length
  const counts = { made: count('make'), changed: count('change'), same: count('same') }
  const shown = rows.filter((it) => it.does !== 'same')
  return (
    <>
      {faults.length > 0 && (
        <section className={styles.faults}>
          <p>{t('bible-paste-left', { count: faults.length })}</p>
          <ul>
            {faults.slice(0, SHOWN).map((it) => (
              <FaultLine key={it.row} fault={it} />
            ))}
          </ul>
          {faults.length > SHOWN && (
            <p>{t('bible-paste-more', { count: faults.length - SHOWN })}</p>
          )}
        </section>
      )}
      <p className={styles.counts} role="status">
        {shown.length === 0 ? t('bible-paste-nothing') : t('bible-paste-counts', counts)}
      </p>
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys too
        <section className={styles.preview} aria-label={t('bible-paste-preview')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th>{t('bible-paste-row')}</th>
                <th>
                  <span className={styles.unseen}>{t('bible-paste-preview')}</span>
                </th>
                <th>{t('bible-columns-title')}</th>
                <th>{t('bible-columns-kind')}</th>
                <th>{t('bible-key')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, SHOWN).map((it) => (
                <Line key={it.row} row={it} />
              ))}
            </tbody>
          </table>
          {shown.length > SHOWN && <p>{t('bible-paste-more', { count: shown.length - SHOWN })}</p>}
        </section>
      )}
    </>
  )
}

function FaultLine({ fault: { row, column, why, what } }: { fault: PlanError }) {
  const { t } = useTranslation()
  return (
    <li>
      <strong>
        {column ? t('bible-paste-at', { row, column }) : t('bible-paste-at-row', { row })}
      </strong>
      {t(`bible-paste-why-${why}`, { what })}
    </li>
  )
}

function Line({ row }: { row: PlanRow }) {
  const { t } = useTranslation()
  const kindName = useKindName()
  return (
    <tr>
      <td className={styles.number}>{row.row}</td>
      <td>
        <span className={row.does === 'make' ? styles.made : styles.changed}>
          {t(`bible-paste-does-${row.does}`)}
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
