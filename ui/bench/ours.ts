/** The story on our own map. */

import { MapView, type Theme } from '../src/canvas'
import { count, frame, HEIGHT, story, WIDTH } from './story'

const kind = (accent: string) => ({ accent })
const theme: Theme = {
  background: '#f7f5f1',
  dots: '#ddd8cf',
  card: '#ffffff',
  cardBorder: '#e4dfd6',
  shadow: 'rgb(60 45 20 / 9%)',
  title: '#26221c',
  text: '#5d564b',
  faint: '#756d61',
  link: '#8b8272',
  linkLabel: '#fffdfa',
  linkLabelText: '#5d564b',
  group: 'rgb(120 100 60 / 6%)',
  groupBorder: '#d5cdbf',
  selection: '#2f62c9',
  glow: '#e5a53a',
  visited: '#2f7d4a',
  marks: { added: '#2f7d4a', changed: '#94630a', removed: '#b3372f' },
  kinds: {
    scene: kind('#4e7fb8'),
    character: kind('#c2603f'),
    place: kind('#4f9161'),
    note: kind('#c69a2b'),
    other: kind('#8466b0'),
  },
  palette: {},
  font: 'sans-serif',
}

const { cards, links } = story(count)
await frame()
const began = performance.now()
const view = new MapView(document.querySelector('#map') as HTMLElement, theme, () => undefined)
const size = { width: WIDTH, height: HEIGHT, footnote: '17 words', isGroup: false }
view.load(
  cards.map((it) => ({ ...it, ...size })),
  links.map((it) => ({ ...it, label: '' })),
)
view.look({ x: -200, y: -200, zoom: 0.7 })

async function complete(): Promise<number> {
  await frame()
  while (!view.complete) await frame()
  return performance.now() - began
}

/** How far the dragged card was moved. */
let carried: number | undefined

window.bench = {
  opened: complete(),
  near: () => view.look({ x: 1400, y: 900, zoom: 0.7 }),
  all: () => {
    const extent = view.scene.extent()
    if (extent) view.fit(extent)
  },
  pan: (dx, dy) => view.pan(dx, dy),
  zoom: (factor) => view.zoom(factor),
  drag: (dx) => {
    if (carried === undefined) {
      view.startDrag(new Set([cards.find((it) => it.x > 1600 && it.y > 1200)?.id ?? 'n0']))
      carried = 0
    }
    carried += dx
    view.dragBy(carried, 0)
  },
}
