/**
 * End-to-end tests of a person at another computer: invited in the window, reads the story in a browser,
 * plays it, comments on it, and writes to the writer, whose program ends and begins again meanwhile.
 */

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { startProgram } from './harness.mjs'
import { look, openSample, openText, panel, until } from './helpers.mjs'

const SCENES = [
  'Answer to Your Name',
  'Count Again',
  'Engine Room',
  'Gangway',
  'Stay Ashore',
  'Take the Wrench',
  'The Thirteenth Seat',
  'The Ticket Window',
  'Under the Lamp',
  'Upper Deck',
  'What the Engine Says',
]

const RAIN = resolve(import.meta.dirname, '../../tests/fixtures/sounds/rain.ogg')
const PICTURE = resolve(import.meta.dirname, '../../src-tauri/icons/128x128.png')

let here
let writer
let file
let guest

before(async () => {
  here = await startProgram()
  writer = await here.open()
  await openSample(writer)
  ;[file] = await here.stories()
})
after(() => here.close())

const message = (page) => page.getByRole('textbox', { name: 'Write a message' })

async function openSharing() {
  // The command hides what is shown.
  if (await writer.getByRole('tab', { name: 'Sharing', selected: true }).count()) return
  await writer.keyboard.press('Control+k')
  await writer.keyboard.type('sharing')
  await writer.keyboard.press('Enter')
}

/** Lets a person in, and returns the address to open. */
async function invite(name) {
  await writer.getByRole('textbox', { name: 'Name' }).fill(name)
  await writer.getByRole('radio', { name: 'Person' }).click()
  await writer.getByRole('button', { name: 'Invite' }).click()
  await writer.getByText(`${name} is invited.`).waitFor()
  return writer.getByRole('textbox', { name: 'Invitation' }).inputValue()
}

test('the writer opens the story and invites a person, who reads it in a browser', async () => {
  await openSharing()
  await writer.getByRole('button', { name: 'Open to agents' }).click()
  const address = await invite('ann')
  await look(writer, 'sharing-invitation')
  guest = await here.open({ address })
  await guest.getByRole('heading', { name: 'The Last Ferry' }).waitFor()
  await guest.getByText('The harbor clock says eight minutes to midnight').waitFor()
  assert.ok(!guest.url().includes('credential'), 'the address does not keep the secret')
  const scenes = guest.getByRole('main').getByRole('region')
  assert.deepEqual(await scenes.evaluateAll((all) => all.map((it) => it.ariaLabel).sort()), SCENES)
  await look(guest, 'guest-reading')
  await writer.getByRole('button', { name: 'Disconnect ann' }).waitFor()
})

test('guest and writer write to one another, and the writer is told where the chat is not shown', async () => {
  await message(guest).fill('Who turns the light on?')
  await guest.keyboard.press('Enter')
  await writer.getByText('Who turns the light on?').waitFor()
  await message(writer).fill('The keeper does.')
  await writer.keyboard.press('Enter')
  await guest.getByText('The keeper does.').waitFor()
  await look(writer, 'sharing-chat')
  await panel(writer, 'problems')
  await message(guest).fill('Every night?')
  await guest.keyboard.press('Enter')
  await writer.getByText('ann: Every night?').first().waitFor()
  await writer.getByRole('button', { name: 'Open the chat' }).click()
  await message(writer).waitFor()
})

test('what the writer writes is read by the guest at once', async () => {
  await openText(writer, 'Stay Ashore')
  await writer.keyboard.press('Control+Home')
  await writer.keyboard.type('It rained. ')
  await guest.getByText('It rained. You let the rope go.').waitFor()
})

test('the image of a scene is shown where it is read, and another one as soon as it is there', async () => {
  here.command('add_image', file, '--node', 'Gangway', '--content', `@${PICTURE}`)
  await guest.getByRole('combobox', { name: 'Scene' }).selectOption('Gangway')
  const image = guest.getByRole('region', { name: 'Gangway' }).getByRole('img')
  await image.waitFor()
  const width = await image.evaluate((it) => it.decode().then(() => it.naturalWidth))
  assert.equal(width, 128)
  await look(guest, 'guest-image')
  here.command('remove_image', file, '--node', 'Gangway')
  await image.waitFor({ state: 'detached' })
})

test('a guest comments on a passage, and the writer finds it there', async () => {
  await guest.getByText('It rained.').click({ clickCount: 3 })
  const scene = guest.getByRole('region', { name: 'Stay Ashore' })
  await scene.getByRole('button', { name: 'Comment on the selection' }).click()
  await guest.getByRole('textbox', { name: 'Your comment' }).fill('Again?')
  await look(guest, 'guest-comment')
  await guest.keyboard.press('Enter')
  await scene.getByText('Your comment was added.').waitFor()
  await writer.getByRole('button', { name: 'Comments: 1' }).click()
  await writer.getByText('Again?').waitFor()
  await writer.getByText('ann').first().waitFor()
  await writer.getByRole('button', { name: 'Reply' }).click()
  await writer.getByRole('textbox', { name: 'Your reply' }).fill('On purpose.')
  await look(writer, 'guest-comment-read')
  await writer.keyboard.press('Enter')
  await scene.getByText('Comments: 1').click()
  await scene.getByText('On purpose.').waitFor()
  await scene.getByRole('button', { name: 'Reply' }).click()
  await guest.getByRole('textbox', { name: 'Your reply' }).fill('Then it is good.')
  await look(guest, 'guest-comment-answered')
  await guest.keyboard.press('Enter')
  await writer.getByText('Then it is good.').waitFor()
  await writer.keyboard.press('Escape')
})

test('a guest who may write changes a text, which the writer sees at once', async () => {
  await openSharing()
  await writer.getByRole('combobox', { name: 'What ann may do' }).selectOption('Write')
  const scene = guest.getByRole('region', { name: 'Upper Deck' })
  await scene.getByRole('button', { name: 'Change the text' }).click()
  const text = guest.getByRole('textbox', { name: 'Text of Upper Deck' })
  await text.press('Control+Home')
  await text.pressSequentially('Fog. ')
  await look(guest, 'guest-editing')
  await guest.reload()
  assert.match(await text.inputValue(), /^Fog\. /, 'what was not saved is kept')
  await scene.getByRole('button', { name: 'Save' }).click()
  await scene.getByText('Saved.').waitFor()
  await scene.getByText(/^Fog\. /).waitFor()
  const changed = await openText(writer, 'Upper Deck')
  await changed.getByText(/^Fog\. /).waitFor()
})

test('what a guest suggests waits for the writer, and the guest reads it meanwhile', async () => {
  await openSharing()
  await writer.getByRole('combobox', { name: 'What ann may do' }).selectOption('Suggest')
  await guest.getByText('ann · can read and propose changes', { exact: true }).waitFor()
  const scene = guest.getByRole('region', { name: 'Engine Room' })
  await scene.getByRole('button', { name: 'Change the text' }).click()
  const text = guest.getByRole('textbox', { name: 'Text of Engine Room' })
  await text.press('Control+Home')
  await text.pressSequentially('Steam. ')
  await scene.getByRole('button', { name: 'Save' }).click()
  await scene.getByText('Sent to the writer').waitFor()
  await scene.getByText(/^Steam\. /).waitFor()
  assert.ok(!here.command('read_text', file, '--node', 'Engine Room').includes('Steam'))
  await writer.getByRole('tab', { name: /2 drafts/ }).waitFor()
  await panel(writer, 'assistant')
  await look(writer, 'guest-suggestion')
})

test('a guest who may only read from now on is told so, and shown what is left', async () => {
  const scene = guest.getByRole('region', { name: 'Gangway' })
  const change = scene.getByRole('button', { name: 'Change the text' })
  await change.click()
  await openSharing()
  await writer.getByRole('combobox', { name: 'What ann may do' }).selectOption('Read')
  await guest.getByText('ann · can read', { exact: true }).waitFor()
  await guest.getByRole('textbox', { name: 'Text of Gangway' }).fill('No longer.')
  await scene.getByRole('button', { name: 'Save' }).click()
  await scene.getByRole('alert').waitFor()
  await change.waitFor({ state: 'detached' })
  await scene.getByRole('button', { name: 'Cancel' }).click()
})

test('the guest plays the story and goes back', async () => {
  await guest.getByRole('radio', { name: 'Play' }).click()
  await guest.getByRole('button', { name: 'Look up' }).click()
  await guest.getByRole('heading', { name: 'Under the Lamp' }).waitFor()
  await look(guest, 'guest-playing')
  await guest.getByRole('button', { name: 'Back' }).click()
  await guest.getByRole('heading', { name: 'The Ticket Window' }).waitFor()
  await guest.getByRole('radio', { name: 'Read' }).click()
})

test('the guest hears the music of the story while playing', async () => {
  const scene = ['--node', 'The Ticket Window']
  here.command('set_sound', file, ...scene, '--content', `@${RAIN}`, '--plays', 'music')
  await guest.getByRole('radio', { name: 'Play' }).click()
  await guest.getByRole('button', { name: 'Turn sound off (rain)' }).waitFor()
  const heard = () =>
    guest.evaluate(() => [...document.querySelectorAll('audio')].filter((it) => !it.paused).length)
  await until('music', async () => (await heard()) === 1)
  await look(guest, 'guest-sound')
  await guest.getByRole('button', { name: 'Turn sound off (rain)' }).click()
  await until('silence', async () => (await heard()) === 0)
  here.command('remove_sound', file, ...scene)
  await guest.getByRole('radio', { name: 'Read' }).click()
})

test('a guest is connected again when the story is open again, and reads what was missed', async () => {
  await openSharing()
  await writer.getByRole('button', { name: 'Close to agents' }).click()
  await guest.getByText('Connecting…').waitFor()
  assert.ok(await message(guest).isVisible(), 'what was read stays')
  await openText(writer, 'Gangway')
  await writer.keyboard.press('Control+Home')
  await writer.keyboard.type('Night. ')
  await openSharing()
  await writer.getByRole('button', { name: 'Open to agents' }).click()
  await guest.getByText('Night. The gangway is slick').waitFor()
  await message(guest).fill('I am back.')
  await guest.keyboard.press('Enter')
  await writer.getByText('I am back.').waitFor()
})

test('an invitation that the writer takes back ends the visit, with the reason', async () => {
  await writer.getByRole('button', { name: 'End access for ann' }).click()
  await guest.getByRole('heading', { name: 'You cannot join this story' }).waitFor()
  await guest.getByText('The writer has withdrawn your invitation.').waitFor()
  await look(guest, 'guest-refused')
})
