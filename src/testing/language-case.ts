import { decodeBase64 } from '../machinery/base64'
import { parseDuration, parseTimestamp } from '../expressions/times'
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
  STRING,
  TIMESTAMP,
  type Type,
  typeOfType,
  UINT,
} from '../expressions/types'
import { Duration, MapValue, Timestamp, TypeValue, Unsigned, type Value } from '../expressions/values'

/** A suite of conformance cases, as the package publishes it. */
export interface Suite {
  readonly name: string
  readonly suites?: readonly Suite[]
  readonly tests?: readonly { readonly original: Case }[]
}
/** A conformance case. */
export interface Case {
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
/** Reads the type of a case. */
export function typeOf(spec: TypeSpec): Type {
  if (spec.listType) return listOf(typeOf(spec.listType.elemType))
  if (spec.mapType) return mapOf(typeOf(spec.mapType.keyType), typeOf(spec.mapType.valueType))
  if (spec.abstractType) return optionalOf(typeOf(spec.abstractType.parameterTypes?.[0] ?? {}))
  if (spec.type) return typeOfType(typeOf(spec.type))
  if ('null' in spec) return NULL
  return PRIMITIVES[spec.primitive ?? spec.wellKnown ?? ''] ?? DYN
}
/** Reads the value of a case. */
export function valueOf(spec: ValueSpec): Value {
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
