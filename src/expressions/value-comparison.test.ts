import { describe, expect, it } from 'vitest'
import { compareValues, equalValues } from './value-comparison'
import { Duration, MapValue, OpaqueValue, OptionalValue, Timestamp, TypeValue, Unsigned, type Value } from './values'

const map = (...entries: readonly (readonly [Value, Value])[]): MapValue => MapValue.of(entries)

describe('equality', () => {
  it.each<[string, Value, Value, boolean]>([
    ['numbers of three types', 1n, new Unsigned(1n), true],
    ['an int and a double', 2n, 2, true],
    ['an int and a fraction', 2n, 2.5, false],
    ['a number and its text', 1n, '1', false],
    ['null and false', null, false, false],
    ['bytes', new Uint8Array([1, 2]), new Uint8Array([1, 2]), true],
    ['other bytes', new Uint8Array([1, 2]), new Uint8Array([1, 3]), false],
    ['lists, with numbers of other types', [1n, 2n], [1, new Unsigned(2n)], true],
    ['lists of another length', [1n], [1n, 1n], false],
    ['maps in another order', map(['a', 1n], ['b', 2n]), map(['b', 2n], ['a', 1n]), true],
    ['maps with another value', map(['a', 1n]), map(['a', 2n]), false],
    ['maps with another key', map(['a', 1n]), map(['b', 1n]), false],
    ['times', new Timestamp(5n), new Timestamp(5n), true],
    ['a time and a duration', new Timestamp(5n), new Duration(5n), false],
    ['types', new TypeValue('int'), new TypeValue('int'), true],
    ['two empty optional values', OptionalValue.none, new OptionalValue(undefined), true],
    ['an empty optional value and one with null', OptionalValue.none, new OptionalValue(null), false],
    ['optional values', new OptionalValue(1n), new OptionalValue(1), true],
    ['values of one library', new OpaqueValue('ip', '::1'), new OpaqueValue('ip', '::1'), true],
    ['values of two libraries', new OpaqueValue('ip', '::1'), new OpaqueValue('cidr', '::1'), false],
  ])('of %s', (_, a, b, equal) => {
    expect(equalValues(a, b)).toBe(equal)
    expect(equalValues(b, a)).toBe(equal)
  })

  it('counts each part that it compares', () => {
    const spent = (a: Value, b: Value): number => {
      let steps = 0
      equalValues(a, b, { spend: (more) => (steps += more) })
      return steps
    }
    const short = spent([1n, [2n]], [1n, [2n]])
    expect(short).toBeGreaterThan(0)
    expect(spent([1n, [2n, 3n, 4n]], [1n, [2n, 3n, 5n]])).toBeGreaterThan(short)
    expect(spent('a', 'a')).toBe(0)
  })
})

describe('order', () => {
  it.each<[string, Value, Value, number | undefined]>([
    ['ints', 1n, 2n, -1],
    ['an int and a double', 2n, 1.5, 1],
    ['an unsigned int and an int', new Unsigned(3n), 3n, 0],
    ['booleans', false, true, -1],
    ['NaN', NaN, 1n, undefined],
    ['texts by code point, not by code unit', '\u{1F600}', '\uFFFD', 1],
    ['a text and its beginning', 'ab', 'a', 1],
    ['bytes', new Uint8Array([1, 2]), new Uint8Array([1, 3]), -1],
    ['durations', new Duration(2n), new Duration(1n), 1],
    ['lists', [1n], [1n], undefined],
    ['a text and a number', 'a', 1n, undefined],
  ])('of %s', (_, a, b, order) => {
    const found = compareValues(a, b)
    expect(found === undefined ? undefined : Math.sign(found)).toBe(order)
  })
})
