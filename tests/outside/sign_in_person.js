// A person at a real browser who was sent to a server's page to sign in.
//
//     sign_in_person.js ADDRESS LINK [LANGUAGE]
//
// Follows the link with these words there and prints, as one JSON object, what each page said. With SCREENSHOTS,
// saves a picture of the last page there.

import { join } from 'node:path'
import { launchBrowser } from './browser.js'

const [address, link, locale = 'en-GB'] = process.argv.slice(2)
const browser = await launchBrowser()
const page = await browser.newPage({ locale, viewport: { width: 900, height: 600 } })
const policy = []
page.on('console', (said) => {
  if (/Content Security Policy/.test(said.text())) policy.push(said.text())
})
await page.goto(address)
const asked = await page.locator('h1').innerText()
const [response] = await Promise.all([
  page.waitForResponse((it) => it.url().includes('/callback')),
  page.getByRole('link', { name: link, exact: true }).click(),
])
await page.locator('main').waitFor()
const [title, text] = [await page.locator('h1').innerText(), await page.locator('p').innerText()]
if (process.env.SCREENSHOTS) {
  await page.screenshot({ path: join(process.env.SCREENSHOTS, `signed-in-${link}-${locale}.png`) })
}
console.log(JSON.stringify({ asked, title, text, status: response.status(), policy }))
await browser.close()
