/** Unsaved text of a node, stored in the browser until it is saved or discarded. */

export interface UnsavedText {
  /** The story's text that they were made from. */
  base: string
  text: string
}

function place(story: string, node: string): string {
  return `storyteller-unsaved/${story}/${node}`
}

export function readUnsavedText(story: string, node: string): UnsavedText | undefined {
  try {
    const kept = localStorage.getItem(place(story, node))
    return kept === null ? undefined : (JSON.parse(kept) as UnsavedText)
  } catch {
    return undefined
  }
}

export function storeUnsavedText(
  story: string,
  node: string,
  words: UnsavedText | undefined,
): void {
  try {
    if (words) localStorage.setItem(place(story, node), JSON.stringify(words))
    else localStorage.removeItem(place(story, node))
  } catch {
    // A browser that keeps nothing (full, or private) still has the words in the editor.
  }
}
