/** Pictures on cards: loaded once, shrunk to what a card can show, and told of when they arrive. */

const WIDTH = 480

export class PictureShelf {
  readonly #ready = new Map<string, ImageBitmap>()
  readonly #asked = new Set<string>()
  readonly #arrived: (address: string) => void

  constructor(arrived: (address: string) => void) {
    this.#arrived = arrived
  }

  /** The picture, or `undefined` until it has been loaded. */
  get(address: string): ImageBitmap | undefined {
    const picture = this.#ready.get(address)
    if (!picture && !this.#asked.has(address)) {
      this.#asked.add(address)
      void this.#load(address)
    }
    return picture
  }

  async #load(address: string): Promise<void> {
    try {
      const answer = await fetch(address, { credentials: 'same-origin' })
      if (!answer.ok) return
      const blob = await answer.blob()
      const picture = await createImageBitmap(blob, { resizeWidth: WIDTH, resizeQuality: 'medium' })
      this.#ready.set(address, picture)
      this.#arrived(address)
    } catch {
      // A picture that cannot be loaded leaves its card plain; the inspector says why.
    }
  }
}
