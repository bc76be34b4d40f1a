/** The writer's own prompts: one is put into the field, another saved from it. */

import { BookmarkPlus, BookText } from 'lucide-react'
import { useState } from 'react'
import { usePrompts } from '../../../cards'
import { IconButton, Menu, type MenuItem } from '../../../kit'
import { useWorkspace } from '../../../state'
import { useTranslation } from '../../../text'
import { PromptsDialog } from './PromptsDialog'

interface PromptMenuProps {
  /** What is in the field. */
  text: string
  onChoose: (text: string) => void
}

export function PromptMenu({ text, onChoose }: PromptMenuProps) {
  const { t } = useTranslation()
  const prompts = usePrompts((it) => it.prompts)
  const program = useWorkspace((it) => it.windowContext?.program)
  const [open, setOpen] = useState(false)
  // A page without a program around it has no settings to keep prompts in.
  if (!program) return null
  const written = text.trim()
  const lines: MenuItem[] = Object.entries(prompts).map(([name, prompt]) => ({
    id: name,
    label: name,
    perform: () => onChoose(written === '' ? prompt : `${text.trimEnd()}\n\n${prompt}`),
  }))
  if (lines.length > 0) lines.push('separator')
  lines.push({
    id: 'edit',
    label: t(written === '' ? 'assistant-prompts-edit' : 'assistant-prompts-save-this'),
    icon: <BookmarkPlus size={15} />,
    perform: () => setOpen(true),
  })
  return (
    <>
      <Menu lines={lines}>
        <IconButton label={t('assistant-prompts')} icon={<BookText size={15} aria-hidden />} />
      </Menu>
      {open && <PromptsDialog program={program} written={written} onClose={() => setOpen(false)} />}
    </>
  )
}
