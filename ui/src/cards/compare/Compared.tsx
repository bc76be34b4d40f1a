/** The difference of two versions: words for prose, a table for values, pictures side by side. */

import { useEffect, useState } from 'react'
import { useSession } from '../../document'
import { useTranslation } from '../../text'
import { ErrorMessage } from '../ErrorMessage'
import { PictureFrame } from '../pictures/PictureFrame'
import type { Variant } from '../pictures/picture'
import { DiffText } from '../prose/DiffText'
import { clock } from '../sound/clock'
import styles from './compare.module.css'
import { type Line, useComparison } from './useComparison'

interface ComparedProps {
  node: string
  capability: string
  pair: { from: number | undefined; to: number }
}

export function Compared({ node, capability, pair }: ComparedProps) {
  const { t } = useTranslation()
  const state = useComparison(node, capability, pair)
  if (state.is === 'reading') return <p className={styles.quiet}>{t('versions-reading')}</p>
  if (state.is === 'failed') return <ErrorMessage report={state.report} />
  const compared = state.comparison
  // What the bytes of a picture or a sound are called is nobody's business.
  const isMedia = capability === 'image' || capability === 'sound'
  const lines = (compared.lines ?? []).filter((it) => !isMedia || it.name !== 'asset')
  return (
    <>
      {capability === 'image' && <Pictures node={node} pair={pair} />}
      {compared.same && <p className={styles.quiet}>{t('versions-same')}</p>}
      {compared.pieces && compared.pieces.length > 0 && <DiffText pieces={compared.pieces} />}
      {lines.length > 0 && <Table lines={lines} named={capability === 'kv'} />}
    </>
  )
}

interface TableProps {
  lines: readonly Line[]
  /** Whether the writer gave the values their names. */
  named: boolean
}

function Table({ lines, named }: TableProps) {
  const { t } = useTranslation()
  const said = ({ name }: Line, value: unknown) => {
    if (named) return valueText(value)
    if (name === 'milliseconds' && typeof value === 'number') return clock(value)
    return t.or(`versions-values-${name}-${String(value)}`, valueText(value))
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('versions-name')}</th>
          <th scope="col">{t('versions-before')}</th>
          <th scope="col">{t('versions-after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <th scope="row">
              {named ? line.name : t.or(`versions-values-${line.name}`, line.name)}
            </th>
            <td>
              {line.before === undefined ? <Nothing /> : <del>{said(line, line.before)}</del>}
            </td>
            <td>{line.after === undefined ? <Nothing /> : <ins>{said(line, line.after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return <span className={styles.nothing}>{t('versions-nothing')}</span>
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Pictures({ node, pair }: { node: string; pair: ComparedProps['pair'] }) {
  const session = useSession()
  const [variants, setVariants] = useState<Variant[]>([])
  useEffect(() => {
    let wanted = true
    session.data('list_images', { node, limit: 500 }).then(
      ({ images }) => wanted && setVariants(images),
      // The table of what differs still tells them apart.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [session, node])
  const pictures = [pair.from, pair.to].flatMap(
    (it) => variants.find((v) => v.version === it) ?? [],
  )
  return (
    <div className={styles.pictures}>
      {pictures.map((it) => (
        <PictureFrame key={it.version} picture={it} />
      ))}
    </div>
  )
}
