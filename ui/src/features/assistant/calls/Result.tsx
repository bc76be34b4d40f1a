/** The result of a call, shown with the template of its UI hints. */

import type { UiHints } from '../../../bridge'
import { useOpenNode } from '../../../cards'
import { useSession } from '../../../document'
import { partName, useTranslation } from '../../../text'
import styles from './Call.module.css'
import { DiffView } from './DiffView'
import { linesOf, nodesIn, piecesOf, rows, toLine } from './resultFields'

type Fields = UiHints['fields']

interface ResultProps {
  schema: UiHints
  /** Nodes that are named already. */
  named?: ReadonlySet<string | null>
}

export function Result({ schema, named = new Set() }: ResultProps) {
  const { fields } = schema
  switch (schema.template) {
    case 'attributes':
      return <Attributes fields={fields} />
    case 'picture':
      return <Picture fields={fields} />
    case 'prose':
      return <Prose fields={fields} />
    case 'nodes':
      return <Nodes fields={fields} named={named} />
    case 'versions':
      return <Versions fields={fields} />
    default:
      return null
  }
}

function Attributes({ fields }: { fields: Fields }) {
  return (
    <dl className={styles.fields}>
      {rows(fields.items).map((it) => (
        <div key={toLine(it.k)}>
          <dt>{toLine(it.k)}</dt>
          <dd>{toLine(it.v)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Picture({ fields }: { fields: Fields }) {
  const { bridge } = useSession()
  const { asset, alt, width, height } = fields
  if (typeof asset !== 'string') return null
  const size = typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
  return (
    <figure className={styles.figure}>
      <img className={styles.picture} src={bridge.assetUrl(asset)} alt={toLine(alt)} {...size} />
      <figcaption>{toLine(alt)}</figcaption>
    </figure>
  )
}

function Prose({ fields }: { fields: Fields }) {
  const { t } = useTranslation()
  const [before, after] = [fields.before, fields.after].map(Number)
  return (
    <>
      {toLine(fields.text) && <p className={styles.prose}>{toLine(fields.text)}</p>}
      {Number.isFinite(before) && Number.isFinite(after) && (
        <p className={styles.which}>{t('assistant-words', { before, after })}</p>
      )}
    </>
  )
}

function Nodes({ fields, named }: { fields: Fields; named: ReadonlySet<string | null> }) {
  const open = useOpenNode()
  const { t } = useTranslation()
  const label = toLine(fields.label)
  const nodes = nodesIn(fields.nodes).filter((it) => !named.has(it.id))
  if (nodes.length === 0 && !label) return null
  return (
    <p className={styles.nodes}>
      {nodes.map((it) => (
        <button
          key={it.id}
          type="button"
          className={styles.chip}
          aria-label={t('assistant-open', { title: it.title })}
          onClick={() => open(it.id)}
        >
          {it.title}
        </button>
      ))}
      {label && <span className={styles.which}>{t('assistant-labeled', { label })}</span>}
    </p>
  )
}

function Versions({ fields }: { fields: Fields }) {
  const { t } = useTranslation()
  const versions = rows(fields.versions)
  if (versions.length === 0) {
    return <DiffView pieces={piecesOf(fields.pieces)} lines={linesOf(fields.lines)} />
  }
  return (
    <ul className={styles.versions}>
      {versions.map((it) => {
        const capability = toLine(it.capability)
        return (
          <li key={`${capability}-${toLine(it.version ?? it.number)}`}>
            {t('assistant-version', { number: it.version ?? it.number })}
            {capability &&
              ` · ${partName(capability, (part) => t.or(`assistant-part-${part}`, part))}`}
            {it.adopted === true && <em> {t('assistant-adopted')}</em>}
            <span className={styles.which}>{toLine(it.summary ?? it.excerpt)}</span>
          </li>
        )
      })}
    </ul>
  )
}
