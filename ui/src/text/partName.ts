/** The name of a part of a card, of which there may be one for each language. */

/** Names a slot: `translation:de` as the part `translation` with the language behind it. */
export function partName(slot: string, name: (part: string) => string): string {
  const [part = slot, language] = slot.split(':')
  return language === undefined ? name(part) : `${name(part)} (${language})`
}
