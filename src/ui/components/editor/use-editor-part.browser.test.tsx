import { useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.testing'
import { PlainEditor } from './PlainEditor'
import { type Entered, oncePart, useEditorPart } from './use-editor-part'

interface PartProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly entered: Entered | undefined
}

/** A stand-in for the editor that moves the cursor as the editor does. */
function Part({ text, onChange, entered }: PartProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const entry = useRef(entered)
  useEffect(() => {
    if (!entry.current) return
    field.current?.focus()
    field.current?.setSelectionRange(entry.current.from, entry.current.to)
  }, [])
  return (
    <textarea ref={field} aria-label="Editor" value={text} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

/** An editor whose code comes when the returned function is called. */
function show(): () => void {
  let come: (part: typeof Part) => void = () => undefined
  const load = oncePart(() => new Promise<typeof Part>((done) => (come = done)))
  function Shown() {
    const [text, setText] = useState('kind: Pod\n')
    const field = useRef<HTMLTextAreaElement>(null)
    const { part: Loaded, entered } = useEditorPart(load, true, field)
    return Loaded ? (
      <Loaded text={text} onChange={setText} entered={entered} />
    ) : (
      <PlainEditor label="Plain" value={text} onChange={setText} field={field} />
    )
  }
  render(<Shown />)
  return () => come(Part)
}

const plain = page.getByRole('textbox', { name: 'Plain' })
const editor = page.getByRole('textbox', { name: 'Editor' })

test('text typed while the editor loads continues in it at the same position', async () => {
  const come = show()
  await plain.click()
  await userEvent.keyboard('{Control>}{Home}{/Control}# a')
  come()
  await expect.element(editor).toHaveFocus()
  await userEvent.keyboard('bc')
  await expect.element(editor).toHaveValue('# abckind: Pod\n')
})

test('an editor that finishes loading does not take the focus', async () => {
  render(<input aria-label="Other" />)
  const come = show()
  await page.getByRole('textbox', { name: 'Other' }).click()
  come()
  await expect.element(editor).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Other' })).toHaveFocus()
})

test('a character that is being composed is finished first', async () => {
  const come = show()
  await plain.click()
  const field = plain.element()
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  come()
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await expect.element(editor).not.toBeInTheDocument()
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.element(editor).toHaveFocus()
})
