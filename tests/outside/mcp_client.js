// Does a writer's main job on a story through the official TypeScript client of the Model Context
// Protocol, with a question answered by the person, progress and a subscription.
//
//     mcp_client.js stdio COMMAND [ARGUMENT …]
//     mcp_client.js http URL SECRET
//
// Prints one JSON object of what the client saw.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'

const [kind, ...rest] = process.argv.slice(2)
const transport =
  kind === 'stdio'
    ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env })
    : new StreamableHTTPClientTransport(new URL(rest[0]), {
        requestInit: { headers: { Authorization: `Bearer ${rest[1]}` } },
      })

const client = new Client(
  { name: 'outside', version: '1' },
  { capabilities: { elicitation: { form: {} } } },
)
const asked = []
client.setRequestHandler(ElicitRequestSchema, (request) => {
  asked.push(request.params.message)
  return { action: 'accept', content: {} }
})
let heard
const updated = new Promise((resolve) => {
  heard = resolve
})
client.setNotificationHandler(ResourceUpdatedNotificationSchema, (told) => heard(told.params.uri))

await client.connect(transport)
const { tools } = await client.listTools()
const call = (name, args) => client.callTool({ name, arguments: args })
const made = await call('create_node', { title: 'Fog', text: 'Grey.' })
await client.subscribeResource({ uri: 'storyteller://node/Fog' })
await call('append_text', { node: 'Fog', text: 'Still grey.' })
const page = await client.readResource({ uri: 'storyteller://node/Fog' })
const draft = await client.readResource({ uri: 'storyteller://draft' })
const completed = await client.complete({
  ref: { type: 'ref/prompt', name: 'continue_scene' },
  argument: { name: 'node', value: 'Fo' },
})
const checked = await call('check_story', {})
const seen = {
  protocol: transport.protocolVersion ?? null,
  server: client.getServerVersion().name,
  tools: tools.map((tool) => tool.name),
  made: made.structuredContent,
  updated: await updated,
  page: page.contents[0].text,
  draft: JSON.parse(draft.contents[0].text),
  completed: completed.completion.values,
  checked: checked.structuredContent,
  asked,
}
await client.close()
console.log(JSON.stringify(seen))
