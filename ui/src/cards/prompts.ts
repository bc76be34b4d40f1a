/** The writer's own prompts, as the settings keep them: for the assistant and for rewriting. */

import { create } from 'zustand'

interface PromptStore {
  /** The words of each, by its name. */
  prompts: Readonly<Record<string, string>>
}

export const usePrompts = create<PromptStore>(() => ({ prompts: {} }))

export function setPrompts(prompts: Readonly<Record<string, string>> = {}): void {
  usePrompts.setState({ prompts })
}

/** The longest name and the longest prompt that the program keeps, in characters. */
export const LONGEST_PROMPT_NAME = 60
export const LONGEST_PROMPT = 2000
