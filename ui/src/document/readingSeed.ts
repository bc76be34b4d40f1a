/** A seed for the random numbers of a new reading, for `play_story`. */
export function readingSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}
