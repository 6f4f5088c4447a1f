import { expect, it } from 'vitest'
import { styledLater } from './vite-first-paint'

const page = (...head: readonly string[]): string =>
  `<html>\n  <head>\n${head.map((line) => `    ${line}\n`).join('')}  </head>\n  <body><p>Words</p></body>\n</html>\n`

const SCRIPT = '<script type="module" crossorigin src="./assets/shell.js"></script>'
const sheet = (name: string, more = ''): string =>
  `<link rel="stylesheet"${more} crossorigin href="./assets/${name}.css">`
const preload = (name: string): string => `<link rel="preload" as="style" crossorigin href="./assets/${name}.css">`

it.each([
  ['no style sheet', page(SCRIPT), page(SCRIPT)],
  [
    'style sheets',
    page(sheet('a'), SCRIPT, sheet('b')),
    page(preload('a'), sheet('a', ' media="print"'), SCRIPT, preload('b'), sheet('b', ' media="print"')),
  ],
])('allows the first paint to wait for %s', (_what, before, after) => expect(styledLater(before)).toBe(after))
