import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../../testing/render.testing'
import { findControl } from './find-control'

function Page() {
  return (
    <>
      <button type="button">Send request</button>
      <main id="content">
        <button type="button" hidden>
          Send request
        </button>
        <button type="button" id="send">
          Send <b>request</b>
        </button>
        <button type="button" aria-label="Copy" id="copy" />
        <a href="#there" id="open">
          Send request
        </a>
        <label htmlFor="who">Who</label>
        <input id="who" />
        <span id="label">Verb</span>
        <input id="verb" aria-labelledby="label" />
        <label>
          Strict <input id="strict" type="checkbox" role="switch" />
        </label>
      </main>
    </>
  )
}

test.each([
  ['button', 'Send request', 'send'],
  ['button', 'Copy', 'copy'],
  ['link', 'Send request', 'open'],
  ['field', 'Who', 'who'],
  ['field', 'Verb', 'verb'],
  ['switch', 'Strict', 'strict'],
  ['field', 'Strict', undefined],
  ['button', 'Send', undefined],
] as const)('finds the %s “%s”', async (role, name, id) => {
  render(<Page />)
  await expect.element(page.getByRole('main')).toBeVisible()
  expect(findControl(role, name)?.id).toBe(id)
})
