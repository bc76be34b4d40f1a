/** End-to-end test of pictures by a model that costs money. A server stands for the model. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { entry, openSample } from './helpers.mjs'
import { startModel } from './languageModel.mjs'

let here
let page
let model
let file

before(async () => {
  model = await startModel(() => '')
  here = await startProgram({ story: (environment) => model.configure(environment) })
  page = await here.open()
  await openSample(page)
  ;[file] = await here.stories()
})
after(async () => {
  await here.close()
  model.close()
})

test('the button generates a picture without asking once more', async () => {
  await entry(page, 'Lin Mei').click()
  const form = page.getByRole('form', { name: 'Generate a picture' })
  await form.getByRole('textbox', { name: 'Describe the picture' }).fill('an engineer')
  await form.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('tiny:painter').first().waitFor()
  const listed = JSON.parse(here.command('list_images', file, '--node', 'Lin Mei', '--json')).data
  assert.deepEqual(
    listed.images.slice(0, 1).map((it) => [it.prompt, it.model]),
    [['an engineer', 'tiny:painter']],
  )
})
