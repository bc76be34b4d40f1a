/** The same story in React Flow, showing only what is visible, as its manual advises for large graphs. */

import '@xyflow/react/dist/style.css'
import {
  Background,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { count, frame, HEIGHT, story, WIDTH } from './story'

type Shown = Node<{ title: string; excerpt: string }>

const Card = memo(({ data }: NodeProps<Shown>) => (
  <div className="card">
    <Handle type="target" position={Position.Left} />
    <b>{data.title}</b>
    <p>{data.excerpt}</p>
    <Handle type="source" position={Position.Right} />
  </div>
))
const nodeTypes = { card: Card }

const made = story(count)
const nodes: Shown[] = made.cards.map(({ id, x, y, title, excerpt }) => ({
  id,
  type: 'card',
  position: { x, y },
  width: WIDTH,
  height: HEIGHT,
  data: { title, excerpt },
}))
const edges = made.links.map(({ id, from, to }) => ({ id, source: from, target: to }))

let flow: ReactFlowInstance<Shown> | undefined
let move: (change: (nodes: Shown[]) => Shown[]) => void = () => undefined

function Page() {
  const [shown, setShown] = useState(nodes)
  move = setShown
  return (
    <ReactFlow
      nodes={shown}
      edges={edges}
      nodeTypes={nodeTypes}
      onlyRenderVisibleElements
      minZoom={0.01}
      defaultViewport={{ x: 140, y: 140, zoom: 0.7 }}
      onInit={(it) => {
        flow = it
      }}
    >
      <Background />
    </ReactFlow>
  )
}

await frame()
const began = performance.now()
createRoot(document.querySelector('#map') as HTMLElement).render(<Page />)

/** All cards in sight are there, with links between them, and the frame after has begun. */
async function complete(): Promise<number> {
  const [width, height] = [innerWidth / 0.7, innerHeight / 0.7]
  const seen = nodes.filter(({ position: { x, y } }) => x < width - 200 && y < height - 200).length
  const there = (what: string) => document.querySelectorAll(`.react-flow__${what}`).length
  while (there('node') < seen || there('edge') === 0) await frame()
  await frame()
  return performance.now() - began
}

const held = nodes.find(({ position: { x, y } }) => x > 1600 && y > 1200)?.id ?? 'n0'

window.bench = {
  opened: complete(),
  near: () => void flow?.setViewport({ x: -980, y: -630, zoom: 0.7 }),
  all: () => void flow?.fitView(),
  pan: (dx, dy) => {
    const now = flow?.getViewport()
    if (now) void flow?.setViewport({ ...now, x: now.x + dx, y: now.y + dy })
  },
  zoom: (factor) => {
    const now = flow?.getViewport()
    if (!now) return
    const [x, y] = [innerWidth / 2, innerHeight / 2]
    const at = { x: x - (x - now.x) * factor, y: y - (y - now.y) * factor }
    void flow?.setViewport({ ...at, zoom: now.zoom * factor })
  },
  drag: (dx) =>
    move((old) =>
      old.map((it) =>
        it.id === held ? { ...it, position: { ...it.position, x: it.position.x + dx } } : it,
      ),
    ),
}
