/** The values of the variables; editing one is a step of the playthrough. */

import { useState } from 'react'
import { TextInput } from '../../kit'
import { useTranslation } from '../../text'
import styles from './play.module.css'
import { type Playthrough, type PlaythroughControls, typed, type Value } from './playthrough'

export function Variables({
  playing,
  reading,
}: {
  playing: PlaythroughControls
  reading: Playthrough
}) {
  const { t } = useTranslation()
  const set = Object.entries(reading.variables)
  return (
    <section className={styles.section}>
      <h4>{t('play-variables')}</h4>
      {set.length === 0 && <p className={styles.hint}>{t('play-no-variables')}</p>}
      {set.map(([name, value]) => (
        <Variable
          key={name}
          name={name}
          value={value}
          isChanged={playing.changed.has(name)}
          onSet={playing.set}
        />
      ))}
      <NewVariable onSet={playing.set} />
    </section>
  )
}

interface VariableProps {
  name: string
  value: Value
  /** Whether the last step changed it. */
  isChanged: boolean
  onSet: (name: string, value: Value) => void
}

function Variable({ name, value, isChanged, onSet }: VariableProps) {
  const { t } = useTranslation()
  const shown = typeof value === 'string' ? `"${value}"` : String(value)
  const [text, setText] = useState<string>()
  const done = () => {
    if (text !== undefined && text.trim() !== shown) onSet(name, typed(text))
    setText(undefined)
  }
  return (
    <div className={styles.variable} data-changed={isChanged || undefined}>
      <span title={name}>{name}</span>
      <TextInput
        aria-label={t('play-value', { name })}
        value={text ?? shown}
        onChange={(event) => setText(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setText(undefined)
        }}
      />
    </div>
  )
}

function NewVariable({ onSet }: { onSet: VariableProps['onSet'] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        const [name, ...rest] = text.split('=')
        if (name?.trim() && rest.length > 0) {
          onSet(name.trim(), typed(rest.join('=')))
          setText('')
        }
      }}
    >
      <TextInput
        aria-label={t('play-new-variable')}
        placeholder={t('play-new-variable')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}
