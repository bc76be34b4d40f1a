/** The adopted text and its alternatives side by side; the assistant can blend two of them. */

import { Blend, X } from 'lucide-react'
import { useState } from 'react'
import type { ErrorReport } from '../../../bridge'
import { ErrorMessage } from '../../../cards'
import { Button, Dialog, IconButton } from '../../../kit'
import { linksToText } from '../../../notation'
import { prepareMessage } from '../../../state'
import { useTranslation } from '../../../text'
import styles from './alternatives.module.css'
import { Length } from './Length'
import type { ChangeAlternative, TextShown } from './useAlternative'

interface CompareAlternativesProps {
  title: string
  used: TextShown | undefined
  items: readonly TextShown[]
  running: boolean
  fault: ErrorReport | undefined
  change: ChangeAlternative
  onClose: () => void
}

/** Stands for the text in use, which has no name. */
const IN_USE = ''

export function CompareAlternatives(props: CompareAlternativesProps) {
  const { title, used, items, running, fault, change, onClose } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const texts = used ? [used, ...items] : items
  const there = chosen.filter((name) => texts.some((it) => (it.name ?? IN_USE) === name))
  // The third takes the place of the first: two are blended.
  const turn = (name: string) =>
    setChosen(there.includes(name) ? there.filter((it) => it !== name) : [...there, name].slice(-2))
  const called = (name: string) =>
    name === IN_USE
      ? t('inspector-alternatives-in-use-text')
      : t('inspector-alternatives-quoted', { name })
  const [one, other] = there
  const blend = () => {
    if (one === undefined || other === undefined) return
    onClose()
    const names = { one: called(one), other: called(other) }
    prepareMessage(t('inspector-alternatives-blend-message', names))
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('inspector-alternatives-compare-title', { title })}
      note={t('inspector-alternatives-compare-note')}
      closeLabel={t('inspector-alternatives-close')}
      foot={
        <Button
          icon={<Blend size={14} aria-hidden />}
          disabled={other === undefined}
          onClick={blend}
        >
          {t('inspector-alternatives-blend')}
        </Button>
      }
    >
      <ErrorMessage report={fault} />
      <ul className={styles.columns} aria-label={t('inspector-alternatives-title')}>
        {texts.map((it) => {
          const name = it.name ?? IN_USE
          const label = it.name ?? t('inspector-alternatives-in-use')
          return (
            <li key={name} className={styles.column} data-used={it.name === undefined || undefined}>
              <div className={styles.columnHead}>
                <strong className={styles.name} title={label}>
                  {label}
                </strong>
                <Length shown={it} />
                {it.name !== undefined && (
                  <span className={styles.tools}>
                    <IconButton
                      label={t('inspector-alternatives-remove', { name })}
                      icon={<X size={14} />}
                      disabled={running}
                      onClick={() => void change('remove_alternative', it)}
                    />
                  </span>
                )}
              </div>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
              <section className={styles.text} tabIndex={0} aria-label={label}>
                {linksToText(it.text ?? '')}
              </section>
              <div className={styles.columnFoot}>
                <label className={styles.pick}>
                  <input
                    type="checkbox"
                    checked={there.includes(name)}
                    aria-label={t('inspector-alternatives-pick-this', { name: label })}
                    onChange={() => turn(name)}
                  />
                  {t('inspector-alternatives-pick')}
                </label>
                {it.name !== undefined && (
                  <Button
                    disabled={running}
                    aria-label={t('inspector-alternatives-use-this', { name })}
                    onClick={() =>
                      void change('use_alternative', it).then((done) => done && onClose())
                    }
                  >
                    {t('inspector-alternatives-use')}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
