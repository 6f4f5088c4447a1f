import { describe, expect, it } from 'vitest'
import { languageOf } from '../api/policies/language'
import { Environment } from './environment'
import { CostLimitError } from './expression-error'
import { compile } from './program'
import { listOf, STRING } from './types'
import type { Value } from './values'

const environment = new Environment({ ...languageOf(35), variables: { long: STRING, many: listOf(STRING) } })
const VALUES: Readonly<Record<string, Value>> = {
  long: 'a'.repeat(200_000),
  many: Array.from({ length: 500 }, (_, i) => `x${i}`),
}
const run = (source: string) => compile(source, environment).run({ variable: (name) => VALUES[name] })

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

describe('hostile expressions end by their cost', () => {
  const doubled = (times: number, first: string): string => {
    const steps = Array.from({ length: times }, (_, i) => `cel.bind(v${i + 1}, ${i === 0 ? first : `v${i} + v${i}`}, `)
    return `${steps.join('')}v${times}.size()${')'.repeat(times)}`
  }
  it.each<[string, string]>([
    ['loops in loops', 'many.all(a, many.all(b, many.all(c, many.all(d, true))))'],
    ['lists of lists', 'many.map(a, many.map(b, many.map(c, many)))'],
    ['a text that doubles', doubled(40, 'long + long')],
    ['a list that doubles', doubled(40, 'many + many')],
    ['a text for each character', "long.replace('', long)"],
    ['a text for each of its parts', "long.replace('a', long)"],
    ['a text between all items', 'many.map(a, long).join(long)'],
    ['a search for half of the text', "long.indexOf(long + 'b')"],
    ['the same search from the end', "long.lastIndexOf('b' + long)"],
    ['long texts in a loop', 'many.all(a, many.all(b, long.substring(5) != b))'],
    ['a pattern that backtracks', `many.all(a, long.matches('${'(a|aa)+'.repeat(20)}$b') == false)`],
  ])('%s', (_, source) => expect(() => run(source)).toThrow(CostLimitError))

  it.each<[string, string]>([
    ['parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['negations', `${'!'.repeat(100_000)}true`],
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['choices', `${'true ? 1 : '.repeat(100_000)}1`],
  ])('too many %s are told before they run', (_, source) => expect(() => run(source)).toThrow(/ERROR|recursion|limit/))
})
