import { expect, it } from 'vitest'
import { languageOf } from '../api/policies/language'
import { Environment } from './environment'
import { CompileError, EvaluationError } from './expression-error'
import { compile } from './program'
import { STRING } from './types'

const environmentAt = (release: number) => new Environment({ ...languageOf(release), variables: { s: STRING } })
function issuesOf(source: string, release: number): unknown {
  try {
    compile(source, environmentAt(release))
    return []
  } catch (error) {
    return error instanceof CompileError ? error.issues.map(({ start, message }) => [start, message]) : error
  }
}
const notOf = (type: string): string => `type conversion error from 'string' to '${type}'`

it.each<[string, number, [number, string][]]>([
  ["s.matches('[a-z')", 25, [[10, 'error parsing regexp: [a-z']]],
  ["s.matches('[a-z')", 36, [[10, 'invalid matches argument']]],
  ["matches(s, '(')", 25, [[11, 'error parsing regexp: (']]],
  ["s.find('a**') == ''", 25, [[7, 'error parsing regexp: a**']]],
  ["s.findAll('(?!a)', 2) == []", 36, [[10, 'error parsing regexp: (?!a)']]],
  ["[s].all(t, t.find('[') == t.find(']'))", 36, [[18, 'error parsing regexp: [']]],
  ["int('a') == 1", 25, [[3, notOf('int')]]],
  ["int('9223372036854775808') == 1", 36, [[3, notOf('int')]]],
  ["uint('-1') == 1u", 36, [[4, notOf('uint')]]],
  ["double('1e400') > 1.0", 36, [[6, notOf('double')]]],
  ["bool('yes')", 36, [[4, notOf('bool')]]],
  ["s == string(int('x'))", 36, [[15, notOf('int')]]],
  ["timestamp('x') > timestamp(0)", 25, [[9, notOf('google.protobuf.Timestamp')]]],
  ["timestamp('x') > timestamp(0)", 36, [[10, 'invalid timestamp argument']]],
  [
    "duration('x') > duration('1s') && int('y') > 0",
    25,
    [
      [8, notOf('google.protobuf.Duration')],
      [37, notOf('int')],
    ],
  ],
  ["int(s) == 1 && s.matches(s) && s.find(s) == '' && s.matches('a+')", 36, []],
  ['\'matches("[")\' == s', 36, []],
])('%s at 1.%i: %j', (source, release, issues) => expect(issuesOf(source, release)).toEqual(issues))

it('a pattern that is not known before it runs fails there', () =>
  expect(() => compile('s.matches(s)', environmentAt(36)).run({ variable: () => '[' })).toThrow(EvaluationError))
