/** Where a mention may begin: `@` at the beginning of a word. */

/** Whether an `@` behind this letter is part of a word or of an address of mail, and so no mention. */
export function isInsideWord(before: string | undefined): boolean {
  return before !== undefined && /[\p{Script=Latin}\p{N}_.-]/u.test(before)
}
