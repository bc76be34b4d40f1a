/**
 * Pictures on cards: decoded at about their displayed size, and cached within a memory budget; the
 * least recently used ones are evicted first, and reloaded when needed.
 */

/** The used part of `ImageBitmap`. */
type CachedPicture = Pick<ImageBitmap, 'width' | 'height' | 'close'>

/** The widths in device pixels at which pictures are decoded. */
const WIDTHS = [160, 320, 640, 1280]
/** For all pictures together: enough for many screens full of cards. */
const BUDGET = 64 * 1024 * 1024
/**
 * An evicted picture is not requested again for this time, in milliseconds: otherwise visible
 * pictures that exceed the budget would evict each other forever.
 */
const REST = 2000
/** The maximum number of concurrent loads. */
const AT_ONCE = 6

interface PictureCacheOptions<P extends CachedPicture> {
  /** Loads a picture of at most this width in pixels; throws if there is none. */
  load: (address: string, width: number) => Promise<P>
  /** The maximum size of the cache, in bytes. */
  budget?: number
  /** The time in milliseconds. */
  now?: () => number
}

export class PictureCache<P extends CachedPicture = ImageBitmap> {
  /** By address, then by requested width; most recently used addresses last. */
  readonly #ready = new Map<string, Map<number, P>>()
  /** Requested, or not available. */
  readonly #asked = new Set<string>()
  readonly #waiting: { address: string; width: number }[] = []
  readonly #arrived: (address: string) => void
  readonly #load: (address: string, width: number) => Promise<P>
  readonly #budget: number
  readonly #now: () => number
  /** When an address was evicted. */
  readonly #gone = new Map<string, number>()
  #loading = 0
  #bytes = 0

  constructor(arrived: (address: string) => void, options: PictureCacheOptions<P>) {
    this.#arrived = arrived
    this.#load = options.load
    this.#budget = options.budget ?? BUDGET
    this.#now = options.now ?? (() => performance.now())
  }

  /** The size of everything cached, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The picture for a place of this width in device pixels, or another size until a fitting one is
   * loaded; `undefined` while there is none.
   */
  get(address: string, across: number): P | undefined {
    const width = WIDTHS.find((it) => it >= across) ?? WIDTHS.at(-1) ?? across
    const sizes = this.#ready.get(address)
    if (sizes) {
      // Moved to the end: it is in use.
      this.#ready.delete(address)
      this.#ready.set(address, sizes)
    }
    const fitting = sizes?.get(width)
    if (fitting) return fitting
    this.#ask(address, width)
    return sizes && nearest(sizes, width)
  }

  /** Frees everything. */
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
    // The latest request is what is visible now.
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
    // One size per picture is enough: the map has one zoom at a time.
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

/** Loads a picture from the program, scaled down if it is wider than needed. */
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
