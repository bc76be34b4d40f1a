/** Any value as readable text: names and values on lines, nested data as JSON. */

import styles from './Call.module.css'

/** The longest value shown, in characters. */
const LONGEST = 600

export function PlainValue({ value }: { value: unknown }) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return <pre className={styles.plain}>{written(value)}</pre>
  }
  const fields = Object.entries(value).filter(([, it]) => it !== null && it !== undefined)
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(([name, it]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{written(it)}</dd>
        </div>
      ))}
    </dl>
  )
}

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
