import { expect, test } from 'vitest'
import { goPlain, goUntyped } from './go-untyped'
import { goJsonText } from './go-values'

test('prints with types', () =>
  expect(goUntyped({ b: [1, null], a: { c: 'x' } }).text).toBe(
    'map[string]interface {}{"a":map[string]interface {}{"c":"x"}, "b":[]interface {}{1, interface {}(nil)}}',
  ))

test('prints plainly', () =>
  expect(goPlain({ b: [1, 'x', null], a: { c: true } })).toBe('map[a:map[c:true] b:[1 x <nil>]]'))

test.each([
  ['numbers as texts', { 9: {}, 10: 'a' }, ['10', '9']],
  ['characters beyond U+FFFF', { '\u{1f600}': {}, '\uff21': 'a' }, ['\uff21', '\u{1f600}']],
])('members are sorted as Go sorts them, with types, plainly and in JSON: %s', (_, value, [first, second]) => {
  const places = (text: string) => [text.indexOf(`${first}`), text.indexOf(`${second}`)] as const
  for (const text of [goUntyped(value).text, goPlain(value), goJsonText(goUntyped(value))]) {
    const [one, two] = places(text)
    expect(one).toBeGreaterThan(-1)
    expect(two).toBeGreaterThan(one)
  }
})
