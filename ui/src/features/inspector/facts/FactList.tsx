/**
 * The attributes of a node that change along the story: each value with the scene from which it
 * holds.
 */

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ToolOutput } from '../../../bridge'
import { ErrorMessage, type Reading, useEditableField, useToolCall } from '../../../cards'
import {
  type Mirror,
  type NodeDetails,
  readingOrder,
  useSelection,
  useSession,
} from '../../../document'
import { AutoGrowTextArea, IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import { Section } from '../Section'
import { AddFact } from './AddFact'
import styles from './facts.module.css'
import { SourceQuote } from './SourceQuote'

/** A value from a scene on, as `list_facts` tells it. */
export type Fact = ToolOutput<'list_facts'>['facts'][number]

interface FactListProps {
  reading: NodeDetails
  listed: Reading<'list_facts'>
  /** Whether the form for another one is asked for. */
  adding: boolean
}

export function FactList({ reading, listed, adding }: FactListProps) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const { call, fault } = useToolCall()
  const [asked, setAsked] = useState(false)
  const { data, reread } = listed
  const facts = data?.facts ?? []
  if (facts.length === 0 && !adding) return null
  const set = async (fact: Fact, value: string) => {
    if (value.trim() === '') return false
    const { source } = fact
    // What the passage said of the old value is kept only while it stands.
    const quoted = source?.stands ? { source: source.quote, source_node: source.node.id } : {}
    const done = await call('set_fact', { ...placeOf(fact, reading.id), value, ...quoted })
    if (done) await reread()
    return done !== undefined
  }
  const remove = async (fact: Fact) => {
    if (await call('remove_fact', placeOf(fact, reading.id))) await reread()
  }
  return (
    <Section
      title={t('inspector-facts-title')}
      part="facts"
      tools={
        facts.length > 0 && (
          <IconButton
            label={t('inspector-facts-add')}
            icon={<Plus size={15} />}
            pressed={asked}
            onClick={() => setAsked(!asked)}
          />
        )
      }
    >
      {byKey(facts, mirror).map(({ key, values }) => (
        <div key={key} className={styles.attribute}>
          <h4 className={styles.key}>{key}</h4>
          <ol className={styles.values} aria-label={key}>
            {values.map((it) => (
              <FactRow
                key={it.since?.id ?? ''}
                fact={it}
                onValue={(value) => set(it, value)}
                onRemove={() => void remove(it)}
              />
            ))}
          </ol>
        </div>
      ))}
      <ErrorMessage report={fault} />
      {(asked || facts.length === 0) && (
        <AddFact
          reading={reading}
          known={facts.map((it) => it.key)}
          onAdded={() => {
            setAsked(false)
            void reread()
          }}
        />
      )}
    </Section>
  )
}

const placeOf = ({ key, since }: Fact, node: string) => ({
  node,
  key,
  ...(since ? { from_scene: since.id } : {}),
})

/** Facts of the same attribute together, those of each in the order of reading. */
function byKey(facts: readonly Fact[], mirror: Mirror): { key: string; values: Fact[] }[] {
  const groups = new Map<string, { key: string; values: Fact[] }>()
  for (const fact of facts) {
    const name = fact.key.toLowerCase()
    const group = groups.get(name) ?? { key: fact.key, values: [] }
    group.values.push(fact)
    groups.set(name, group)
  }
  const several = [...groups.values()].some((it) => it.values.length > 1)
  if (!several) return [...groups.values()]
  const place = new Map(readingOrder(mirror).map((id, at) => [id, at]))
  const at = ({ since }: Fact) => (since ? (place.get(since.id) ?? place.size) : -1)
  return [...groups.values()].map(({ key, values }) => ({
    key,
    values: values.sort((a, b) => at(a) - at(b)),
  }))
}

interface FactRowProps {
  fact: Fact
  onValue: (value: string) => Promise<boolean>
  onRemove: () => void
}

function FactRow({ fact, onValue, onRemove }: FactRowProps) {
  const { t } = useTranslation()
  const goTo = useSelection((it) => it.goTo)
  const { key, value, since, source } = fact
  const field = useEditableField(value, onValue)
  const from = since?.title ?? t('inspector-facts-beginning')
  return (
    <li className={styles.row}>
      {since ? (
        <button
          type="button"
          className={styles.since}
          aria-label={t('inspector-facts-go', { title: since.title })}
          onClick={() => goTo([since.id])}
        >
          {since.title}
        </button>
      ) : (
        <span className={styles.always}>{from}</span>
      )}
      <AutoGrowTextArea
        fieldClassName={styles.value ?? ''}
        aria-label={t('inspector-facts-value', { key, from })}
        value={field.value}
        onChange={(event) => field.type(event.target.value)}
        onBlur={() => (field.value.trim() === '' ? field.drop() : field.finish())}
        onKeyDown={field.onKeyDown}
      />
      <IconButton
        className={styles.remove ?? ''}
        label={t('inspector-facts-remove', { key, from })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
      {source && <SourceQuote source={source} />}
    </li>
  )
}
