/** How conversations are fitted into the model's window, as fields and as the program keeps it (CM-6). */

import type { ToolOutput } from '../../bridge'

/** As the program keeps it. */
export type StoredStrategy = NonNullable<ToolOutput<'read_context_strategy'>['settings']>

export const WINDOW = 'std-sliding-window'
export const SUMMARY = 'std-summarization-strategy'
export const STATE = 'std-entity-extraction'

/** As the form holds it. */
export interface Strategy {
  /** Which; empty: as the wider place says. */
  id: string
  /** The model for the work beside the conversation; empty: that of the conversation. */
  model: string
  threshold: string
  fold: string
  /** The JSON Schema of the state, as text. */
  schema: string
  /** The configuration of a strategy from outside, which stays as it is. */
  other: Record<string, unknown> | undefined
}

const SCHEMA = {
  type: 'object',
  properties: {
    goal: { type: 'string' },
    decided: { type: 'array', items: { type: 'string' } },
    open: { type: 'array', items: { type: 'string' } },
  },
}

const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise

export function parseStrategy(kept: StoredStrategy | null | undefined, otherwise = ''): Strategy {
  const id = kept?.pluginId ?? otherwise
  const config = (kept?.config ?? {}) as Record<string, unknown>
  return {
    id,
    model: text(config.compressionModel ?? config.extractionModel, ''),
    threshold: text(config.threshold, '10'),
    fold: text(config.fold, '5'),
    schema: JSON.stringify(config.schema ?? SCHEMA, null, 2),
    other: [WINDOW, SUMMARY, STATE].includes(id)
      ? undefined
      : (kept?.config as Record<string, unknown> | undefined),
  }
}

/** As the program keeps it; null: nothing of its own. */
export function storedStrategy({
  id,
  model,
  threshold,
  fold,
  schema,
  other,
}: Strategy): StoredStrategy | null {
  if (id === '') return null
  const own = model.trim()
  const kept = (config?: Record<string, unknown>): StoredStrategy => ({
    type: 'plugin',
    pluginId: id,
    ...(config ? { config } : {}),
  })
  if (id === SUMMARY)
    return kept({
      ...(own ? { compressionModel: own } : {}),
      threshold: Number(threshold),
      fold: Number(fold),
    })
  if (id === STATE)
    return kept({ ...(own ? { extractionModel: own } : {}), schema: objectIn(schema) })
  return kept(other)
}

/** What cannot be used as it stands. */
export function strategyError({ id, threshold, fold, schema }: Strategy) {
  const counts = (it: string) => /^[1-9]\d{0,5}$/.test(it.trim())
  if (id === SUMMARY && !counts(threshold)) return 'threshold'
  if (id === SUMMARY && !counts(fold)) return 'fold'
  return id === STATE && !objectIn(schema) ? 'schema' : undefined
}

/** The object that a text of JSON is; undefined where it is none. */
function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
