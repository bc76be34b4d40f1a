// The messages between this page and the program that shows it (MCP Apps, revision 2026-01-26), and
// elements whose words are never read as markup. A page defines `show(data)`, which draws the answer of
// its tool.
const page = document.getElementById('page')
const waiting = new Map()
let lastId = 0
let texts = TEXTS.en
let host = { capabilities: {} }

const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

function request(method, params) {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    send({ id, method, params })
  })
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method !== undefined) {
    if (data.id === undefined) hear(data.method, data.params ?? {})
    else answer(data)
    return
  }
  const asked = waiting.get(data.id)
  waiting.delete(data.id)
  if (data.error) asked?.reject(new Error(data.error.message))
  else asked?.resolve(data.result)
})

function answer({ id, method }) {
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
  else send({ id, error: { code: -32601, message: 'there is no such method' } })
}

function hear(method, params) {
  if (method === 'ui/notifications/tool-result') showResult(params)
  if (method === 'ui/notifications/host-context-changed') follow(params)
}

/** Shows the result of a call: its data, or in which words it failed. */
function showResult({ structuredContent, content, isError }) {
  const words = content?.find((it) => it.type === 'text')?.text
  shown = undefined
  if (isError || !structuredContent) {
    page.replaceChildren(make('p', { class: 'warn' }, texts.failed), make('p', {}, words ?? ''))
  } else {
    page.replaceChildren(...show(structuredContent))
    shown?.()
  }
}
/** What a page does once it is drawn. */
let shown

/** Takes over language, colours and theme of the program that shows this page. */
function follow({ theme, locale, styles }) {
  const root = document.documentElement
  if (theme) root.dataset.theme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (/^--[a-z0-9-]+$/.test(name) && value) root.style.setProperty(name, value)
  }
  if (locale) {
    const same = (it) => it.split('-')[0] === locale.split('-')[0]
    const language = TEXTS[locale] ? locale : (Object.keys(TEXTS).find(same) ?? 'en')
    root.lang = language
    texts = TEXTS[language]
  }
}

/** An element with words and other elements in it. */
function make(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children.filter((it) => it !== undefined && it !== ''))
  return element
}

/** Calls a tool of the story, where the program that shows this page lets it. */
const canCall = () => host.capabilities.serverTools !== undefined
const callTool = (name, args) => request('tools/call', { name, arguments: args })

async function start() {
  const begun = await request('ui/initialize', {
    appInfo: { name: 'storyteller', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: '2026-01-26',
  })
  host = { capabilities: begun.hostCapabilities ?? {} }
  follow(begun.hostContext ?? {})
  page.replaceChildren(make('p', { class: 'note' }, texts.waiting))
  send({ method: 'ui/notifications/initialized', params: {} })
  const tell = () => {
    const { height } = page.getBoundingClientRect()
    const params = { width: Math.ceil(innerWidth), height: Math.ceil(height) }
    send({ method: 'ui/notifications/size-changed', params })
    shown?.()
  }
  new ResizeObserver(tell).observe(page)
}
