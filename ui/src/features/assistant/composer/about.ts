/**
 * What a message is about: the selected cards. One is passed to the program; several are named in
 * the last line of the message itself, `[[Title]] [[Title]]`, which the model reads with the text,
 * and which the window shows as cards.
 */

/** So many cards can be what a message is about; more would crowd out the words. */
export const MOST_ABOUT = 12

export interface AboutCard {
  id: string
  title: string
}

/** The words with the cards they are about; of one the program is told beside the words. */
export function withCardNames(words: string, cards: readonly AboutCard[]): string {
  if (cards.length < 2) return words
  return `${words}\n\n${cards.map((it) => `[[${it.title}]]`).join(' ')}`
}

/** The words, and the titles of the cards in their last line. */
export function splitAbout(message: string): { words: string; titles: string[] } {
  const [whole, words = '', line = ''] =
    message.match(/^([\s\S]*?)\n\n((?:\[\[.+?\]\](?!\]) ?){2,})$/) ?? []
  if (!whole) return { words: message, titles: [] }
  return { words, titles: [...line.matchAll(/\[\[(.+?)\]\](?!\])/g)].map((it) => it[1] ?? '') }
}
