// An agent on the official TypeScript library of the Agent Client Protocol, which tells all that an agent can
// tell, and uses the tools of the server it is given through the official client of MCP.

import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const MODES = [
  { id: 'free', name: 'Free' },
  { id: 'plan', name: 'Plan first' },
]
const sessions = new Map()

async function prompt({ params, client }) {
  const { sessionId } = params
  const session = sessions.get(sessionId)
  const tell = (sessionUpdate, more) =>
    client.notify('session/update', { sessionId, update: { sessionUpdate, ...more } })
  const chunk = (text) => ({ content: { type: 'text', text } })
  await tell('available_commands_update', {
    availableCommands: [{ name: 'outline', description: 'Makes an outline' }],
  })
  await tell('agent_thought_chunk', chunk('Let me see. '))
  await tell('plan', {
    entries: [{ content: 'Make mist', priority: 'high', status: 'in_progress' }],
  })
  const permission = await client.request('session/request_permission', {
    sessionId,
    toolCall: { toolCallId: 'c1', title: 'mcp__storyteller__create_node', kind: 'edit' },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  })
  const { command, args, env } = session.servers[0]
  const story = new Client({ name: 'scripted', version: '1' })
  await story.connect(
    new StdioClientTransport({
      command,
      args,
      env: Object.fromEntries(env.map((it) => [it.name, it.value])),
    }),
  )
  const made = await story.callTool({
    name: 'create_node',
    arguments: { title: 'Mist', kind: 'scene', text: 'White.' },
  })
  await story.close()
  session.cost += 0.25
  await tell('usage_update', {
    used: 1200,
    size: 200000,
    cost: { amount: session.cost, currency: 'USD' },
  })
  const words = [session.mode, permission.outcome.optionId, made.isError === true]
  await tell('agent_message_chunk', chunk(words.join(' ')))
  return { stopReason: 'end_turn' }
}

acp
  .agent({ name: 'scripted-ts' })
  .onRequest('initialize', () => ({
    protocolVersion: 1,
    agentCapabilities: {},
    agentInfo: { name: 'scripted-ts', version: '1' },
  }))
  .onRequest('session/new', ({ params }) => {
    const sessionId = `session-${sessions.size + 1}`
    sessions.set(sessionId, { servers: params.mcpServers, mode: 'free', cost: 0 })
    return { sessionId, modes: { currentModeId: 'free', availableModes: MODES } }
  })
  .onRequest('session/set_mode', ({ params }) => {
    sessions.get(params.sessionId).mode = params.modeId
    return {}
  })
  .onRequest('session/prompt', prompt)
  .onNotification('session/cancel', () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
