/** Handles cells pasted while the bible is visible, wherever the cursor is. */

import { type RefObject, useEffect, useState } from 'react'
import { isTyping } from '../../../actions'

export function usePastedTable(view: RefObject<HTMLElement | null>) {
  const [text, setPasted] = useState<string>()
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const { target } = event
      const inField = isTyping(target)
      // What is pasted into another panel or a dialog is no business of the table's.
      const isHere = target instanceof Node && view.current?.contains(target)
      if (!isHere && (inField || target !== document.body)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!isTable(text, inField)) return
      event.preventDefault()
      setPasted(text)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [view])
  return [text, setPasted] as const
}

/** Whether pasted text is cells rather than words; into a field, only what is in columns is. */
function isTable(text: string, inField: boolean): boolean {
  return text.includes('\t') || (!inField && /\S[\r\n]+\S/.test(text))
}
