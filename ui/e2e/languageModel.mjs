/**
 * A server on this machine in the place of a language model and an image model: it speaks Chat
 * Completions and answers by a function, and answers a request for a picture with an icon.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'

const PICTURE = resolve(import.meta.dirname, '../../src-tauri/icons/128x128.png')

/** Starts it; `answer` makes the reply to a list of messages. */
export async function startModel(answer) {
  const asked = []
  let held
  let place
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    if (request.url.endsWith('/images/generations')) {
      const picture = { b64_json: readFileSync(PICTURE).toString('base64') }
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ created: 0, data: [picture] }))
    }
    const { stream, messages = [] } = JSON.parse(body || '{}')
    asked.push(JSON.stringify(messages))
    if (place === 'start') await held?.promise
    const content = answer(messages)
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    const reply = { id: 'r', created: 0, model: 'test', usage }
    if (!stream) {
      const message = { role: 'assistant', content }
      response.setHeader('content-type', 'application/json')
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      return response.end(JSON.stringify({ ...reply, object: 'chat.completion', choices }))
    }
    response.setHeader('content-type', 'text/event-stream')
    const chunk = (choices) =>
      response.write(
        `data: ${JSON.stringify({ ...reply, object: 'chat.completion.chunk', choices })}\n\n`,
      )
    const words = content.match(/\S+\s*/g) ?? []
    for (const [index, word] of words.entries()) {
      if (place === 'middle' && index === Math.ceil(words.length / 2)) await held?.promise
      chunk([{ index: 0, delta: { role: 'assistant', content: word } }])
    }
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])
    response.end('data: [DONE]\n\n')
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${server.address().port}/v1`
  return {
    asked,
    /** Makes it the model of a program that has not been started yet. */
    configure({ STORYTELLER_CONFIG }) {
      mkdirSync(STORYTELLER_CONFIG, { recursive: true })
      const provider = `[providers.tiny]\nlike = "openai-chat"\nbase_url = "${address}"\n`
      const price = '[assistant.limits.price]\ninput = 1000\noutput = 1000\n'
      writeFileSync(
        join(STORYTELLER_CONFIG, 'settings.toml'),
        `model = "tiny:test"\nimage_model = "tiny:painter"\n${provider}${price}`,
      )
    },
    /** Keeps replies back, whole or from their middle on, until they are released. */
    hold(from = 'start') {
      place = from
      held = {}
      held.promise = new Promise((done) => {
        held.resolve = done
      })
    },
    release() {
      held?.resolve()
      held = undefined
    },
    close: () => server.close(),
  }
}
