import { expect, it } from 'vitest'
import { Environment } from './environment'
import { missingSyntax } from './missing-syntax'
import { parse } from './parser'

const OLD = new Environment({ optionals: false, pairs: false })
const NEW = new Environment({})

it.each([
  ['a.?b', "unsupported syntax '.?'"],
  ['a[?0]', "unsupported syntax '[?'"],
  ['[?a]', "unsupported syntax '?'"],
  ['{?"k": a}', "unsupported syntax '?'"],
  ['a.optMap(x, x)', "undeclared reference to 'optMap' (in container '')"],
  ['a.optFlatMap(x, x)', "undeclared reference to 'optFlatMap' (in container '')"],
  ['a.all(k, v, v)', "undeclared reference to 'all' (in container '')"],
])('%s is not for environments that know neither optional values nor pairs', (source, why) => {
  expect(missingSyntax(parse(source), OLD)).toBe(why)
  expect(missingSyntax(parse(source), NEW)).toBeUndefined()
})

it.each(['a.b', 'a[0]', '[a]', '{"k": a}', 'a.all(x, x)'])('%s is for all', (source) =>
  expect(missingSyntax(parse(source), OLD)).toBeUndefined(),
)
