// Signs in to a story with the official TypeScript client of the Model Context Protocol and its OAuth flow;
// the person is a real browser that fills in the page.
//
//     mcp_sign_in.js URL CODE
//
// Prints one JSON object of what was seen. With SCREENSHOTS, saves pictures there.

import { createServer } from 'node:http'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  discoverAuthorizationServerMetadata,
  refreshAuthorization,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { launchBrowser } from './browser.js'

const [url, code] = process.argv.slice(2)
const origin = new URL(url).origin

/** Where the browser is sent with the answer. */
const answers = []
let heard
const listener = createServer((request, response) => {
  answers.push(new URL(request.url, 'http://127.0.0.1'))
  response.end('You can close this page.')
  heard?.()
})
await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
const redirectUrl = `http://127.0.0.1:${listener.address().port}/callback`
const answered = () =>
  new Promise((resolve) => {
    heard = () => resolve(answers.at(-1).searchParams)
  })

const kept = {}
const provider = {
  redirectUrl,
  clientMetadata: {
    client_name: 'Outside Client',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  state: () => 'state-of-the-client',
  clientInformation: () => kept.client,
  saveClientInformation: (it) => {
    kept.client = it
  },
  tokens: () => kept.tokens,
  saveTokens: (it) => {
    kept.tokens = it
  },
  redirectToAuthorization: (it) => {
    kept.address = it
  },
  saveCodeVerifier: (it) => {
    kept.verifier = it
  },
  codeVerifier: () => kept.verifier,
}

async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
  const client = new Client({ name: 'outside', version: '1' })
  try {
    await client.connect(transport)
    return { client, transport }
  } catch (error) {
    return { error, transport }
  }
}

const browser = await launchBrowser()
const faults = []
const opened = async (options) => {
  const page = await browser.newPage({ viewport: { width: 900, height: 860 }, ...options })
  page.on('console', (said) => {
    if (/Content Security Policy/.test(said.text())) faults.push(said.text())
  })
  return page
}
const shot = (page, name) =>
  process.env.SCREENSHOTS && page.screenshot({ path: join(process.env.SCREENSHOTS, name) })

// Without a credential the client is told where to sign in.
const first = await connect()
const asked = first.error instanceof UnauthorizedError
const page = await opened({ locale: 'en-GB' })
await page.goto(kept.address.href)
const title = await page.locator('h1').innerText()
await shot(page, 'sign-in-light-en.png')
const chinese = await opened({ locale: 'zh-CN', colorScheme: 'dark' })
await chinese.goto(kept.address.href)
const inChinese = await chinese.locator('h1').innerText()
await shot(chinese, 'sign-in-dark-zh.png')

// A wrong code opens nothing, and what was filled in stays.
const wrong = code.replace(/\d$/, (digit) => (Number(digit) + 1) % 10)
await page.getByRole('radio', { name: /^Write/ }).check()
await page.getByLabel(/^Its name/).fill('quill')
await page.getByRole('textbox', { name: /^Code/ }).fill(wrong)
await page.getByRole('button', { name: 'Allow', exact: true }).click()
const problem = await page.getByRole('alert').innerText()
const stays = await page.getByRole('radio', { name: /^Write/ }).isChecked()
await shot(page, 'sign-in-wrong-code.png')
// Whoever cannot see the code cannot say yes for the person.
const forged = await fetch(kept.address, {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${kept.address.search.slice(1)}&decision=allow&level=write&minutes=60&name=quill`,
  redirect: 'manual',
})
let answer = answered()
await page.getByLabel(/^For how long/).selectOption('1440')
await page.getByRole('textbox', { name: /^Code/ }).fill(code)
await page.getByRole('textbox', { name: /^Code/ }).press('Enter')
const allowed = await answer
await first.transport.finishAuth(allowed.get('code'))
const second = await connect()
const made = await second.client.callTool({
  name: 'create_node',
  arguments: { title: 'Fog', text: 'Grey.' },
})
const form = (fields) => ({ method: 'POST', body: new URLSearchParams(fields) })
// A code is good once.
const again = await fetch(
  `${origin}/oauth/token`,
  form({
    grant_type: 'authorization_code',
    code: allowed.get('code'),
    code_verifier: kept.verifier,
    client_id: kept.client.client_id,
    redirect_uri: redirectUrl,
  }),
)
const replayed = { status: again.status, ...(await again.json()) }
// The client renews its token, and uses the new one.
const renewed = await refreshAuthorization(origin, {
  metadata: await discoverAuthorizationServerMetadata(origin),
  clientInformation: kept.client,
  refreshToken: kept.tokens.refresh_token,
  resource: new URL(url),
})
const [former, usedUp] = [kept.tokens.access_token, kept.tokens.refresh_token]
kept.tokens = renewed
const third = await connect()
const later = await third.client.callTool({ name: 'create_node', arguments: { title: 'Rain' } })
// The client gives its access back.
const revoked = await fetch(`${origin}/oauth/revoke`, form({ token: kept.tokens.access_token }))
const after = await fetch(url, {
  method: 'POST',
  headers: { Authorization: `Bearer ${kept.tokens.access_token}` },
  body: '{}',
})
// What renewed it once renews nothing.
const usedAgain = await fetch(
  `${origin}/oauth/token`,
  form({
    grant_type: 'refresh_token',
    refresh_token: usedUp,
    client_id: kept.client.client_id,
  }),
)
// The person says no.
answer = answered()
await chinese.getByRole('button', { name: '不允许' }).click()
const denied = await answer

console.log(
  JSON.stringify({
    asked,
    scheme: kept.address.pathname,
    title,
    inChinese,
    problem,
    stays,
    forged: forged.status,
    state: allowed.get('state'),
    iss: allowed.get('iss'),
    tokens: { ...kept.tokens, access_token: kept.tokens.access_token.length },
    isNew: kept.tokens.access_token !== former && kept.tokens.refresh_token !== usedUp,
    later: later.structuredContent,
    usedAgain: await usedAgain.json(),
    made: made.structuredContent,
    replayed,
    revoked: revoked.status,
    after: after.status,
    denied: denied.get('error'),
    faults,
  }),
)
await second.client.close().catch(() => {})
await third.client.close().catch(() => {})
await browser.close()
listener.close()
listener.closeAllConnections()
