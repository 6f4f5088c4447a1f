import { describe, expect, test } from 'vitest'
import { compilePattern, patternProblem } from './regular-expression'
import { PatternBudget } from './pattern-budget'

describe('patterns of schemas', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['', ['', 'x'], []],
    ['^[a-z]+$', ['abc'], ['Abc', 'abc\n', '']],
    ['a.c', ['abc', 'a\rc', 'a\u2028c', 'a😀c'], ['a\nc', 'ac']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['(?i)abc', ['ABC', 'abc', 'aBc'], ['abd']],
    ['a(?i)b', ['ab', 'aB'], ['Ab']],
    ['a(?i:b)c', ['abc', 'aBc'], ['aBC', 'Abc']],
    ['(?i)[a-c]k', ['Bk', 'c\u212a'], ['dk']],
    ['(?i:a|b)c', ['Ac', 'Bc'], ['aC']],
    ['(?i-s:a)', ['A'], ['b']],
    ['(?m)^b$', ['a\nb\nc', 'b'], ['a\rb']],
    ['^a|b$', ['ax', 'xb'], ['xa', 'bx']],
    ['\\Aab\\z', ['ab'], ['ab\n', 'xab']],
    ['^*a', ['a', 'xa'], ['x']],
    ['\\bfoo\\b', ['a foo b'], ['afoo']],
    ['\\Qa.b\\E+', ['a.b', 'a.bb'], ['axb']],
    ['\\Q[', ['['], ['x']],
    ['^\\w+\\s\\d+$', ['ab 12'], ['ä 1', 'a\u00a01', 'a\v1', 'a ١']],
    ['^\\S\\D\\W$', ['a-é'], ['a1-', 'a- a']],
    ['^[\\D5]$', ['a', '5'], ['4']],
    ['^[^\\D5]$', ['4'], ['a', '5']],
    ['^[[:alpha:]_]+$', ['a_Z'], ['1']],
    ['^[[:^alpha:]]$', ['1'], ['a']],
    ['^[^[:space:]]$', ['a'], [' ', '\v']],
    ['^\\pL\\p{Greek}\\PN$', ['äαx'], ['ä1x', 'αa1']],
    ['^\\p{^Lu}[\\p{Lu}0]$', ['aB', 'a0'], ['BB', 'ab']],
    ['^[]a]$', [']', 'a'], ['b']],
    ['^[^]a]$', ['b'], [']']],
    ['^[a-]$', ['a', '-'], ['b']],
    ['^[+--]$', [',', '-'], ['.']],
    ['^[a[]$', ['['], ['b']],
    ['^\\x41\\x{1F600}\\101\\0$', ['A😀A\0'], ['A']],
    ['^\\a\\f\\t\\n\\r\\v$', ['\x07\f\t\n\r\v'], ['']],
    ['^\\_\\-\\/\\@$', ['_-/@'], ['_']],
    ['^a{2}b{1,}c{0,2}$', ['aab', 'aabbcc'], ['ab', 'aabccc']],
    ['^a{,2}$', ['a{,2}'], ['aa']],
    ['^{$', ['{'], ['']],
    ['^a{2$', ['a{2'], ['aa']],
    ['^(?P<year>\\d{4})-(?P<m_1>\\d\\d)$', ['2020-01'], ['20-01']],
    ['^(?:a|)$', ['', 'a'], ['b']],
    ['^(a|b)*?c$', ['c', 'abc'], ['d']],
    ['(?U)^a+?$', ['aaa'], ['b']],
    ['^/$', ['/'], ['']],
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', ['a.b-c'], ['-a', 'a_b']],
    ['^(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$', ['1.5Gi', '.5'], ['x']],
  ])('%s matches %j and not %j', (pattern, matching, others) => {
    const compiled = compilePattern(pattern)
    expect(matching.filter((text) => !compiled?.test(text))).toEqual([])
    expect(others.filter((text) => compiled?.test(text))).toEqual([])
  })

  test.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(?<name>a)',
    '(?P=name)',
    '(?P<a>x)(?P<a>y)',
    '(?P<>x)',
    '(?P<a b>x)',
    '(?x)a',
    '(?>a)',
    '(a)\\1',
    '\\k<a>',
    '\\Z',
    '\\h',
    '\\cA',
    '\\u0041',
    '\\x4',
    '\\x{110000}',
    '\\8',
    '\\ä',
    'a\\',
    '*a',
    'a|*',
    '(+a)',
    '(?i)*',
    'a**',
    'a*+',
    'a{2}{3}',
    'a{1001}',
    'a{3,2}',
    '(a{100}){100}',
    '[a',
    '[b-a]',
    '[a-\\d]',
    '[[:nope:]]',
    '\\p{Nope}',
    '\\p',
    '(a',
    'a)',
  ])('%s is not a pattern', (pattern) => {
    expect(compilePattern(pattern)).toBeUndefined()
  })

  test.each<[string, string, boolean]>([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`, false],
    ['^(a|a)*$', `${'a'.repeat(50_000)}!`, false],
    ['(.*)*x', 'a'.repeat(50_000), false],
    ['^([a-z]+)*[0-9]$', 'a'.repeat(50_000), false],
    ['x*x*x*x*x*x*x*x*y', 'x'.repeat(50_000), false],
    ['(x+x+)+y', `${'x'.repeat(50_000)}y`, true],
    ['(a|b)*a(a|b){1000}', 'ab'.repeat(10_000), true],
    ['^(\\w+\\s?)*$', 'word '.repeat(10_000), true],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000), false],
  ])('%s runs in linear time', (pattern, text, matches) => {
    expect(compilePattern(pattern)?.test(text)).toBe(matches)
  })

  test('a text that would cost more than the budget is not decided', () => {
    const pattern = compilePattern('a.{1000}c')
    expect(pattern?.test('ab'.repeat(5000), new PatternBudget(10_000))).toBeUndefined()
    expect(pattern?.test(`${'a'.repeat(1001)}c`, new PatternBudget())).toBe(true)
  })

  test('a program that is too long is no pattern', () => {
    expect(compilePattern('(abc){1000}'.repeat(200))).toBeUndefined()
    expect(compilePattern('('.repeat(2000) + ')'.repeat(2000))).toBeUndefined()
  })
})

test.each([
  ['(', 'missing closing ): `(`'],
  ['a)', 'unexpected ): `a)`'],
  ['*a', 'missing argument to repetition operator: `*`'],
  ['a|+?', 'missing argument to repetition operator: `+?`'],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['x[a-', 'missing closing ]: `[a-`'],
  ['[z-a]', 'invalid character class range: `z-a`'],
  ['[[:x:]]', 'invalid character class range: `[:x:]`'],
  ['\\pX', 'invalid character class range: `\\pX`'],
  ['\\q', 'invalid escape sequence: `\\q`'],
  ['a\\', 'trailing backslash at end of expression: ``'],
  ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?P<a b>c)', 'invalid named capture: `(?P<a b>`'],
])('says what is wrong with %s', (pattern, problem) => {
  expect(compilePattern(pattern)).toBeUndefined()
  expect(patternProblem(pattern)).toBe(`error parsing regexp: ${problem}`)
})
