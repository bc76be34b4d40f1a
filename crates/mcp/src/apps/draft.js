// What a draft would change, piece by piece, as `show_draft` answers.
function show({ pieces, count, title }) {
  if (count === 0) return [make('p', { class: 'note' }, texts['draft-empty'])]
  return [
    make('h1', {}, `${texts.draft} (${count})`),
    make('p', { class: 'note' }, title ? `${title} · ` : '', texts['draft-review']),
    ...pieces.map(shownPiece),
  ]
}

function shownPiece({ what, capability, after, moved, difference }) {
  const part = texts[`part-${capability}`] ?? capability
  const isRemoved = after === null
  return make(
    'section',
    { class: 'piece', 'aria-label': `${what}: ${part}` },
    make(
      'header',
      {},
      make('h2', {}, what),
      make('span', { class: 'note' }, part),
      isRemoved ? make('span', { class: 'warn' }, texts['draft-removed']) : '',
      moved ? make('span', { class: 'warn' }, texts['draft-moved']) : '',
    ),
    ...shownDifference(difference),
  )
}

function shownDifference({ pieces, lines, text }) {
  if (pieces?.length) {
    const elements = { added: 'ins', removed: 'del', same: 'span' }
    const spans = pieces.map((it) => make(elements[it.kind], {}, it.text))
    return [make('p', { class: 'prose' }, ...spans)]
  }
  if (!lines?.length) return [make('p', { class: 'prose' }, text)]
  const words = (value) => (typeof value === 'string' ? value : JSON.stringify(value))
  const isThere = (value) => value !== undefined && value !== null
  const cell = (name, value) => make('td', {}, isThere(value) ? make(name, {}, words(value)) : '')
  // What is new has nothing to compare with.
  const compares = lines.some((it) => isThere(it.before))
  const head = make(
    'tr',
    {},
    make('td', {}),
    make('th', { scope: 'col' }, texts['draft-before']),
    make('th', { scope: 'col' }, texts['draft-after']),
  )
  const rows = lines.map(({ name, before, after }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      compares ? cell('del', before) : '',
      cell('ins', after),
    ),
  )
  const body = make('tbody', {}, ...rows)
  return [make('table', {}, compares ? make('thead', {}, head) : '', body)]
}

start()
