import { tests as suite } from '@bufbuild/cel-spec/testdata/conformance.js'
import { Environment } from '../expressions/environment'
import { CompileError, EvaluationError } from '../expressions/expression-error'
import { ENCODERS } from '../expressions/libraries/encoders'
import { MATH } from '../expressions/libraries/math'
import { OPTIONALS } from '../expressions/libraries/optionals'
import { STRINGS } from '../expressions/libraries/strings'
import { compile, runUnchecked } from '../expressions/program'
import { showType } from '../expressions/types'
import { isList, showScalar, type Value } from '../expressions/values'
import { equalValues } from '../expressions/value-comparison'
import { type Case, type Suite, typeOf, valueOf } from './language-case'

/** Cases that are left out: the reason, and a pattern of their text. The first match counts. */
const LEFT_OUT: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['declare functions of their own', /"function":/],
  ['use blocks, which only optimizers write', /\bcel\.(?:block|index|iterVar|accuVar)\b/],
  [
    'need protobuf messages or enums',
    /TestAllTypes|google\.protobuf\.(?!Timestamp|Duration)|proto[23]|Nested|"wrapper"|"messageType"|GlobalEnum|\b\w*Value\{/,
  ],
]

/** The conformance cases to run, and the number of cases that are left out by reason. */
export function languageCases(): {
  readonly judged: readonly (readonly [name: string, one: Case])[]
  readonly leftOut: ReadonlyMap<string, number>
} {
  const judged: (readonly [string, Case])[] = []
  const leftOut = new Map<string, number>()
  for (const [name, one] of casesOf(suite)) {
    const text = JSON.stringify(one)
    const reason = LEFT_OUT.find(([, pattern]) => pattern.test(text))?.[0]
    if (reason === undefined) judged.push([name, one])
    else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  }
  return { judged, leftOut }
}
function* casesOf({ name, suites = [], tests = [] }: Suite): Generator<readonly [string, Case]> {
  for (const inner of suites) for (const [path, one] of casesOf(inner)) yield [`${name}/${path}`, one]
  for (const { original } of tests) yield [`${name}/${original.name ?? original.expr}`, original]
}

/** Describes how a case fails, or undefined if it passes. */
export function faultOf(one: Case): string | undefined {
  const environment = new Environment({
    variables: Object.fromEntries((one.typeEnv ?? []).map(({ name, ident }) => [name, typeOf(ident?.type ?? {})])),
    libraries: [STRINGS, MATH, ENCODERS, OPTIONALS],
    ...(one.container !== undefined && { container: one.container }),
  })
  const variable = (name: string): Value | undefined => {
    const bound = one.bindings?.[name]
    return bound && valueOf(bound.value)
  }
  try {
    const program = one.disableCheck ? undefined : compile(one.expr, environment)
    const { deducedType, result } = one.typedResult ?? {}
    if (program && deducedType && showType(program.type) !== showType(typeOf(deducedType)))
      return `type ${showType(program.type)} instead of ${showType(typeOf(deducedType))}`
    if (one.checkOnly) return undefined
    const { value } = program ? program.run({ variable }) : runUnchecked(one.expr, environment, { variable })
    if (one.evalError) return `a value instead of an error: ${showScalar(value)}`
    const spec = one.value ?? result
    const wanted = spec ? valueOf(spec) : true
    const same = typeof wanted === 'number' && Number.isNaN(wanted) ? Number.isNaN(value) : equalValues(value, wanted)
    return same && isList(value) === isList(wanted) && typeof value === typeof wanted
      ? undefined
      : `${showScalar(value)} instead of ${showScalar(wanted)}`
  } catch (error) {
    if (!(error instanceof CompileError) && !(error instanceof EvaluationError)) throw error
    return one.evalError ? undefined : error.message
  }
}
