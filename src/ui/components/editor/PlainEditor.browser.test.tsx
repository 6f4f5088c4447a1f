import { createRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.testing'
import './editor.css'
import { PlainEditor } from './PlainEditor'

const LONG = 'spec:\n    image: registry.example/some/long-long-long-path:1.4\n'

async function show(wraps: boolean): Promise<HTMLElement> {
  render(
    <div className="o-editor" style={{ width: 300, height: 200, fontFamily: 'monospace' }}>
      <PlainEditor label="Plain" value={LONG} wraps={wraps} onChange={() => undefined} field={createRef()} />
    </div>,
  )
  const field = page.getByRole('textbox', { name: 'Plain' })
  await expect.element(field).toHaveValue(LONG)
  return field.element().parentElement ?? document.body
}

test('the rows of a long line begin at its indent, and the field shows itself to who types', async () => {
  const host = await show(true)
  const field = page.getByRole('textbox', { name: 'Plain' })
  const [outer, inner] = host.querySelectorAll('.o-plain-text > div')
  const range = document.createRange()
  const leftOf = (line: Element | undefined): Set<number> => {
    range.selectNodeContents(line ?? host)
    return new Set(Array.from(range.getClientRects(), ({ left }) => Math.round(left)).filter((left) => left > 0))
  }
  const [start = 0] = leftOf(outer)
  expect(Math.min(...leftOf(inner))).toBeGreaterThan(start)
  await field.click()
  expect(host.querySelector('.o-plain-text')?.checkVisibility()).toBe(false)
  expect(getComputedStyle(field.element()).opacity).toBe('1')
})

test('without wrapping the field shows its own text', async () => {
  const host = await show(false)
  expect(host.querySelector('.o-plain-text')).toBeNull()
})
