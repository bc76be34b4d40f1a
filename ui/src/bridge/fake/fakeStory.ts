/** Stories for the fake bridge: a small one in two languages, and generated ones of any size. */

import type { Kind } from '../../generated/tools'
export interface FakeNode {
  id: string
  title: string
  kind: string
  x: number
  y: number
  text: string
  items: { k: string; v: string }[]
  width?: number
  height?: number
  parent?: string
  collapsed?: boolean
  color?: string
  image?: string
}

export interface FakeEdge {
  id: string
  from: string
  to: string
  label: string
  order: number
  condition?: string
  effect?: string
  once?: boolean
}

/** The state at one moment. Nodes and edges are replaced, never changed in place. */
export interface FakeStory {
  title: string
  start: string | null
  nodes: Map<string, FakeNode>
  edges: Map<string, FakeEdge>
  tagColors?: Record<string, string>
  wordGoal?: number
  /** Kinds of the writer’s own, and what was changed of the others. */
  kinds?: Record<string, Kind>
}

type Row = [id: string, kind: string, title: string, column: number, row: number, text: string]

const COLUMN = 340
const ROW = 212

const rows: Row[] = [
  [
    'n01',
    'scene',
    'The night ferry',
    0,
    1,
    'The last ferry leaves at nine. Mara counts her coins twice and steps aboard, because the letter said *come before the light goes out*.',
  ],
  [
    'n02',
    'scene',
    'Talk to the captain',
    1,
    0,
    'Captain Oyelaran does not look up from the wheel. “Nobody goes to the lighthouse,” he says. “Not since the glass began to sing.”',
  ],
  [
    'n03',
    'scene',
    'Sleep through the crossing',
    1,
    2,
    'You dream of a stair that winds the wrong way. When you wake, your shoes are wet.',
  ],
  [
    'n04',
    'scene',
    '雾中的码头',
    2,
    1,
    '雾像一床湿棉被压在码头上。灯塔没有亮，只有玻璃在远处轻轻作响，像有人用指尖绕着杯沿。玛拉把信又读了一遍。',
  ],
  [
    'n05',
    'scene',
    'The keeper’s door',
    3,
    0,
    'The door is unlocked. Inside, a table is laid for two; one of the cups is still warm.',
  ],
  [
    'n06',
    'scene',
    '旋转的楼梯',
    3,
    2,
    '楼梯一圈一圈往上，却越走越低。墙上刻着年份，从今年一直刻到一百年前。',
  ],
  [
    'n07',
    'scene',
    'The singing glass',
    4,
    1,
    'Every pane hums a different note. One pane is silent.',
  ],
  ['n08', 'scene', '打碎它', 5, 0, '玻璃碎了，雾也碎了。海面上所有的船同时亮起了灯。'],
  [
    'n09',
    'scene',
    'Listen',
    5,
    2,
    'You put your ear to the silent pane, and hear your own voice, older, reading the letter aloud.',
  ],
  [
    'n10',
    'scene',
    'Morning',
    6,
    1,
    'The ferry comes back at seven. It is the same captain; he does not remember you.',
  ],
  [
    'n11',
    'character',
    'Mara Lindqvist',
    0,
    4,
    'A restorer of stained glass who has not touched glass in a year.',
  ],
  [
    'n12',
    'character',
    '守塔人老顾',
    1,
    4,
    '话很少，记性太好。每天傍晚给灯上油，也给一个不会来的人摆上碗筷。',
  ],
  [
    'n13',
    'character',
    'Captain Oyelaran',
    2,
    4,
    'Has crossed the strait nine thousand times and forgotten one of them.',
  ],
  [
    'n14',
    'place',
    'Skerry lighthouse',
    3,
    4,
    'Built of glass blocks in 1911 by an engineer who feared the dark.',
  ],
  ['n15', 'place', '雾港', 4, 4, '一座总在等船的小镇，钟比别处慢七分钟。'],
  [
    'n16',
    'note',
    'Rule of the glass',
    5,
    4,
    'The glass keeps what was said near it. It gives back only to those who are silent.',
  ],
  ['n17', 'note', '时间线', 6, 4, '1911 建塔；1958 停灯；去年冬天，信寄出。'],
  ['n18', 'scene', 'A discarded opening', 0, 5.3, 'It begins with a storm. Too loud.'],
]

const links: [from: string, to: string, label: string][] = [
  ['n01', 'n02', 'Talk to the captain'],
  ['n01', 'n03', 'Sleep'],
  ['n02', 'n04', 'Go ashore'],
  ['n03', 'n04', ''],
  ['n04', 'n05', 'Knock at the keeper’s door'],
  ['n04', 'n06', '走上楼梯'],
  ['n05', 'n07', ''],
  ['n06', 'n07', '继续往上'],
  ['n07', 'n08', '打碎它'],
  ['n07', 'n09', 'Listen to the silent pane'],
  ['n08', 'n10', ''],
  ['n09', 'n10', ''],
  ['n10', 'n01', 'Go again'],
  ['n11', 'n13', 'owes a fare'],
]

/** A ghost story with choices, people, places and notes; English and Chinese. */
export function smallStory(): FakeStory {
  const nodes = new Map<string, FakeNode>()
  const people = { id: 'n19', kind: 'group', title: '人物 · The people', text: '', items: [] }
  nodes.set('n19', { ...people, x: -24, y: 4 * ROW - 56, width: 964, height: 212 })
  for (const [id, kind, title, column, row, text] of rows) {
    nodes.set(id, { id, kind, title, x: column * COLUMN, y: row * ROW, text, items: [] })
  }
  for (const id of ['n11', 'n12', 'n13']) change(nodes, id, { parent: 'n19' })
  change(nodes, 'n11', {
    items: [
      { k: 'Name', v: 'Mara' },
      { k: 'Age', v: '34' },
      { k: 'Role', v: 'Protagonist' },
    ],
  })
  change(nodes, 'n12', { items: [{ k: '姓名', v: '顾望海' }] })
  change(nodes, 'n07', { image: 'picture-07' })
  change(nodes, 'n14', { image: 'picture-14' })
  change(nodes, 'n16', { color: '5' })
  const edges = links.map(([from, to, label], index) =>
    edge(`e${index + 1}`, from, to, label, index),
  )
  return {
    title: 'The Glass Lighthouse',
    start: 'n01',
    nodes,
    edges: new Map(edges.map((it) => [it.id, it])),
  }
}

function change(nodes: Map<string, FakeNode>, id: string, part: Partial<FakeNode>): void {
  const node = nodes.get(id)
  if (node) nodes.set(id, { ...node, ...part })
}

function edge(id: string, from: string, to: string, label: string, order: number): FakeEdge {
  return { id, from, to, label, order }
}

/** A story of `count` nodes in a wide field, each linked onward and every second one aside. */
export function generatedStory(count: number): FakeStory {
  const nodes = new Map<string, FakeNode>()
  const edges = new Map<string, FakeEdge>()
  const side = Math.ceil(Math.sqrt(count))
  const kinds = ['scene', 'scene', 'scene', 'character', 'place', 'note']
  for (let index = 0; index < count; index++) {
    const id = `n${index}`
    nodes.set(id, {
      id,
      kind: kinds[index % kinds.length] ?? 'scene',
      title: index % 5 === 4 ? `第 ${index} 节：雨夜` : `Passage ${index}`,
      x: Math.floor(index / side) * COLUMN,
      y: (index % side) * ROW + (index % 3) * 20,
      text: `The rain goes on in passage ${index}; somebody knocks, and the lamp is moved to the window.`,
      items: [],
    })
    const aside = [index + 1, ...(index % 2 === 0 ? [index + side] : [])]
    for (const [order, to] of aside.entries()) {
      if (to < count)
        edges.set(`e${index}-${order}`, edge(`e${index}-${order}`, id, `n${to}`, '', order))
    }
  }
  return { title: `${count} passages`, start: count > 0 ? 'n0' : null, nodes, edges }
}
