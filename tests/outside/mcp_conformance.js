// Runs scenarios of the official conformance suite against a served story.
//
//     mcp_conformance.js URL SECRET SCENARIO …
//
// The suite knows no credentials, so it speaks to a proxy that adds one. Prints one JSON object: the exit
// status and the output of each scenario.

import { spawn } from 'node:child_process'
import http from 'node:http'
import { fileURLToPath } from 'node:url'

const [url, secret, ...scenarios] = process.argv.slice(2)
const target = new URL(url)

const proxy = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${secret}` }
  // What names the proxy itself names the story; anything else is the suite's own choice.
  if (headers.host === own()) headers.host = target.host
  if (headers.origin === `http://${own()}`) headers.origin = target.origin
  const options = { host: target.hostname, port: target.port, path: request.url, method: request.method, headers }
  const forwarded = http.request(options, (answer) => {
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  response.on('close', () => forwarded.destroy())
  request.pipe(forwarded)
})
const own = () => `127.0.0.1:${proxy.address().port}`
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))

const suite = fileURLToPath(
  new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
function run(scenario) {
  return new Promise((resolve) => {
    const words = [suite, 'server', '--url', `http://${own()}${target.pathname}`, '--scenario', scenario]
    const child = spawn(process.execPath, words)
    let told = ''
    child.stdout.on('data', (data) => {
      told += data
    })
    child.stderr.on('data', (data) => {
      told += data
    })
    child.on('close', (code) => resolve({ code, told }))
  })
}

const seen = {}
for (const scenario of scenarios) seen[scenario] = await run(scenario)
proxy.closeAllConnections()
proxy.close()
console.log(JSON.stringify(seen))
