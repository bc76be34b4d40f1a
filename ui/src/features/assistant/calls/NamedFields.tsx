/** The arguments of a call for a reader: each with its label, nodes by their titles. */

import { useSession } from '../../../document'
import { type Translate, useTranslation } from '../../../text'
import styles from './Call.module.css'

/** The longest value shown, in characters. */
const LONGEST = 600

export function NamedFields({ args }: { args: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const titleOf = (id: string) => mirror.nodes.get(id)?.title
  const fields = Object.entries(args).filter(([, it]) => isSaid(it))
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(([name, it]) => (
        <div key={name}>
          <dt>{t.or(`tools-fields-${name}`, name)}</dt>
          <dd>{shortened(valueText(it, t, titleOf))}</dd>
        </div>
      ))}
    </dl>
  )
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

/** A value in words: lists line by line, what has parts by their names. */
function valueText(
  value: unknown,
  t: Translate,
  titleOf: (id: string) => string | undefined,
): string {
  if (typeof value === 'boolean') return t(value ? 'cards-other-yes' : 'cards-other-no')
  if (typeof value === 'string') return titleOf(value) ?? value
  if (Array.isArray(value)) return value.map((it) => valueText(it, t, titleOf)).join('\n')
  if (value === null || typeof value !== 'object') return String(value ?? '')
  const pair = value as Record<string, unknown>
  if (typeof pair.k === 'string' && 'v' in pair)
    return `${pair.k}: ${valueText(pair.v, t, titleOf)}`
  return Object.entries(pair)
    .filter(([, it]) => isSaid(it))
    .map(([name, it]) => `${t.or(`tools-fields-${name}`, name)}: ${valueText(it, t, titleOf)}`)
    .join(' · ')
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
