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

test('gives the focus to the content of the page, when what opened it is gone', async () => {
  render(<Opener goes />)
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sure?' })).toBeVisible()
  await close()
  await expect.element(page.getByRole('main')).toHaveFocus()
})
