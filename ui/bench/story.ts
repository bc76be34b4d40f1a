/** The synthetic story that both pages show: layers of cards with 1.5 links per card. */

export interface Card {
  id: string
  x: number
  y: number
  title: string
  excerpt: string
  kind: string
}

export interface Link {
  id: string
  from: string
  to: string
}

export const WIDTH = 236
export const HEIGHT = 132

const KINDS = ['scene', 'scene', 'scene', 'character', 'place', 'note']
const EXCERPT = 'The rain goes on; somebody knocks, and the lamp is moved to the window once more.'

export function story(count: number): { cards: Card[]; links: Link[] } {
  const side = Math.ceil(Math.sqrt(count))
  const cards: Card[] = []
  const links: Link[] = []
  for (let at = 0; at < count; at++) {
    const id = `n${at}`
    cards.push({
      id,
      x: Math.floor(at / side) * 340,
      y: (at % side) * 212 + (at % 3) * 20,
      title: at % 5 === 4 ? `第 ${at} 节：雨夜` : `Passage ${at}`,
      excerpt: EXCERPT,
      kind: KINDS[at % KINDS.length] ?? 'scene',
    })
    for (const to of at % 2 === 0 ? [at + 1, at + side] : [at + 1]) {
      if (to < count) links.push({ id: `e${at}-${to}`, from: id, to: `n${to}` })
    }
  }
  return { cards, links }
}

/** What a page offers to the benchmark. */
export interface Bench {
  /** Milliseconds from the data being available to the first complete frame. */
  opened: Promise<number>
  near(): void
  all(): void
  pan(dx: number, dy: number): void
  zoom(factor: number): void
  drag(dx: number): void
}

declare global {
  interface Window {
    bench: Bench
  }
}

/** The number of cards in the address. */
export const count = Number(new URLSearchParams(location.search).get('count') ?? 1000)

export const frame = () => new Promise<number>(requestAnimationFrame)
