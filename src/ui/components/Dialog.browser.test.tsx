import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { Dialog } from './Dialog'

function Opener({ goes = false }: { readonly goes?: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <main id="content" tabIndex={-1} aria-label="Content">
      {!(goes && asked) && <button onClick={() => setAsked(true)}>Ask</button>}
      {asked && (
        <Dialog title="Sure?" onClose={() => setAsked(false)} transitionProps={{ duration: 0 }}>
          <button>Yes</button>
        </Dialog>
      )}
    </main>
  )
}

const close = async (): Promise<void> => {
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

test('gives the focus back to what opened it, when it goes with its component', async () => {
  render(<Opener />)
  await page.getByRole('button', { name: 'Ask' }).click()
  await close()
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus()
})

test('moves the focus to the page content if the opening button is gone', async () => {
  render(<Opener goes />)
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
  await close()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

function Nested() {
  const [open, setOpen] = useState<readonly string[]>([])
  const ask = (name: string) => <button onClick={() => setOpen([...open, name])}>Open {name}</button>
  const close = () => setOpen(open.slice(0, -1))
  return (
    <main id="content" tabIndex={-1}>
      {ask('first')}
      {open.includes('first') && (
        <Dialog title="first" onClose={close} transitionProps={{ duration: 0 }}>
          {ask('second')}
          {open.includes('second') && (
            <Dialog title="second" onClose={close} transitionProps={{ duration: 0 }}>
              <button>Yes</button>
            </Dialog>
          )}
        </Dialog>
      )}
    </main>
  )
}

test('leaves the dialog under it open, when Escape closes it', async () => {
  render(<Nested />)
  await page.getByRole('button', { name: 'Open first' }).click()
  await page.getByRole('button', { name: 'Open second' }).click()
  await expect.element(page.getByRole('dialog', { name: 'second' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'second' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'first' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Open second' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open first' })).toHaveFocus()
})

function LateMenu() {
  const [open, setOpen] = useState(false)
  return (
    <main id="content" tabIndex={-1}>
      <button>Menu</button>
      <button
        onClick={({ currentTarget }) => {
          currentTarget.blur()
          setOpen(true)
          // As a menu does after it was closed.
          setTimeout(() => (currentTarget.previousElementSibling as HTMLElement).focus())
        }}
      >
        Entry
      </button>
      {open && (
        <Dialog title="Sure?" onClose={() => setOpen(false)} transitionProps={{ duration: 100 }}>
          <button>Yes</button>
        </Dialog>
      )}
    </main>
  )
}

test('gives the focus back to the button of a menu that got it after the dialog was opened', async () => {
  render(<LateMenu />)
  await page.getByRole('button', { name: 'Entry' }).click()
  await close()
  await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus()
})
