/** The words that are looked for in all texts; kept while other panels are shown. */

import { create } from 'zustand'

interface FindQuery {
  find: string
  matchCase: boolean
  wholeWord: boolean
}

export const useFindQuery = create<FindQuery>(() => ({
  find: '',
  matchCase: false,
  wholeWord: false,
}))

/** The longest selection that is taken for words to look for, in characters. */
const LONGEST = 100

/** Looks for what is selected in a text, where that is a few words. */
export function findSelectedWords(): void {
  const words = window.getSelection()?.toString().trim() ?? ''
  if (words !== '' && words.length <= LONGEST && !words.includes('\n'))
    useFindQuery.setState({ find: words })
}
