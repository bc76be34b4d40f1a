// Shows the pages of a story's tools (MCP Apps) as a client does: the official client and the official
// bridge, in a real browser.
//
//     mcp_app.js COMMAND [ARGUMENT …]
//
// Prints one JSON object of what stood in the frames. With SCREENSHOTS, saves pictures there.

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { getToolUiResourceUri, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge'
import { build } from 'esbuild'
import { launchBrowser } from './browser.js'

const [command, ...args] = process.argv.slice(2)
const client = new Client(
  { name: 'outside', version: '1' },
  {
    capabilities: {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } },
    },
  },
)
await client.connect(new StdioClientTransport({ command, args, env: process.env }))
const { tools } = await client.listTools()
const uiOf = (name) => getToolUiResourceUri(tools.find((it) => it.name === name))
const call = (name, given) => client.callTool({ name, arguments: given })

await call('create_node', { title: 'Fog <b>bank</b>', text: 'Grey.' })
await call('link_nodes', { from: 'Fog <b>bank</b>', to: 'Thomas Anderson', label: 'Row on' })
await call('update_node_kv', {
  node: 'Thomas Anderson',
  items: [{ k: 'Mood', v: 'grim' }],
})

const [{ text: script }] = (
  await build({
    entryPoints: [join(import.meta.dirname, 'mcp_app_page.js')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  })
).outputFiles
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 760, height: 720 } })
const faults = []
page.on('pageerror', (error) => faults.push(String(error)))
page.on('console', (said) => {
  if (said.type() === 'error' || /Content Security Policy/.test(said.text())) faults.push(said.text())
})
await page.exposeFunction('callTool', (params) => client.callTool(params))
await page.setContent('<!doctype html><body style="margin:0"></body>')
await page.addScriptTag({ content: script })

async function shown(tool, given, context) {
  const result = await call(tool, given)
  const { contents } = await client.readResource({ uri: uiOf(tool) })
  const app = { html: contents[0].text, args: given, result, context }
  const version = await page.evaluate((it) => window.showApp(it), app)
  const frame = page.frameLocator('iframe')
  await frame.locator('h1, .map').first().waitFor()
  if (process.env.SCREENSHOTS) {
    const name = `${tool}-${context.theme}-${context.locale}.png`
    await page.screenshot({ path: join(process.env.SCREENSHOTS, name) })
  }
  return { frame, version, mime: contents[0].mimeType }
}

const drafts = await call('list_drafts', {})
const draft = { draft: drafts.structuredContent.drafts[0].draft }
const light = await shown('show_draft', draft, { theme: 'light', locale: 'en-GB' })
const inserted = await light.frame.locator('ins').allTextContents()
const english = await light.frame.locator('main').innerText()
const bold = await light.frame.locator('main b').count()
const dark = await shown('show_draft', draft, { theme: 'dark', locale: 'zh-CN' })
const chinese = await dark.frame.locator('h1').innerText()
const ground = await dark.frame
  .locator('body')
  .evaluate((body) => getComputedStyle(body).backgroundColor)

const around = await shown(
  'neighbors',
  { node: 'Thomas Anderson' },
  { theme: 'light', locale: 'de-AT' },
)
const map = await around.frame.locator('main').innerText()
await around.frame.getByRole('button', { name: /Fog/ }).click()
await around.frame.locator('.center', { hasText: 'Fog' }).waitFor()
const beyond = await around.frame.locator('main').innerText()
const lines = await around.frame.locator('path').count()

const sizes = await page.evaluate(() => window.sizes)
console.log(
  JSON.stringify({
    server: client.getServerCapabilities().extensions,
    mime: light.mime,
    version: light.version,
    inserted,
    english,
    bold,
    chinese,
    ground,
    map,
    beyond,
    lines,
    sizes,
    faults,
  }),
)
await browser.close()
await client.close()
