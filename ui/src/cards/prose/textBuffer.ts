/**
 * Typed text and the story's text: when it is saved, and what happens when the story changes
 * meanwhile. Knows neither the editor nor the wire; nothing typed is ever discarded, and nothing
 * changes while an input method is composing.
 */

import type { ErrorReport } from '../../bridge'
import { type Choice, isMergeConflict, joinParts, type MergePart, mergeParts } from './merge'

/** How long after the last key the words are saved, in milliseconds. */
export const PAUSE = 1200

export type SaveState =
  | { is: 'clean' | 'waiting' | 'saving' | 'saved' }
  | { is: 'failed'; report: ErrorReport }
  | { is: 'conflict'; theirs: string }

/** What a manuscript asks of the world. */
export interface TextBufferHost {
  /**
   * Saves the text that was made from a base; gives what went wrong, if anything did. Where the story
   * has another text than the base by now nothing is saved, and that text is given.
   */
  write(text: string, base: string): Promise<ErrorReport | { theirs: string } | undefined>
  /** Puts another text before the writer; `undoable` where the writer's own undo brings theirs back. */
  replace(text: string, undoable: boolean): void
  /** Keeps unsaved words where they outlive the window, or forgets them. */
  park(words: { base: string; text: string } | undefined): void
}

export class TextBuffer {
  #hands: TextBufferHost
  /** The story's text that the writer's is made from. */
  #base: string
  #text: string
  #held: string | undefined
  #composing = false
  #due = false
  #writing = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #saveState: SaveState = { is: 'clean' }
  readonly #listeners = new Set<() => void>()

  constructor(base: string, hands: TextBufferHost) {
    this.#base = base
    this.#text = base
    this.#hands = hands
  }

  get saveState(): SaveState {
    return this.#saveState
  }

  get text(): string {
    return this.#text
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The writer's text is now this. */
  typed(text: string): void {
    this.#text = text
    this.#tell()
    if (this.#saveState.is === 'conflict') this.#park()
    else if (this.#writing) return
    else if (text === this.#base) {
      this.#stopClock()
      this.#hands.park(undefined)
      this.#stand({ is: 'clean' })
    } else this.#wait()
  }

  /** An input method began or ended composing. */
  compose(composing: boolean): void {
    this.#composing = composing
    if (composing) return
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.theirs(held)
    if (this.#due) this.flush()
  }

  /** The story's text was read, and is this. */
  theirs(text: string): void {
    if (this.#composing) {
      this.#held = text
      return
    }
    // What is read during a save may be older than it; the node is read once more after each.
    if (this.#writing) return
    if (text === this.#text) this.#agree(text)
    else if (text === this.#base) {
      if (this.#saveState.is === 'conflict') this.#wait()
    } else if (this.#text === this.#base) {
      this.#text = text
      this.#hands.replace(text, false)
      this.#agree(text)
    } else {
      const parts = mergeParts(this.#base, this.#text, text)
      if (!parts.some(isMergeConflict)) this.#take(joinParts(parts), text)
      else {
        this.#stopClock()
        this.#stand({ is: 'conflict', theirs: text })
        this.#park()
      }
    }
  }

  /** Goes on with a text that has the words of both, which is saved over theirs. */
  #take(text: string, theirs: string): void {
    const isOther = text !== this.#text
    this.#text = text
    this.#base = theirs
    if (isOther) this.#hands.replace(text, true)
    this.#park()
    this.#wait()
  }

  /** Words kept from an earlier time are in the writer's hand again. */
  recover(words: { base: string; text: string }): void {
    const now = this.#base
    this.#text = words.text
    this.#base = words.base
    this.#hands.replace(words.text, false)
    if (now === words.base) this.#wait()
    else this.theirs(now)
  }

  /** The writer's text and the story's as parts, while a conflict stands. */
  get parts(): readonly MergePart[] {
    if (this.#saveState.is !== 'conflict') return []
    return mergeParts(this.#base, this.#text, this.#saveState.theirs)
  }

  /**
   * Settles a conflict: for each place that both changed one choice, in order; both stay where none is
   * given. The writer's text comes back by the editor's own undo, the story's is an earlier version.
   */
  settle(choices: readonly Choice[]): void {
    if (this.#saveState.is !== 'conflict') return
    const { theirs } = this.#saveState
    const text = joinParts(this.parts, choices)
    if (text === theirs) {
      this.#text = theirs
      this.#hands.replace(theirs, true)
      this.#agree(theirs)
      return
    }
    this.#take(text, theirs)
    this.flush()
  }

  /** Saves at once what is not saved. */
  flush(): void {
    this.#stopClock()
    if (this.#writing || this.#saveState.is === 'conflict' || this.#text === this.#base) return
    if (this.#composing) {
      this.#due = true
      return
    }
    void this.#write()
  }

  /** Saves what is not saved, and ends when that is done or has failed. */
  async saved(): Promise<void> {
    this.flush()
    while (this.#saveState.is === 'saving') {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    }
  }

  /** The window goes away or shows something else. */
  close(): void {
    this.#composing = false
    if (this.#text !== this.#base) this.#park()
    this.flush()
  }

  async #write(): Promise<void> {
    const text = this.#text
    this.#due = false
    this.#writing = true
    this.#stand({ is: 'saving' })
    const fault = await this.#hands.write(text, this.#base)
    this.#writing = false
    if (fault && 'theirs' in fault) {
      this.theirs(fault.theirs)
      return
    }
    if (fault) {
      this.#stand({ is: 'failed', report: fault })
      this.#park()
      return
    }
    this.#base = text
    if (this.#text !== text) this.#wait()
    else {
      this.#hands.park(undefined)
      this.#stand({ is: 'saved' })
    }
  }

  #agree(text: string): void {
    const was = this.#base
    this.#base = text
    this.#stopClock()
    if (was !== text || this.#saveState.is === 'conflict') {
      this.#hands.park(undefined)
      this.#stand({ is: 'clean' })
    }
  }

  #wait(): void {
    this.#stopClock()
    this.#timer = setTimeout(() => this.flush(), PAUSE)
    if (this.#saveState.is !== 'waiting') this.#stand({ is: 'waiting' })
  }

  #park(): void {
    this.#hands.park({ base: this.#base, text: this.#text })
  }

  #stopClock(): void {
    clearTimeout(this.#timer)
  }

  #stand(saveState: SaveState): void {
    this.#saveState = saveState
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
