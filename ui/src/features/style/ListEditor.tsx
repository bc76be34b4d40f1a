/** A list of lines or passages, each edited in place; the last button adds one. */

import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { AutoGrowTextArea, Button, IconButton } from '../../kit'
import styles from './style.module.css'

interface ListEditorProps {
  label: string
  note: string
  /** The names of an item and of the button that removes it, by its number from 1. */
  item: (number: number) => string
  remove: (number: number) => string
  add: string
  items: readonly string[]
  /** Passages of several lines, where Enter begins a line. */
  isProse?: boolean
  onChange: (items: readonly string[]) => void
}

export function ListEditor(props: ListEditorProps) {
  const { label, note, item, remove, add, items, isProse = false, onChange } = props
  const list = useRef<HTMLUListElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus()
  })
  const addOne = () => {
    added.current = true
    onChange([...items, ''])
  }
  const keyed = (event: KeyboardEvent, at: number) => {
    if (isProse || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (at === items.length - 1 && items[at]?.trim()) addOne()
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <p className={styles.note}>{note}</p>
      {items.length > 0 && (
        <ul ref={list} className={styles.items}>
          {items.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
            <li key={at} className={styles.item}>
              <AutoGrowTextArea
                fieldClassName={`${styles.text} ${isProse ? styles.prose : ''}`}
                aria-label={item(at + 1)}
                value={text}
                onChange={(event) =>
                  onChange(items.map((it, index) => (index === at ? event.target.value : it)))
                }
                onKeyDown={(event) => keyed(event, at)}
              />
              <IconButton
                label={remove(at + 1)}
                icon={<X size={14} />}
                onClick={() => onChange(items.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button icon={<Plus size={14} aria-hidden />} onClick={addOne}>
        {add}
      </Button>
    </fieldset>
  )
}
