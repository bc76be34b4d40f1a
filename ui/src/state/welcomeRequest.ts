/**
 * What the welcome screen opens with when it is shown next, after leaving a story for another one.
 */

export type WelcomeRequest = 'new' | 'path'

let request: WelcomeRequest | undefined

export function requestOnWelcome(wanted: WelcomeRequest): void {
  request = wanted
}

/** What is to be asked for; the screen after that asks for nothing. */
export function takeWelcomeRequest(): WelcomeRequest | undefined {
  const taken = request
  request = undefined
  return taken
}
