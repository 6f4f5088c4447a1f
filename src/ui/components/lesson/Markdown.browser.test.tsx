import { expect, it, vi } from 'vitest'
import { render } from '../../../testing/render.testing'
import { Markdown } from './Markdown'

async function shown(text: string): Promise<Element> {
  render(<Markdown text={text} />)
  return vi.waitUntil(() => document.querySelector('.o-markdown') ?? undefined)
}

it('shows emphasis, code and links that lead out', async () => {
  const words = await shown('**Look** at `this`: [there](https://example.com/a), [write](mailto:a@example.com)')
  expect(words.querySelector('strong')?.textContent).toBe('Look')
  expect(words.querySelector('code')?.textContent).toBe('this')
  const links = [...words.querySelectorAll('a')].map(({ href, target, rel }) => [href, target, rel])
  expect(links).toEqual([
    ['https://example.com/a', '_blank', 'noreferrer'],
    ['mailto:a@example.com', '_blank', 'noreferrer'],
  ])
})

it.each([
  ['a script', '<script>globalThis.ran = true</script>'],
  ['an image', '![x](https://example.com/x.png)'],
  ['an image of HTML', '<img src="x" onerror="globalThis.ran = true">'],
  ['a link of HTML', '<a href="javascript:globalThis.ran = true">x</a>'],
  ['a link that is a script', '[x](javascript:globalThis.ran=true) <javascript:globalThis.ran=true>'],
  ['a link that is a document', '[x](data:text/html,x)'],
  ['a link into this site', '[x](#/settings) [y](?scenario=https://example.com/a.yaml) [z](//example.com)'],
  ['a heading of the page', '# x\n\n###### y'],
])('shows %s as text', async (_, text) => {
  const words = await shown(text)
  expect(words.querySelectorAll('a, img, script, iframe, style, h1, h6')).toHaveLength(0)
  expect(Reflect.get(globalThis, 'ran')).toBeUndefined()
})

it('keeps a long word within its place', async () => {
  const words = await shown(`${'w'.repeat(3000)}\n\n    ${'c'.repeat(3000)}`)
  expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth)
})
