/** The panel of the selected link: label, condition, once-only flag, effect and target. */

import { ArrowDown, ArrowLeftRight, ArrowRight, ArrowUp, SquarePlus, Trash2, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useActions } from '../../../actions'
import { ErrorMessage, RuleInput, useEditableField } from '../../../cards'
import { type LinkCard, useRevision, useSelection, useSession } from '../../../document'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import type { MapController } from '../scene/mapController'
import { clearCorner } from './clearCorner'
import styles from './LinkPanel.module.css'
import { useLinkField } from './linkField'
import { useLinkChange } from './useLinkChange'

export function LinkPanel({ controller }: { controller: MapController }) {
  const { mirror } = useSession()
  useRevision()
  const edge = useSelection((it) => it.edge)
  const link = edge === undefined ? undefined : mirror.edges.get(edge)
  // Another link is another panel: what was typed belongs to the one it was typed for.
  return link ? <Fields key={link.id} link={link} controller={controller} /> : null
}

function Fields({ link, controller }: { link: LinkCard; controller: MapController }) {
  const { t } = useTranslation()
  const { mirror } = useSession()
  const goTo = useSelection((it) => it.goTo)
  const clear = useSelection((it) => it.clear)
  const { change, fault, unread } = useLinkChange(link)
  const [insert, reverse, remove] = useActions(['insertScene', 'reverseLink', 'remove'])
  const condition = useRef<HTMLInputElement>(null)
  // Where the link was when it was selected: a panel that moves with the view could not be used.
  const [corner] = useState(() => clearCorner(controller.view, link.id))
  const asked = useLinkField((it) => it.asked)
  const first = useRef(asked)
  useEffect(() => {
    if (asked === first.current) return
    first.current = asked
    condition.current?.focus()
  }, [asked])
  const title = (id: string) => mirror.nodes.get(id)?.title ?? ''
  const beside = mirror.edgesFrom(link.from)
  const place = beside.findIndex((it) => it.id === link.id)
  return (
    <section className={styles.panel} data-corner={corner} aria-label={t('map-link-panel')}>
      <header className={styles.ends}>
        <button type="button" className={styles.end} onClick={() => goTo([link.from])}>
          {title(link.from)}
        </button>
        <ArrowRight size={14} aria-hidden />
        <button type="button" className={styles.end} onClick={() => goTo([link.to])}>
          {title(link.to)}
        </button>
        <span className={styles.close}>
          <IconButton label={t('map-link-close')} icon={<X size={14} />} onClick={clear} />
        </span>
      </header>
      <Row
        word={t('map-link-label')}
        hint={t('map-link-label-hint')}
        value={link.label}
        onChange={(label) => change({ new_label: label.trim() })}
      />
      <RuleRow
        word={t('map-link-condition')}
        hint={t('map-link-condition-hint')}
        value={link.condition ?? ''}
        onChange={(text) => change({ condition: text.trim() })}
        field={condition}
      />
      <RuleRow
        word={t('map-link-effect')}
        hint={t('map-link-effect-hint')}
        value={link.effect ?? ''}
        onChange={(text) => change({ effect: text.trim() })}
      />
      {unread && (
        <p role="status" className={styles.unread}>
          {t('inspector-choices-unread', { why: unread })}
        </p>
      )}
      <div className={styles.line}>
        <label className={styles.once}>
          <input
            type="checkbox"
            checked={link.once === true}
            onChange={(event) => void change({ once: event.target.checked })}
          />
          {t('map-link-once')}
        </label>
        {beside.length > 1 && (
          <span className={styles.order}>
            {t('map-link-order', { at: place + 1, of: beside.length })}
            <IconButton
              label={t('map-link-earlier')}
              icon={<ArrowUp size={14} />}
              disabled={place === 0}
              // Places count from one.
              onClick={() => void change({ order: place })}
            />
            <IconButton
              label={t('map-link-later')}
              icon={<ArrowDown size={14} />}
              disabled={place === beside.length - 1}
              onClick={() => void change({ order: place + 2 })}
            />
          </span>
        )}
      </div>
      <ErrorMessage report={fault} />
      <div className={styles.deeds}>
        <Deed action={insert} icon={<SquarePlus size={14} aria-hidden />} />
        <Deed action={reverse} icon={<ArrowLeftRight size={14} aria-hidden />} />
        <Deed action={remove} icon={<Trash2 size={14} aria-hidden />} />
      </div>
    </section>
  )
}

interface DeedProps {
  action: ReturnType<typeof useActions>[number] | undefined
  icon: ReactNode
}

function Deed({ action, icon }: DeedProps) {
  if (!action) return null
  return (
    <button type="button" className={styles.deed} onClick={action.perform}>
      {icon}
      {action.label}
    </button>
  )
}

interface RowProps {
  word: string
  hint: string
  value: string
  onChange: (value: string) => Promise<boolean>
}

function Row({ word, hint, value, onChange }: RowProps) {
  const hand = useEditableField(value, onChange)
  return (
    <label className={styles.row}>
      <span className={styles.word}>{word}</span>
      <input
        className={styles.input}
        placeholder={hint}
        spellCheck
        autoComplete="off"
        value={hand.value}
        onChange={(event) => hand.type(event.target.value)}
        onBlur={hand.finish}
        onKeyDown={hand.onKeyDown}
      />
    </label>
  )
}

/** A condition or an effect. */
function RuleRow({ word, ...rule }: RowProps & { field?: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label className={styles.word} htmlFor={id}>
        {word}
      </label>
      <RuleInput id={id} className={`${styles.input} ${styles.rule}`} {...rule} />
    </div>
  )
}
