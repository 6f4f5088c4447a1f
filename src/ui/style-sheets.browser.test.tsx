import { afterEach, expect, test } from 'vitest'
import { applyStyleSheets } from './style-sheets'

const links: HTMLLinkElement[] = []
afterEach(() => {
  for (const link of links.splice(0)) link.remove()
})

function linked(media: string | undefined, href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  if (media !== undefined) link.media = media
  link.href = href
  document.head.append(link)
  links.push(link)
  return link
}
const sheetOf = (css: string): string => URL.createObjectURL(new Blob([css], { type: 'text/css' }))
const colour = (): string => getComputedStyle(document.documentElement).getPropertyValue('--tried')

test('waits until style sheets are loaded, but not for one that fails', async () => {
  linked('print', sheetOf(':root { --tried: first }'))
  linked('print', sheetOf(':root { --tried: second }'))
  linked('print', 'blob:nothing')
  const other = linked('speech', sheetOf(':root { --tried: spoken }'))
  expect(colour()).toBe('')
  await applyStyleSheets()
  expect(colour()).toBe('second')
  expect(other.media).toBe('speech')
})
