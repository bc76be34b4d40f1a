/** End-to-end test of the panel of variables. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProgram, violations } from './harness.mjs'
import { openSample, openText, until } from './helpers.mjs'

let here
let page
before(async () => {
  here = await startProgram()
  page = await here.open()
  await openSample(page)
})
after(() => here.close())

const variables = () => page.getByRole('region', { name: 'Variables' })

test('a variable is renamed in its panel wherever it is used, and completed in texts', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('variables')
  await page.keyboard.press('Enter')
  const row = (name) => variables().getByRole('button', { name: new RegExp(`^${name}`) })
  await row('stamped').click()
  const use = variables().getByRole('button', { name: /^Under the Lamp/ })
  await use.waitFor()
  assert.deepEqual(await violations(page, '[aria-label=Variables]'), [])
  await variables().getByRole('button', { name: 'Rename “stamped”' }).click()
  await page.keyboard.type('has_stamp')
  await page.keyboard.press('Enter')
  await row('has_stamp').waitFor()
  await until('the effect renamed', async () => (await use.textContent()).includes('has_stamp ='))
  assert.equal(await row('stamped').count(), 0)

  await openText(page, 'Gangway')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' {{has')
  await page.getByRole('option', { name: 'has_stamp' }).waitFor()
  // CodeMirror takes no Enter for an option that has been there for less than 75 ms.
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await page.getByText('{{has_stamp}}').first().waitFor()
})
