/** A difference: prose word by word, anything else value by value. */

import { useKindName } from '../../../actions'
import { type DiffPiece, DiffText } from '../../../cards'
import { useTranslation } from '../../../text'
import styles from './Call.module.css'
import { type Line, toLine } from './resultFields'

export function DiffView({ pieces, lines }: { pieces: DiffPiece[]; lines: Line[] }) {
  const { t } = useTranslation()
  const kindName = useKindName()
  return (
    <>
      {pieces.length > 0 && <DiffText pieces={pieces} />}
      {lines.length > 0 && (
        <dl className={styles.fields}>
          {lines.map((it) => {
            const say = (value: unknown) => {
              if (typeof value === 'boolean') return t(value ? 'cards-other-yes' : 'cards-other-no')
              return it.name === 'kind' ? kindName(toLine(value)) : toLine(value)
            }
            const [before, after] = [say(it.before), say(it.after)]
            return (
              <div key={it.name}>
                <dt>{t.or(`assistant-field-${it.name}`, it.name)}</dt>
                <dd>
                  {before && <del className={styles.before}>{before}</del>}
                  {before && after && ' '}
                  {after && <ins className={styles.after}>{after}</ins>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </>
  )
}
