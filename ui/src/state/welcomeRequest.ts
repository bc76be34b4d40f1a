/** What the welcome screen asks for when it is shown next: a story was left for another one. */

export type WelcomeRequest = 'new' | 'path'

let request: WelcomeRequest | undefined

export function askOnWelcome(wanted: WelcomeRequest): void {
  request = wanted
}

/** What is to be asked for; the screen after that asks for nothing. */
export function takeWelcomeRequest(): WelcomeRequest | undefined {
  const taken = request
  request = undefined
  return taken
}
