/** What else somebody is called, as one attribute: mentions are found by it. */

/** The keys under which the program looks for aliases. */
const KEYS = ['aliases', 'alias', '别名', '別名']

export const isAlias = (key: string) => KEYS.includes(key.trim().toLowerCase())
