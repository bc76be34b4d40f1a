/** Rewriting as a text has it: opened by key or button, and gone with what is taken or left. */

import { Sparkles } from 'lucide-react'
import { type RefObject, useCallback, useState } from 'react'
import { IconButton } from '../../../kit'
import { useTranslation } from '../../../text'
import type { ProseHandle } from '../ProseEditor'
import type { PassageText } from '../passage'
import { RewriteBox } from './RewriteBox'

interface RewriteOptions {
  editor: RefObject<ProseHandle | null>
  node: string
  draft: string | undefined
  /** Saves what is written, so that the model is shown what stands around the passage. */
  save: () => void
  /** Whether nothing else was opened on the text since. */
  isShown: boolean
  onShow: () => void
}

export function useRewriteBox({ editor, node, draft, save, isShown, onShow }: RewriteOptions) {
  const { t } = useTranslation()
  const [marked, setPassage] = useState<PassageText>()
  const passage = isShown ? marked : undefined
  const open = useCallback(() => {
    save()
    setPassage(editor.current?.passage.mark())
    onShow()
  }, [editor, save, onShow])
  const close = () => {
    setPassage(undefined)
    editor.current?.passage.unmark()
    editor.current?.focus()
  }
  const box = passage && (
    <RewriteBox
      key={`${passage.character} ${passage.text}`}
      node={node}
      draft={draft}
      passage={passage}
      isThere={() => editor.current?.passage.has(passage.text) ?? false}
      onTake={(words, behind) => {
        setPassage(undefined)
        editor.current?.passage.write(words, behind)
        save()
      }}
      onLeave={close}
    />
  )
  const button = (
    <IconButton
      label={t('cards-rewrite-open')}
      keys="Mod+J"
      pressed={passage !== undefined}
      icon={<Sparkles size={15} />}
      // The selection stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (passage ? close() : open())}
    />
  )
  return { open, box, button }
}
