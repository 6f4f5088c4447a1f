import { tests as suite } from '@bufbuild/cel-spec/testdata/conformance.js'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../machinery/base64'
import { Environment } from './environment'
import { CompileError, EvaluationError } from './expression-error'
import { ENCODERS } from './libraries/encoders'
import { MATH } from './libraries/math'
import { OPTIONALS } from './libraries/optionals'
import { STRINGS } from './libraries/strings'
import { compile, runUnchecked } from './program'
import { parseDuration, parseTimestamp } from './times'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  showType,
  STRING,
  TIMESTAMP,
  type Type,
  typeOfType,
  UINT,
} from './types'
import { Duration, isList, MapValue, showScalar, Timestamp, TypeValue, Unsigned, type Value } from './values'
import { equalValues } from './value-comparison'

interface Suite {
  readonly name: string
  readonly suites?: readonly Suite[]
  readonly tests?: readonly { readonly original: Case }[]
}
interface Case {
  readonly name?: string
  readonly expr: string
  readonly container?: string
  readonly disableCheck?: boolean
  readonly checkOnly?: boolean
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: TypeSpec } }[]
  readonly bindings?: Readonly<Record<string, { readonly value: ValueSpec }>>
  readonly value?: ValueSpec
  readonly typedResult?: { readonly result?: ValueSpec; readonly deducedType?: TypeSpec }
  readonly evalError?: unknown
}
interface TypeSpec {
  readonly primitive?: string
  readonly wellKnown?: string
  readonly listType?: { readonly elemType: TypeSpec }
  readonly mapType?: { readonly keyType: TypeSpec; readonly valueType: TypeSpec }
  readonly abstractType?: { readonly name: string; readonly parameterTypes?: readonly TypeSpec[] }
  readonly type?: TypeSpec
  readonly dyn?: unknown
  readonly null?: unknown
}
interface ValueSpec {
  readonly int64Value?: string
  readonly uint64Value?: string
  readonly doubleValue?: number | string
  readonly stringValue?: string
  readonly bytesValue?: string
  readonly boolValue?: boolean
  readonly nullValue?: unknown
  readonly typeValue?: string
  readonly listValue?: { readonly values?: readonly ValueSpec[] }
  readonly mapValue?: { readonly entries?: readonly { readonly key: ValueSpec; readonly value: ValueSpec }[] }
  readonly objectValue?: { readonly '@type': string; readonly value?: string }
}

const PRIMITIVES: Readonly<Record<string, Type>> = {
  BOOL,
  INT64: INT,
  UINT64: UINT,
  DOUBLE,
  STRING,
  BYTES,
  TIMESTAMP,
  DURATION,
  ANY: DYN,
}
function typeOf(spec: TypeSpec): Type {
  if (spec.listType) return listOf(typeOf(spec.listType.elemType))
  if (spec.mapType) return mapOf(typeOf(spec.mapType.keyType), typeOf(spec.mapType.valueType))
  if (spec.abstractType) return optionalOf(typeOf(spec.abstractType.parameterTypes?.[0] ?? {}))
  if (spec.type) return typeOfType(typeOf(spec.type))
  if ('null' in spec) return NULL
  return PRIMITIVES[spec.primitive ?? spec.wellKnown ?? ''] ?? DYN
}
function valueOf(spec: ValueSpec): Value {
  if (spec.int64Value !== undefined) return BigInt(spec.int64Value)
  if (spec.uint64Value !== undefined) return new Unsigned(BigInt(spec.uint64Value))
  if (spec.doubleValue !== undefined) return Number(spec.doubleValue)
  if (spec.stringValue !== undefined) return spec.stringValue
  if (spec.bytesValue !== undefined) return decodeBase64(spec.bytesValue)
  if (spec.boolValue !== undefined) return spec.boolValue
  if (spec.typeValue !== undefined) return new TypeValue(spec.typeValue)
  if (spec.listValue) return (spec.listValue.values ?? []).map(valueOf)
  if (spec.mapValue)
    return MapValue.of((spec.mapValue.entries ?? []).map(({ key, value }) => [valueOf(key), valueOf(value)]))
  const { value = '' } = spec.objectValue ?? {}
  if (spec.objectValue?.['@type'].endsWith('Timestamp')) return parseTimestamp(value) ?? new Timestamp(0n)
  if (spec.objectValue?.['@type'].endsWith('Duration')) return parseDuration(value) ?? new Duration(0n)
  return null
}

/** Cases that bring functions of their own test other things than the language. */
const OWN_FUNCTIONS = /"function":/

/** Messages are of protocol buffers, which the objects of this API are not; blocks are made by optimizers only. */
const NEEDS_MESSAGES =
  /TestAllTypes|google\.protobuf\.(?!Timestamp|Duration)|proto[23]|Nested|"wrapper"|"messageType"|\bcel\.(?:block|index|iterVar|accuVar)\b|GlobalEnum|\b\w*Value\{/

function* casesOf({ name, suites = [], tests = [] }: Suite): Generator<readonly [string, Case]> {
  for (const inner of suites) for (const [path, one] of casesOf(inner)) yield [`${name}/${path}`, one]
  for (const { original } of tests) {
    const text = JSON.stringify(original)
    if (!NEEDS_MESSAGES.test(text) && !OWN_FUNCTIONS.test(text))
      yield [`${name}/${original.name ?? original.expr}`, original]
  }
}

/** What is wrong with the answer, or nothing. */
function fault(one: Case): string | undefined {
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

describe('the cases of the language itself', () => {
  const cases = [...casesOf(suite)]
  it('hold', () => {
    const faults = cases.flatMap(([name, one]) => {
      const problem = fault(one)
      return problem === undefined ? [] : [`${name}: ${one.expr}: ${problem}`]
    })
    expect(cases.length).toBeGreaterThan(1500)
    expect(faults).toEqual([])
  })
})
