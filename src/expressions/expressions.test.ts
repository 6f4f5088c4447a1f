import { describe, expect, it } from 'vitest'
import { languageOf } from '../api/policies/language'
import { Environment } from './environment'
import { HOSTILE_EXPRESSIONS, HOSTILE_VARIABLES } from '../testing/hostile-expressions'
import { CompileError, CostLimitError, EvaluationError } from './expression-error'
import { compile } from './program'
import { STRING } from './types'

const environment = new Environment(languageOf(35))
const run = (source: string) => compile(source, environment).run({ variable: () => undefined })

describe('what calls cost, by the published costs of functions', () => {
  it.each<[string, number]>([
    ['[1, 2, 3, 4, 5].sum() == 15', 16],
    ["['a', 'b', 'c'].isSorted()", 13],
    ['[1, 2, 3, 4, 5].indexOf(3) == 2', 16],
    ["url('https://example.com/').getHost()", 3],
    ["ip('192.168.0.1').isLoopback()", 3],
    ["ip.isCanonical('2001:db8:3333:4444:5555:6666:7777:8888')", 8],
    ["cidr('192.168.0.0/16').containsIP(ip('192.0.0.1'))", 4],
    ["cidr('192.168.0.0/16').containsIP('192.169.0.1')", 5],
    ["cidr('192.168.0.0/16').containsCIDR('192.168.0.0/16')", 7],
    ["cidr('2001:db8::/32').containsIP(ip('2001:db8:3333:4444:5555:6666:7777:8888'))", 7],
    ["'ABCDEFGHIJ abcdefghij'.lowerAscii()", 3],
    ["'abc 123 def 123'.replace('123', '456')", 3],
    ["'abc 123 def 123'.split(' ')", 3],
    ["['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join(' ')", 15],
    ["['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join()", 13],
    ["'abc'.charAt(1)", 1],
    ['format.named("dns1123Label").value().validate("my-name")', 10],
    ['quantity("12Mi")', 1],
    ['quantity("200M") == quantity("0.2G") && quantity("0.2G") == quantity("200M")', 6],
    ['sets.contains([1], [1])', 22],
    ['semver("1234.56789012345.67890123456789")', 4],
    ["{'a': 1, 'b': 2}.all(k, v, v > 0)", 41],
    ["{'a': 1, 'b': 2}.exists(k, v, v > 0)", 40],
    ["{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", 71],
    ['[1, 2].exists(i, v, v > 0)', 20],
  ])('%s: %i', (source, cost) => expect(run(source).cost).toBe(cost))
})

describe('hostile expressions', () => {
  const names = Object.keys(HOSTILE_VARIABLES)
  const variables = Object.fromEntries(names.map((name) => [name, HOSTILE_VARIABLES[name]?.type ?? STRING]))
  const hostile = new Environment({ ...languageOf(35), variables })
  const outcome = (source: string): unknown => {
    try {
      return typeof compile(source, hostile).run({ variable: (name) => HOSTILE_VARIABLES[name]?.value }).value
    } catch (error) {
      return error instanceof Error ? error.constructor : error
    }
  }
  it.each(Object.entries(HOSTILE_EXPRESSIONS))('%s end: %#', (_, source) =>
    expect(['boolean', CostLimitError, CompileError, EvaluationError]).toContain(outcome(source)),
  )

  it.each([
    'loops in loops',
    'maps of maps',
    'literals beside a name',
    'a list that doubles',
    'a text for each of its parts',
    'a text between all items',
    'the same maps compared',
    'a pattern made while it runs',
    'all matches that backtrack',
    'lists that share their parts',
  ])('%s are more than may be done', (name) => expect(outcome(HOSTILE_EXPRESSIONS[name] ?? '')).toBe(CostLimitError))

  it.each<[string, string]>([
    ['a size that is asked for often', 'few.all(a, long.size() > 0)'],
    ['a long text that is compared often', "few.all(a, long != 'a' && long.startsWith('a') && long.charAt(7) == 'a')"],
    ['a search for half of a text', "long.indexOf(long.substring(0, 500000) + 'b') < 0"],
    ['literals in a loop', `few.all(a, [${Array.from({ length: 1000 }, () => 1).join()}].size() > 0)`],
  ])('%s is no more than it costs', (_, source) => expect(outcome(source)).toBe('boolean'))

  it.each<[string, string]>([
    ['parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['negations', `${'!'.repeat(100_000)}true`],
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['choices', `${'true ? 1 : '.repeat(100_000)}1`],
  ])('too many %s are told before they run', (_, source) => expect(() => run(source)).toThrow(CompileError))
})
