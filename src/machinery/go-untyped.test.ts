import { expect, test } from 'vitest'
import { goPlain, goUntyped } from './go-untyped'

test('prints with types', () =>
  expect(goUntyped({ b: [1, null], a: { c: 'x' } }).text).toBe(
    'map[string]interface {}{"a":map[string]interface {}{"c":"x"}, "b":[]interface {}{1, interface {}(nil)}}',
  ))

test('prints plainly', () =>
  expect(goPlain({ b: [1, 'x', null], a: { c: true } })).toBe('map[a:map[c:true] b:[1 x <nil>]]'))
