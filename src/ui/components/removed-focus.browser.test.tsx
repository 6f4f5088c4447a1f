import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { keepRemovedFocus } from './removed-focus'

/** A list whose first row can be removed, and a section that can be removed with its button. */
function Removable() {
  const [row, setRow] = useState(true)
  const [section, setSection] = useState(true)
  const [off, setOff] = useState(false)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  useEffect(keepRemovedFocus, [])
  return (
    <main id="content" tabIndex={-1} aria-label="Page">
      <section aria-label="Rows">
        {row && <button onClick={() => setRow(false)}>Remove row</button>}
        <button disabled={off} onClick={() => setOff(true)}>
          Save
        </button>
      </section>
      {!sent && (
        <section aria-label="Request">
          <button
            data-loading={sending || undefined}
            onClick={() => {
              setSending(true)
              setTimeout(() => setSent(true), 50)
            }}
          >
            Send
          </button>
        </section>
      )}
      {section && (
        <section aria-label="Conflict">
          <button onClick={() => setSection(false)}>Resolve</button>
        </section>
      )}
    </main>
  )
}

/** As a key does: the button has the focus, and no pointer is involved. */
function press(name: string): void {
  const button = page.getByRole('button', { name }).element() as HTMLElement
  button.focus()
  button.click()
}

test.each([
  ['Remove row', 'the section of a removed button', () => page.getByRole('region', { name: 'Rows' })],
  ['Resolve', 'what is around a removed section', () => page.getByRole('main')],
  ['Send', 'what is around a button that went away with its answer', () => page.getByRole('main')],
  ['Save', 'the section of a button that was disabled', () => page.getByRole('region', { name: 'Rows' })],
] as const)('after "%s" %s has the focus', async (name, _what, region) => {
  render(<Removable />)
  press(name)
  await expect.element(region()).toHaveFocus()
})

test('the focus stays where the user went meanwhile', async () => {
  render(<Removable />)
  press('Remove row')
  const other = page.getByRole('button', { name: 'Resolve' })
  ;(other.element() as HTMLElement).focus()
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(other).toHaveFocus()
})
