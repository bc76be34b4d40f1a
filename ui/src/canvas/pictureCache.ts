/**
 * Pictures on cards: decoded in about the size in which they are shown, and kept within a budget of
 * memory; what was not looked at for longest goes first, and comes back when it is needed again.
 */

/** As much of an `ImageBitmap` as is counted on here. */
type CachedPicture = Pick<ImageBitmap, 'width' | 'height' | 'close'>

/** Widths in device pixels that pictures are decoded in. */
const WIDTHS = [160, 320, 640, 1280]
/** For all pictures together: room for a screen full of cards many times over. */
const BUDGET = 64 * 1024 * 1024
/**
 * What had to go is not asked for again so soon, in milliseconds: else more pictures in sight than the
 * budget holds would drive one another out for ever.
 */
const REST = 2000
/** So many are loaded at a time. */
const AT_ONCE = 6

interface PictureCacheOptions<P extends CachedPicture> {
  /** Loads a picture no wider than so many pixels; throws where there is none. */
  load: (address: string, width: number) => Promise<P>
  /** The most that is kept, in bytes. */
  budget?: number
  /** The time in milliseconds. */
  now?: () => number
}

export class PictureCache<P extends CachedPicture = ImageBitmap> {
  /** By address, then by the width asked for; the addresses used last are the last. */
  readonly #ready = new Map<string, Map<number, P>>()
  /** What was asked for, or cannot be had. */
  readonly #asked = new Set<string>()
  readonly #waiting: { address: string; width: number }[] = []
  readonly #arrived: (address: string) => void
  readonly #load: (address: string, width: number) => Promise<P>
  readonly #budget: number
  readonly #now: () => number
  /** When an address had to go. */
  readonly #gone = new Map<string, number>()
  #loading = 0
  #bytes = 0

  constructor(arrived: (address: string) => void, options: PictureCacheOptions<P>) {
    this.#arrived = arrived
    this.#load = options.load
    this.#budget = options.budget ?? BUDGET
    this.#now = options.now ?? (() => performance.now())
  }

  /** What all that is kept takes, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The picture for a place of so many device pixels across, or what there is of it until one that
   * fits has been loaded; `undefined` until there is any.
   */
  get(address: string, across: number): P | undefined {
    const width = WIDTHS.find((it) => it >= across) ?? WIDTHS.at(-1) ?? across
    const sizes = this.#ready.get(address)
    if (sizes) {
      // Put at the end: it is in use.
      this.#ready.delete(address)
      this.#ready.set(address, sizes)
    }
    const fitting = sizes?.get(width)
    if (fitting) return fitting
    this.#ask(address, width)
    return sizes && nearest(sizes, width)
  }

  /** Gives all of it back. */
  clear(): void {
    this.#waiting.length = 0
    for (const address of [...this.#ready.keys()]) this.#forget(address)
  }

  #ask(address: string, width: number): void {
    const key = `${width} ${address}`
    const gone = this.#gone.get(address)
    if (this.#asked.has(key) || (gone !== undefined && this.#now() - gone < REST)) return
    this.#gone.delete(address)
    this.#asked.add(key)
    this.#waiting.push({ address, width })
    this.#next()
  }

  #next(): void {
    if (this.#loading >= AT_ONCE) return
    // What was asked for last is what is looked at now.
    const wanted = this.#waiting.pop()
    if (!wanted) return
    this.#loading += 1
    void this.#fetch(wanted.address, wanted.width)
  }

  async #fetch(address: string, width: number): Promise<void> {
    try {
      const picture = await this.#load(address, width)
      this.#keep(address, width, picture)
      this.#arrived(address)
    } catch {
      // A picture that cannot be loaded leaves its card plain; the inspector says why.
    } finally {
      this.#loading -= 1
      this.#next()
    }
  }

  #keep(address: string, width: number, picture: P): void {
    const sizes = this.#ready.get(address) ?? new Map<number, P>()
    // One size of a picture is enough: the map has one zoom at a time.
    for (const old of [...sizes.keys()]) this.#drop(address, sizes, old)
    sizes.set(width, picture)
    this.#bytes += bytesOf(picture)
    this.#ready.delete(address)
    this.#ready.set(address, sizes)
    for (const oldest of [...this.#ready.keys()]) {
      if (this.#bytes <= this.#budget || oldest === address) break
      this.#forget(oldest)
      this.#gone.set(oldest, this.#now())
    }
  }

  #forget(address: string): void {
    const sizes = this.#ready.get(address)
    this.#ready.delete(address)
    for (const width of [...(sizes?.keys() ?? [])]) if (sizes) this.#drop(address, sizes, width)
  }

  #drop(address: string, sizes: Map<number, P>, width: number): void {
    const picture = sizes.get(width)
    sizes.delete(width)
    this.#asked.delete(`${width} ${address}`)
    if (!picture) return
    this.#bytes -= bytesOf(picture)
    picture.close()
  }
}

function bytesOf({ width, height }: CachedPicture): number {
  return width * height * 4
}

/** The picture in the size nearest to one. */
function nearest<P>(sizes: ReadonlyMap<number, P>, width: number): P | undefined {
  const all = [...sizes].sort(([a], [b]) => Math.abs(a - width) - Math.abs(b - width))
  return all[0]?.[1]
}

/** Loads a picture from the page's own program, shrunk where it is wider than wanted. */
export async function loadPicture(address: string, width: number): Promise<ImageBitmap> {
  const answer = await fetch(address, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`there is no picture at ${address}`)
  const whole = await createImageBitmap(await answer.blob())
  if (whole.width <= width) return whole
  try {
    return await createImageBitmap(whole, { resizeWidth: width, resizeQuality: 'medium' })
  } finally {
    whole.close()
  }
}
