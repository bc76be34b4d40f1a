/** The palette of cards as a row of dots. */

import { RadioGroup } from 'radix-ui'
import { useTranslation } from '../../text'
import styles from './inspector.module.css'

/** Colors by name; the empty one gives a card the color of its kind. */
const palette = ['', '1', '2', '3', '4', '5', '6']

interface ColorsProps {
  /** Undefined where several nodes differ. */
  chosen: string | undefined
  onChoose: (color: string) => void
}

export function Colors({ chosen, onChoose }: ColorsProps) {
  const { t } = useTranslation()
  return (
    <RadioGroup.Root
      className={styles.colors}
      orientation="horizontal"
      aria-label={t('inspector-color')}
      value={chosen === undefined ? null : chosen || 'none'}
      onValueChange={(value) => onChoose(value === 'none' ? '' : value)}
    >
      {palette.map((color) => {
        const name = t.or(`inspector-colors-${color || 'none'}`, color || 'none')
        return (
          <RadioGroup.Item
            key={color}
            value={color || 'none'}
            className={styles.dot}
            aria-label={name}
            title={name}
            style={color ? { background: `var(--color-${color})` } : {}}
          />
        )
      })}
    </RadioGroup.Root>
  )
}
