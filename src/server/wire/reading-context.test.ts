import { expect, test } from 'vitest'
import { firstInText } from './reading-context'

const TEXT =
  '{"kind":"Service","metadata":{"name":"é"},"spec":{"ports":[{"port":"80","targetPort":true}],"n":1.5,"b":"!"}}\n'

test.each<[string, string[], string | undefined]>([
  [
    'a text for a number',
    ['spec.ports[0].port: expected a 32-bit integer, got "80"'],
    '#10 byte of ...|[{"port":"80","targe|',
  ],
  [
    'a value that is read as a whole',
    ['spec.ports[0].targetPort: expected a port, got a boolean'],
    '#10 byte of ...|Port":true}],"n":1.5|',
  ],
  ['a fraction', ['spec.n: expected an integer, got 1.5'], '#10 byte of ...|ue}],"n":1.5,"b":"!"|'],
  ['the end of the text', ['spec.b: expected a base64 string, got "!"'], '#10 byte of ...|.5,"b":"!"}}\n|'],
  [
    'the first of two',
    ['spec.n: expected an integer, got 1.5', 'metadata.name: expected a boolean, got "é"'],
    '#10 byte of ...|:{"name":"é"},"spec|',
  ],
  ['no value', ['spec.none: expected a string, got 5'], undefined],
])('shows %s', (_what, errors, shown) => {
  const text = firstInText(errors, TEXT)
  if (shown === undefined) expect(text).toBeUndefined()
  else expect(text).toContain(shown)
})
