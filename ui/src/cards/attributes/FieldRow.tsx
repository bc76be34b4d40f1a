/** A field of the card's kind: its name, and a control for values of its type. */

import type { ErrorReport } from '../../bridge'
import type { Field } from '../../document'
import { ErrorMessage } from '../ErrorMessage'
import styles from './attributes.module.css'
import { FieldValue } from './FieldValue'

interface FieldRowProps {
  field: Field
  value: string
  fault: ErrorReport | undefined
  onValue: (value: string) => Promise<boolean>
}

export function FieldRow({ field, value, fault, onValue }: FieldRowProps) {
  return (
    <li className={styles.row} data-type={field.type}>
      <span className={styles.fieldName}>{field.name}</span>
      <div className={styles.fieldValue}>
        <FieldValue field={field} value={value} onValue={onValue} />
      </div>
      {fault && (
        <div className={styles.fault}>
          <ErrorMessage report={fault} />
        </div>
      )}
    </li>
  )
}
