/** The writer's own prompts as buttons, where an instruction is asked for. */

import { Button } from '../kit'
import { usePrompts } from './prompts'

interface PromptButtonsProps {
  /** Gets the words of the prompt. */
  onChoose: (prompt: string) => void
}

export function PromptButtons({ onChoose }: PromptButtonsProps) {
  const prompts = usePrompts((it) => it.prompts)
  return Object.entries(prompts).map(([name, prompt]) => (
    <Button key={name} title={prompt} onClick={() => onChoose(prompt)}>
      {name}
    </Button>
  ))
}
