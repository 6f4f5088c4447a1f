import { describe, expect, it } from 'vitest'
import { languageOf } from '../../api/policies/language'
import { Environment } from '../environment'
import { CompileError, EvaluationError } from '../expression-error'
import { compile } from '../program'
import { DYN, STRING } from '../types'

const given = { d: 'text', any: 2.5 }
const environment = new Environment({ ...languageOf(35), variables: { d: STRING, any: DYN } })
const run = (source: string) =>
  compile(source, environment).run({ variable: (name) => (name === 'd' ? given.d : given.any) }).value
/** Narrow spaces are hard to see: tests write them as ~. */
function shown(source: string): string | undefined {
  const value = run(source)
  return typeof value === 'string' ? value.replaceAll('\u202f', '~') : undefined
}

it.each<[string, string]>([
  ["'%.0f'.format([2.5])", '2'],
  ["'%e'.format([2.5])", '2.500000~×~10⁰⁰'],
  ["'%.0e'.format([2.5])", '2~×~10⁰⁰'],
  ["'%.2f'.format([0.125])", '0.12'],
  ["'%.1e'.format([0.125])", '1.2~×~10⁻⁰¹'],
  ["'%.2f'.format([-0.375])", '-0.38'],
  ["'%.0f'.format([-0.375])", '-0'],
  ["'%e'.format([-0.375])", '-3.750000~×~10⁻⁰¹'],
  ["'%f'.format([1e+22])", '10,000,000,000,000,000,000,000.000000'],
  ["'%.1e'.format([1e+22])", '1.0~×~10²²'],
  ["'%f'.format([12345.678])", '12,345.678000'],
  ["'%.0f'.format([12345.678])", '12,346'],
  ["'%e'.format([12345.678])", '1.234568~×~10⁰⁴'],
  ["'%f'.format([-4e-07])", '-0.000000'],
  ["'%.0e'.format([-4e-07])", '-4~×~10⁻⁰⁷'],
  ["'%f'.format([99999.99999996])", '100,000.000000'],
  ["'%.1e'.format([99999.99999996])", '1.0~×~10⁰⁵'],
  ["'%f'.format([5e-324])", '0.000000'],
  ["'%e'.format([5e-324])", '4.940656~×~10⁻³²⁴'],
  ["'%f'.format([1e-05])", '0.000010'],
  ["'%.0f'.format([123456789012345680.0])", '123,456,789,012,345,680'],
  ["'%.2f'.format([1.005])", '1.00'],
  ['"%f %f %f".format(["NaN", "Infinity", "-Infinity"])', 'NaN ∞ -∞'],
  ['"%e".format([double("Infinity")])', '∞'],
  ['"%.3f".format([any])', '2.500'],
  ['"%b %b %b".format([5, -5, true])', '101 -101 1'],
  ['"%o %x %X".format([-11, 30, uint(6000)])', '-13 1e 1770'],
  ['"%x %X".format(["Hé", b"\\x00K"])', '48c3a9 004B'],
  ['"%d%% of %s".format([uint(64), "all"])', '64% of all'],
  ['"%s %s %s %s".format([2.71, 0.000000002, 1234567.0, null])', '2.71 2e-09 1.234567e+06 null'],
  ['"%s %s".format([double("NaN"), double("-Inf")])', 'NaN -Inf'],
  ['"%s".format([type(1)])', 'int'],
  ['"%s".format([timestamp("2026-01-01T10:00:00.5+02:00")])', '2026-01-01T10:00:00.5+02:00'],
  ['"%s".format([["a\\"b", 3.14, null, [9], b"xyz", double("NaN")]])', '["a\\"b", 3.140000, null, [9], b"xyz", "NaN"]'],
  [
    '"%s".format([[timestamp("2026-01-01T10:00:00Z"), duration("1h45m47s")]])',
    '[timestamp("2026-01-01T10:00:00Z"), duration("6347s")]',
  ],
  ['"%s".format([{"key2": 2, "key1": true, "a": "x"}])', '{"a":"x", "key1":true, "key2":2}'],
  ['"%s".format([["\\u0000\\u200b\\U000e0001é😀"]])', '["\\x00\\u200b\\U000e0001é😀"]'],
])('%s is %s', (source, text) => expect(shown(source)).toBe(text))

describe('a format that is wrong', () => {
  it.each<[string, string, number]>([
    ['"%d".format(["a"])', 'decimal clause can only be used on integers, was given string', 13],
    ['"%s %f".format(["a", 1])', 'fixed-point clause can only be used on doubles, was given int', 21],
    [
      '"%e".format([duration("1s")])',
      'scientific clause can only be used on doubles, was given google.protobuf.Duration',
      21,
    ],
    ['"%b".format([2.5])', 'only integers and bools can be formatted as binary, was given double', 13],
    ['"%o".format([[1]])', 'octal clause can only be used on integers, was given list', 13],
    [
      '"%x".format([null])',
      'only integers, byte buffers, and strings can be formatted as hex, was given null_type',
      13,
    ],
    ['"%s".format([[1, optional.of(1)]])', 'was given optional_type', 28],
    ['"%a".format([1])', 'unrecognized formatting clause "a"', 11],
    ['"%".format([1])', 'unexpected end of string', 10],
    ['"%.3".format([1])', 'could not find end of precision specifier', 12],
    ['"%.f".format([1.0])', 'a point needs digits', 12],
    ['"%d %d".format([1])', 'index 1 out of range', 14],
    ['"%d".format([1, 2])', 'too many arguments supplied to string.format (expected 1, got 2)', 11],
  ])('%s is refused when it is written', (source, message, at) => {
    const problem = catchError(() => compile(source, environment))
    if (!(problem instanceof CompileError)) throw new Error('it was not refused')
    expect(problem.issues.map(({ start }) => start)).toEqual([at])
    expect(problem.message).toContain(message)
  })
  it.each<[string, string]>([
    ['d.format([1])', 'text'],
    ['dyn("%d").format([any])', 'decimal clause can only be used on integers, was given double'],
    ['"%d".format([any])', 'decimal clause can only be used on integers, was given double'],
    ['(d + "%d").format([any, 1])', 'was given double'],
    ['(d + "%d").format([])', 'index 0 out of range'],
  ])('%s is known only when it runs', (source, message) => {
    const outcome = catchError(() => run(source))
    expect(outcome instanceof EvaluationError ? outcome.message : outcome).toContain(message)
  })
})

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
