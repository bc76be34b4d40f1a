/** A dialog returns focus. */

import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './Dialog'
import { Menu } from './Menu'
import { TooltipProvider } from './Tooltip'

function Asked() {
  const [open, setOpen] = useState(false)
  return (
    <TooltipProvider>
      <Menu lines={[{ id: 'ask', label: 'Ask', perform: () => setOpen(true) }]}>
        <button type="button">More</button>
      </Menu>
      <Dialog open={open} onClose={() => setOpen(false)} title="Which?" closeLabel="Close">
        <input aria-label="Answer" />
      </Dialog>
    </TooltipProvider>
  )
}

it('to the button of the menu it was opened from', async () => {
  Element.prototype.scrollIntoView = () => {}
  const user = userEvent.setup()
  render(<Asked />)
  const more = screen.getByRole('button', { name: 'More' })
  more.focus()
  await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Answer')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(more))
})

it('and stays while Escape only leaves a composition', async () => {
  const user = userEvent.setup()
  render(<Asked />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ask' }))
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  fireEvent.keyDown(answer, { key: 'Escape', isComposing: true })
  fireEvent.keyDown(answer, { key: 'Escape', keyCode: 229 })
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.keyDown(answer, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('and stays while Escape leaves a form within it', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <TooltipProvider>
      <Dialog open onClose={onClose} title="Settings" closeLabel="Close">
        <div data-escape>
          <input aria-label="Inner" />
        </div>
        <input aria-label="Outer" />
      </Dialog>
    </TooltipProvider>,
  )
  await user.type(screen.getByLabelText('Inner'), '{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Outer'), '{Escape}')
  expect(onClose).toHaveBeenCalled()
})
