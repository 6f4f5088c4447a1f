import { expect, it } from 'vitest'
import { styledLater } from './vite-first-paint'

const page = (head: readonly string[], body: readonly string[]): string =>
  `<html>\n  <head>\n${head.map((line) => `    ${line}\n`).join('')}  </head>\n  <body>\n${body.map((line) => `    ${line}\n`).join('')}  </body>\n</html>\n`

const SCRIPT = '<script type="module" crossorigin src="./assets/shell.js"></script>'
const sheet = (name: string): string => `<link rel="stylesheet" crossorigin href="./assets/${name}.css">`
const preload = (name: string): string => `<link rel="preload" as="style" crossorigin href="./assets/${name}.css">`

it.each([
  ['no style sheet', page([SCRIPT], ['<p>Words</p>']), page([SCRIPT], ['<p>Words</p>'])],
  [
    'style sheets',
    page([sheet('a'), SCRIPT, sheet('b')], ['<p>Words</p>']),
    page([SCRIPT, preload('a'), preload('b')], ['<p>Words</p>', sheet('a'), sheet('b')]),
  ],
])('puts the words before %s', (_what, before, after) => expect(styledLater(before)).toBe(after))
