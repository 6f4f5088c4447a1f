import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { MarkedLines } from './MarkedLines'

function Shown() {
  const [text, setText] = useState('good\nbad\ngood')
  const marks = text
    .split('\n')
    .flatMap((line, i) => (line.includes('bad') ? [{ line: i + 1, message: 'must be good' }] : []))
  return <MarkedLines label="Lines" rows={[3, 10]} value={text} onChange={setText} marks={marks} />
}

test('a problem is listed with its line, leads to it, and goes when it is mended', async () => {
  render(<Shown />)
  const field = page.getByRole('textbox', { name: 'Lines' })
  const problems = page.getByRole('list', { name: 'Problems of Lines' })
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(problems).toHaveTextContent('Line 2: must be good')
  await page.getByRole('button', { name: 'Line 2' }).click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('fine')
  await expect.element(field).toHaveValue('good\nfine\ngood')
  await expect.element(problems).not.toBeInTheDocument()
  await expect.element(field).toHaveAttribute('aria-invalid', 'false')
})
