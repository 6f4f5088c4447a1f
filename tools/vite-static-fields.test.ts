import { expect, it } from 'vitest'
import { withStaticFields } from './vite-static-fields'

const inClass = (body: string): string => `class A {\n${body}}\n`

it.each([
  [
    'texts, numbers and names',
    '\tstatic {\n\t\tthis.NAME = "A";\n\t\tthis.SIZE = 3;\n\t\tthis.of = from;\n\t}\n',
    true,
  ],
  ['calls', '\tstatic {\n\t\tthis.names = {};\n\t\tthis.register("A");\n\t}\n', false],
  ['itself', '\tstatic {\n\t\tregistry.A = this;\n\t}\n', false],
])('a block with %s', (_what, body, replaced) => {
  const code = withStaticFields(inClass(body))
  expect(code.includes('static {')).toBe(!replaced)
  if (replaced) expect(code).toBe(inClass('\tstatic NAME = "A";\n\tstatic SIZE = 3;\n\tstatic of = from;\n'))
  else expect(code).toBe(inClass(body))
})
