import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.testing'
import { useNear } from './editor-near'

const Editor = () => <p>{useNear() ? 'loads' : 'waits'}</p>

function Page() {
  const [open, setOpen] = useState(false)
  return open ? <Editor /> : <button onClick={() => setOpen(true)}>Open the editor</button>
}

test('an editor that a click opened is loaded at once, without another sign of the user', async () => {
  render(<Page />)
  await page.getByRole('button', { name: 'Open the editor' }).click()
  await expect.element(page.getByText(/loads|waits/), { timeout: 5_000 }).toHaveTextContent('loads')
})
