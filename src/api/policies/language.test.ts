import { describe, expect, it } from 'vitest'
import { Environment } from '../../expressions/environment'
import { DOCUMENTED_EXAMPLES } from '../../testing/documented-examples'
import { expressionOutcome } from '../../testing/expression-outcome'
import { languageOf } from './language'

const newest = new Environment(languageOf(35))
const outcome = (source: string, environment = newest): unknown => expressionOutcome(source, environment)

describe('functions of the server, by their documented examples', () => {
  it.each(DOCUMENTED_EXAMPLES)('%s', (source, expected) => expect(outcome(source)).toEqual(expected))

  it.each<[string, number]>([
    ["isURL('/a')", 0],
    ["'a'.find('a') == 'a'", 0],
    ["quantity('1').sign() == 1", 29],
    ['1 < 2.5', 29],
    ['[?optional.of(1)].size() == 1', 29],
    ["'%d'.format([1]) == '1'", 30],
    ['sets.contains([1], [1])', 30],
    ["isIP('1.1.1.1')", 31],
    ["format.uri().validate('/a').hasValue()", 32],
    ['[1].exists(i, v, v == 1)', 33],
    ["isSemver('1.0.0')", 34],
    ['lists.range(2) == [0, 1]', 35],
    ['[2, 1].sortBy(x, x) == [1, 2]', 35],
  ])('%s may be used from 1.%i on', (source, since) => {
    const at = (release: number): boolean =>
      !String(outcome(source, new Environment(languageOf(release)))).startsWith('error')
    expect([23, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35].map(at)).toEqual(
      [23, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35].map((release) => release >= since),
    )
  })

  it.each([
    "'%d %s %s'.format([1, 'abc', duration('1m')]) == '1 abc 60s'",
    "type(ip('192.168.0.1')) == net.IP",
    "duration('1h2m3s4ms').getMilliseconds() == 3723004",
    "optional.ofNonZeroValue(duration('0s')) == optional.none()",
    "optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z')) == optional.none()",
  ])('as servers do: %s', (source) => expect(outcome(source)).toBe('true'))

  it('formats mixed values, but lists elsewhere have one type', () =>
    expect(outcome("[1, 'abc'].size() == 2")).toContain("expected type 'int' but found 'string'"))

  it.each(["'a'.matches('(')", "timestamp('yesterday') == timestamp('now')", "duration('long') == duration('short')"])(
    'rejects values that cannot be parsed: %s',
    (source) => expect(outcome(source)).toMatch(/invalid \w+ argument/),
  )
})
