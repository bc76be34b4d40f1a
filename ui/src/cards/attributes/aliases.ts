/** The aliases of a node, as one attribute; mentions are found by them. */

/** The keys under which the program looks for aliases. */
const KEYS = ['aliases', 'alias', 'weitere namen', '别名', '別名']

/** What stands between two aliases. */
const BETWEEN = /[,;，；、\n]/

/** The aliases in the attributes of one node. */
export function aliasesIn(pairs: readonly { k: string; v: string }[]): string[] {
  const written = pairs.filter((it) => isAlias(it.k)).flatMap((it) => it.v.split(BETWEEN))
  return written.map((it) => it.trim()).filter((it) => it !== '')
}

export const isAlias = (key: string) => KEYS.includes(key.trim().toLowerCase())
