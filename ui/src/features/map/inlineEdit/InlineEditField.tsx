/** The field in which a title or label is edited on the map, at its position. */

import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { center, endOf, type Rect } from '../../../canvas'
import { useSession } from '../../../document'
import { reportError } from '../../../state'
import { useTranslation } from '../../../text'
import styles from '../StoryMap.module.css'
import type { MapController } from '../scene/mapController'
import { CARD_HEIGHT, CARD_WIDTH } from '../scene/sceneBuilder'
import { type InlineEdit, useInlineEdit } from './inlineEdit'
import { initialText, saveInlineEdit } from './saveInlineEdit'

/** How near its middle and its top come to the map's edges, in CSS pixels. */
const EDGE = { x: 126, y: 8 }

export function InlineEditField({ controller }: { controller: MapController }) {
  const asking = useInlineEdit((it) => it.asking)
  if (!asking) return null
  // A new question is a new field, with its own first text.
  return <Field key={JSON.stringify(asking)} asking={asking} controller={controller} />
}

function Field({ asking, controller }: { asking: InlineEdit; controller: MapController }) {
  const { t } = useTranslation()
  const session = useSession()
  const form = useRef<HTMLFormElement>(null)
  const answered = useRef(false)
  const ask = useInlineEdit((it) => it.ask)
  const isLabel = asking.kind === 'label' || asking.kind === 'relabel'

  useEffect(() => {
    const place = () => {
      const at = placeOf(asking, controller)
      const middle = at && controller.view.toScreen({ x: at.x + at.width / 2, y: at.y })
      if (!form.current || !middle) return
      // Written in full sight, though what it is about may stand at the edge.
      const { width, height } = controller.view.size
      const x = Math.max(EDGE.x, Math.min(width - EDGE.x, middle.x))
      const y = Math.max(EDGE.y, Math.min(height - 7 * EDGE.y, middle.y))
      form.current.style.translate = `${x}px ${y}px`
    }
    place()
    return controller.watch(place)
  }, [asking, controller])

  const finish = (isMeant: boolean) => {
    if (answered.current || !form.current) return
    answered.current = true
    const written = new FormData(form.current)
    ask(undefined)
    if (!isMeant) return
    const answer = {
      text: String(written.get('answer') ?? ''),
      choice: String(written.get('choice') ?? ''),
    }
    saveInlineEdit(asking, answer, session).catch(reportError)
  }
  const backToMap = () => document.querySelector<HTMLElement>('[role="application"]')?.focus()
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    finish(true)
    backToMap()
  }
  const key = (event: KeyboardEvent) => {
    // A browser submits a form of two fields by a button alone.
    if (event.key === 'Enter') submit(event)
    if (event.key !== 'Escape') return
    finish(false)
    backToMap()
  }
  // From one field to the other the form continues; a field that goes away has been answered.
  const left = (event: FocusEvent) => {
    const to = event.relatedTarget
    if (!(to instanceof Node && form.current?.contains(to))) finish(true)
  }

  const label = t(`map-ask-${isLabel ? 'label' : asking.kind}`)
  const isBranch = asking.kind === 'create' && asking.from !== undefined
  return (
    <form
      ref={form}
      className={styles.field}
      data-branch={isBranch || undefined}
      onSubmit={submit}
      onKeyDown={key}
      onBlur={left}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the writer has just asked for this field
        autoFocus
        name="answer"
        className={isLabel ? styles.labelInput : styles.titleInput}
        aria-label={label}
        placeholder={label}
        defaultValue={initialText(asking, session)}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      {isBranch && (
        <input
          name="choice"
          className={styles.choiceInput}
          aria-label={t('map-ask-choice')}
          placeholder={t('map-ask-choice')}
          autoComplete="off"
        />
      )}
    </form>
  )
}

/** The area of the map a question is about. */
function placeOf(asking: InlineEdit, { view }: MapController): Rect | undefined {
  const { scene } = view
  if (asking.kind === 'create' || asking.kind === 'insert') {
    return { ...asking.at, width: CARD_WIDTH, height: CARD_HEIGHT }
  }
  if (asking.kind === 'rename') return scene.cards.get(asking.node)
  if (asking.kind === 'relabel') {
    const curve = scene.curve(asking.edge)
    return curve && between(curve[0], endOf(curve))
  }
  const [from, to] = [scene.cards.get(asking.from), scene.cards.get(asking.to)]
  return from && to && between(center(from), center(to))
}

/** A point without extent, half way. */
function between(a: { x: number; y: number }, b: { x: number; y: number }): Rect {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 16, width: 0, height: 0 }
}
