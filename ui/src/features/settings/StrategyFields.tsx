/** One context strategy and its configuration. */

import { Field, Select, TextArea, TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './settings.module.css'
import { STATE, type Strategy, SUMMARY, strategyError, WINDOW } from './strategy'

interface StrategyFieldsProps {
  strategy: Strategy
  /** Every strategy there is. */
  known: readonly string[]
  /** What counts where nothing is chosen; undefined where something always is. */
  wider: string | undefined
  change: (part: Partial<Strategy>) => void
}

const NAMED: readonly string[] = [WINDOW, SUMMARY, STATE]

export function StrategyFields({ strategy, known, wider, change }: StrategyFieldsProps) {
  const { t } = useTranslation()
  const fault = strategyError(strategy)
  const called = (id: string) => (NAMED.includes(id) ? t.or(`settings-strategies-${id}`, id) : id)
  const choices = known.map((it) => ({ value: it, label: called(it) }))
  const none = { value: '', label: t('settings-strategy-wider', { name: called(wider ?? WINDOW) }) }
  const note = NAMED.includes(strategy.id)
    ? t.or(`settings-strategy-notes-${strategy.id}`, strategy.id)
    : undefined
  const errorOf = (field: typeof fault) =>
    fault === field && field ? { fault: t(`settings-strategy-faults-${field}`) } : {}
  return (
    <>
      <Field label={t('settings-strategy')} {...(note ? { note } : {})}>
        {(ids) => (
          <Select
            {...ids}
            value={strategy.id}
            choices={wider === undefined ? choices : [none, ...choices]}
            onChoose={(id) => change({ id })}
          />
        )}
      </Field>
      {strategy.id === SUMMARY && (
        <div className={styles.numbers}>
          {(['threshold', 'fold'] as const).map((field) => (
            <Field key={field} label={t(`settings-${field}`)} {...errorOf(field)}>
              {(ids) => (
                <TextInput
                  {...ids}
                  inputMode="numeric"
                  value={strategy[field]}
                  onChange={(event) => change({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {(strategy.id === SUMMARY || strategy.id === STATE) && (
        <Field label={t('settings-light')} note={t('settings-light-note')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={strategy.model}
              spellCheck={false}
              placeholder="openai:gpt-5-mini"
              onChange={(event) => change({ model: event.target.value })}
            />
          )}
        </Field>
      )}
      {strategy.id === STATE && (
        <Field label={t('settings-schema')} note={t('settings-schema-note')} {...errorOf('schema')}>
          {(ids) => (
            <TextArea
              {...ids}
              className={styles.schema}
              value={strategy.schema}
              spellCheck={false}
              onChange={(event) => change({ schema: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
