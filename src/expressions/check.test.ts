import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Environment } from './environment'
import { CompileError, CostLimitError, EvaluationError } from './expression-error'
import { LISTS } from './libraries/lists'
import { OPTIONALS } from './libraries/optionals'
import { SET_LIBRARY } from './libraries/sets'
import { STRINGS } from './libraries/strings'
import { compile, type Program } from './program'
import { BOOL, DOUBLE, DURATION, INT, listOf, mapOf, objectType, STRING, TIMESTAMP } from './types'
import { Duration, MapValue, ObjectValue, Timestamp, type Value } from './values'

const SELF = objectType('self', { name: STRING, size: INT, tags: listOf(STRING), on: BOOL })
const environment = new Environment({
  variables: {
    i: INT,
    s: STRING,
    d: DOUBLE,
    b: BOOL,
    l: listOf(INT),
    m: mapOf(STRING, INT),
    t: TIMESTAMP,
    u: DURATION,
    self: SELF,
  },
  libraries: [STRINGS, LISTS, OPTIONALS, SET_LIBRARY],
  homogeneous: true,
})
const self: Readonly<Record<string, Value>> = { name: 'n', size: 3n, tags: ['a', 'b'], on: true }
const VALUES: Readonly<Record<string, Value>> = {
  i: 2n,
  s: 'text',
  d: 1.5,
  b: false,
  l: [1n, 2n, 3n],
  m: MapValue.of([['a', 1n]]),
  t: new Timestamp(0n),
  u: new Duration(1_000n),
  self: new ObjectValue({ typeName: 'self', fields: () => Object.keys(self), field: (name) => self[name] }),
}

const atom = fc.constantFrom(
  ...['i', 's', 'd', 'b', 'l', 'm', 't', 'u', 'self', 'self.name', 'self.size', 'self.tags', 'self.on', 'x'],
  ...['1', '0', '-7', '2.5', "'a'", "''", 'true', 'false', 'null', '[]', '{}', '[1]', "{'a': 1}", '3u', "b'x'"],
)
const BINARY = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in']
const CALLS = ['size', 'string', 'int', 'double', 'type', 'dyn', 'has', 'bool', 'uint', 'timestamp', 'duration']
const MEMBERS = [
  'size()',
  'contains(s)',
  'startsWith(s)',
  'indexOf(i)',
  'sum()',
  'min()',
  'isSorted()',
  'split(s)',
  'join()',
  'trim()',
  'lowerAscii()',
  'getFullYear()',
  'getHours()',
  'name',
  'size',
  'tags',
]
const LOOPS = ['all', 'exists', 'exists_one', 'map', 'filter']

/** Expressions of all sorts: most of them are wrong, and the checker has to say so. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
      atom,
      fc.tuple(inner, fc.constantFrom(...BINARY), inner).map(([a, sign, c]) => `(${a} ${sign} ${c})`),
      fc.tuple(fc.constantFrom(...CALLS), inner).map(([name, a]) => `${name}(${a})`),
      fc.tuple(inner, fc.constantFrom(...MEMBERS)).map(([a, member]) => `${a}.${member}`),
      fc.tuple(inner, fc.constantFrom(...LOOPS), inner).map(([a, loop, c]) => `${a}.${loop}(x, ${c})`),
      fc.tuple(inner, inner, inner).map(([a, c, e]) => `(${a} ? ${c} : ${e})`),
      fc.tuple(inner, inner).map(([a, c]) => `${a}[${c}]`),
      fc.tuple(inner, inner).map(([a, c]) => `[${a}, ${c}]`),
      inner.map((a) => `!${a}`),
      inner.map((a) => `optional.of(${a}).orValue(${a})`),
    ),
  }
})

function accepted(source: string): Program | undefined {
  try {
    return compile(source, environment)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}
/** Whether all types are known before evaluation: `dyn`, and null for a time, are checked at run time. */
const isTyped = ({ types }: Program): boolean =>
  ![...types.values()].some(({ kind }) => kind === 'dyn' || kind === 'null')

it('the evaluator meets no wrong type where the checker knows them all', () => {
  let checked = 0
  fc.assert(
    fc.property(expression, (source) => {
      const program = accepted(source)
      if (!program || !isTyped(program)) return
      checked += 1
      try {
        program.run({ variable: (name) => VALUES[name] })
      } catch (error) {
        if (error instanceof CostLimitError) return
        if (!(error instanceof EvaluationError)) throw error
        expect(error.message, source).not.toMatch(/no such overload|no such attribute/)
      }
    }),
    { numRuns: 10_000, seed: 7 },
  )
  expect(checked).toBeGreaterThan(1_000)
})
