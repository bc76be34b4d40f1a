// A node between what leads to it and where it leads, as `neighbors` answers. A press on a card goes there.
function show({ node, incoming, outgoing, group, holds }) {
  const center = make('div', { class: 'card center', tabindex: '-1' }, node.title)
  const before = column(texts['comes-from'], incoming)
  const after = column(texts['leads-to'], outgoing)
  const map = make('div', { class: 'map' }, before, make('div', { class: 'column' }, center), after)
  shown = () => drawLines(map, center)
  return [
    map,
    ...(group ? [chips(texts['in-group'], [group])] : []),
    ...(holds?.length ? [chips(texts.members, holds)] : []),
  ]
}

/** The name of the namespace, which nothing is loaded from. */
const SVG = 'http://www.w3.org/2000/svg'

function column(title, links) {
  const cards = links.map(({ node, label, condition, effect, once }) => {
    const rules = [
      label && `“${label}”`,
      condition && `? ${condition}`,
      effect && `→ ${effect}`,
      once && texts.once,
    ]
    return card(node, rules.filter(Boolean))
  })
  const none = make('p', { class: 'note' }, texts.nothing)
  return make(
    'section',
    { class: 'column', 'aria-label': title },
    make('h3', {}, title),
    ...(cards.length ? cards : [none]),
  )
}

function card({ id, title }, lines = []) {
  const words = [make('span', {}, title), ...lines.map((it) => make('small', {}, it))]
  if (!canCall()) return make('div', { class: 'card' }, ...words)
  const go = async () => {
    showResult(await callTool('neighbors', { node: id }))
    page.querySelector('.center')?.focus()
  }
  return make('button', { class: 'card', type: 'button', click: () => void go() }, ...words)
}

function chips(title, nodes) {
  const cards = nodes.map((it) => card(it))
  const list = make('div', { class: 'chips' }, ...cards)
  return make('section', { class: 'more', 'aria-label': title }, make('h3', {}, title), list)
}

/** Lines from the cards at the left to the middle, and from there to those at the right. */
function drawLines(map, center) {
  map.querySelector('svg')?.remove()
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const origin = map.getBoundingClientRect()
  const middle = center.getBoundingClientRect()
  const [before, , after] = map.querySelectorAll('.column')
  const line = (fromX, fromY, toX, toY) => {
    const path = document.createElementNS(svg.namespaceURI, 'path')
    const half = (fromX + toX) / 2
    path.setAttribute('d', `M${fromX} ${fromY}C${half} ${fromY} ${half} ${toY} ${toX} ${toY}`)
    svg.append(path)
  }
  const height = (box) => box.top + box.height / 2 - origin.top
  for (const card of before.querySelectorAll('.card')) {
    const box = card.getBoundingClientRect()
    line(box.right - origin.left, height(box), middle.left - origin.left, height(middle))
  }
  for (const card of after.querySelectorAll('.card')) {
    const box = card.getBoundingClientRect()
    line(middle.right - origin.left, height(middle), box.left - origin.left, height(box))
  }
  map.prepend(svg)
}

start()
