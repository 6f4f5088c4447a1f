import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { useAction } from './use-action'

/** Two buttons of one action, as pages use it: one waits until it is released, one fails. */
function Buttons({ until }: { readonly until: Promise<void> }) {
  const { act, busy, running, error, clear } = useAction()
  return (
    <>
      <button type="button" onClick={() => void act(() => until, 'save')}>
        Save
      </button>
      <button type="button" onClick={() => void act(() => Promise.reject(new Error('refused')), 'delete')}>
        Delete
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
      <output>{`${busy ? `busy with ${running}` : 'idle'}, ${error instanceof Error ? error.message : 'no error'}`}</output>
    </>
  )
}

test('an action is busy while it runs, under the name of what runs', async () => {
  let release = (): void => undefined
  render(<Buttons until={new Promise((resolve) => (release = resolve))} />)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('busy with save, no error')
  release()
  await expect.element(page.getByRole('status')).toHaveTextContent('idle, no error')
})

test('an error stays until it is cleared or the next run starts', async () => {
  render(<Buttons until={Promise.resolve()} />)
  const status = page.getByRole('status')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(status).toHaveTextContent('idle, refused')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(status).toHaveTextContent('idle, no error')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(status).toHaveTextContent('idle, refused')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(status).toHaveTextContent('idle, no error')
})
