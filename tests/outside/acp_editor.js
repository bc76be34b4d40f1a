// An editor on the official TypeScript library of the Agent Client Protocol, which does what a scenario says: the
// same ones as acp_editor.py.
//
//     acp_editor.js SCENARIO COMMAND [ARGUMENT …]
//
// COMMAND is the agent. Prints one JSON object of what the editor saw.

import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'

/** Starts the agent; notes what it tells, and answers its questions with the option of this kind. */
function start(command, choice) {
  const [program, ...words] = command
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const editor = { child, updates: [], asked: [], wake: () => {} }
  const connection = acp
    .client({ name: 'scripted-editor' })
    .onNotification('session/update', ({ params }) => {
      editor.updates.push(params.update)
      editor.wake()
    })
    .onRequest('session/request_permission', async ({ params }) => {
      editor.asked.push(params.toolCall)
      editor.wake()
      if (choice === 'never') await new Promise(() => {})
      const option = params.options.find((it) => it.kind === choice)
      if (!option) return { outcome: { outcome: 'cancelled' } }
      return { outcome: { outcome: 'selected', optionId: option.optionId } }
    })
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)))
  return Object.assign(editor, { agent: connection.agent })
}

async function until(editor, isSo) {
  while (!isSo()) {
    await new Promise((resolve) => {
      editor.wake = resolve
    })
  }
}

const kinds = (editor) => editor.updates.map((it) => it.sessionUpdate)
const speaks = (editor) => kinds(editor).includes('agent_message_chunk')

function seen(editor, more = {}) {
  const chunks = editor.updates.filter((it) => it.sessionUpdate === 'agent_message_chunk')
  const text = chunks.map((it) => it.content.text).join('')
  return { kinds: kinds(editor), text, asked: [...editor.asked], ...more }
}

async function begin(editor) {
  const wanted = { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} }
  const begun = await editor.agent.request('initialize', wanted)
  if (begun.protocolVersion !== acp.PROTOCOL_VERSION) throw new Error(JSON.stringify(begun))
  return begun
}

const newSession = (editor) => editor.agent.request('session/new', { cwd: '/', mcpServers: [] })

const prompt = (editor, sessionId, text) =>
  editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })

/** One instruction; the person answers each question in one way. */
async function plain(command, choice, modeId) {
  const editor = start(command, choice)
  const begun = await begin(editor)
  const { sessionId, modes } = await newSession(editor)
  if (modeId) await editor.agent.request('session/set_mode', { sessionId, modeId })
  const { stopReason } = await prompt(editor, sessionId, 'do it')
  editor.child.kill()
  return seen(editor, {
    agent: begun.agentInfo.name,
    modes: modes.availableModes.map((it) => it.id),
    stop: stopReason,
  })
}

/** The instruction is cancelled: while a question is open, or while the model is silent. */
async function cancelled(command, choice) {
  const editor = start(command, choice)
  await begin(editor)
  const { sessionId } = await newSession(editor)
  const asking = prompt(editor, sessionId, 'do it')
  await until(editor, () => editor.asked.length > 0 || speaks(editor))
  await editor.agent.notify('session/cancel', { sessionId })
  const { stopReason } = await asking
  editor.child.kill()
  return seen(editor, { stop: stopReason })
}

/** The agent is killed in the middle of an instruction, and the session taken up by another. */
async function killed(command) {
  const first = start(command, 'allow_once')
  await begin(first)
  const { sessionId } = await newSession(first)
  const asking = prompt(first, sessionId, 'do it').then(
    () => false,
    () => true,
  )
  // The model has begun to answer to the result of the call.
  await until(first, () => speaks(first))
  first.child.kill('SIGKILL')
  const broken = await asking
  const editor = start(command, 'allow_once')
  await begin(editor)
  await editor.agent.request('session/load', { sessionId, cwd: '/', mcpServers: [] })
  const loaded = seen(editor)
  editor.updates.length = 0
  const { stopReason } = await prompt(editor, sessionId, 'go on')
  const after = seen(editor, { stop: stopReason })
  const { sessions } = await editor.agent.request('session/list', {})
  editor.child.kill()
  return { before: seen(first), broken, loaded, after, titles: sessions.map((it) => it.title) }
}

const [scenario, ...command] = process.argv.slice(2)
const [name, ...words] = scenario.split(':')
const told = await { plain, cancelled, killed }[name](command, ...words)
console.log(JSON.stringify(told))
process.exit(0)
