import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { keepBusyFocus } from './busy-focus'
import { Dialog } from './Dialog'

/** A button that is busy until its work is finished, and may then open a dialog. */
function Busy({ asks = false }: { readonly asks?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  useEffect(keepBusyFocus, [])
  return (
    <main id="content" tabIndex={-1}>
      <button disabled={busy} onClick={() => setBusy(true)}>
        Save
      </button>
      <button>Other</button>
      <output
        onClick={() => {
          setBusy(false)
          setAsked(asks)
        }}
      >
        Done
      </output>
      {asked && (
        <Dialog title="Sure?" onClose={() => setAsked(false)} transitionProps={{ duration: 0 }}>
          <button>Yes</button>
        </Dialog>
      )}
    </main>
  )
}

const save = () => page.getByRole('button', { name: 'Save' })
/** The answer arrives, without a click that would take the focus away. */
const done = (): unknown =>
  page
    .getByText('Done')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
const press = async (): Promise<void> => {
  ;(save().element() as HTMLElement).focus()
  ;(save().element() as HTMLElement).click()
  await expect.element(save()).toBeDisabled()
  await expect.poll(() => document.activeElement).toBe(document.body)
}

test('a button that was busy has the focus again', async () => {
  render(<Busy />)
  await press()
  done()
  await expect.element(save()).toHaveFocus()
})

test('the focus stays where the user went meanwhile', async () => {
  render(<Busy />)
  await press()
  ;(page.getByRole('button', { name: 'Other' }).element() as HTMLElement).focus()
  done()
  await expect.element(save()).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Other' })).toHaveFocus()
})

test('a dialog that opens after the work gives the focus back to the button', async () => {
  render(<Busy asks />)
  await press()
  done()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(save()).toHaveFocus()
})
