import { nearest } from './expression-error'
import { type Library, type Overload, signatureOf } from './functions'
import { STANDARD } from './libraries/standard'
import { TIMES } from './times'
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
  type ObjectType,
  optionalOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeOfType,
  UINT,
} from './types'
import { TypeValue } from './values'

export interface EnvironmentOptions {
  readonly variables?: Readonly<Record<string, Type>>
  /** Beside the standard functions. */
  readonly libraries?: readonly Library[]
  /** The namespace that names are looked up in first. */
  readonly container?: string
  /** Items of a list, and values of a map, must be of one type. */
  readonly homogeneous?: boolean
  /** Values that may be missing: `a.?b`, `[?a]`, `optMap`. Default true. */
  readonly optionals?: boolean
  /** Numbers of different types are compared. Default true. */
  readonly mixedNumbers?: boolean
  /** Loops with two variables, such as `transformList`. Default true. */
  readonly pairs?: boolean
  /** The types that may be constructed, such as `Object.spec{replicas: 1}`, by their names. Default none. */
  readonly constructed?: (name: string) => ObjectType | undefined
  /** The outermost of those types, for completion. */
  readonly constructedNames?: readonly string[]
  /** Patterns, times and durations that are written down are read when the expression is checked. Default false. */
  readonly checkedLiterals?: boolean
}

const TYPE_NAMES: ReadonlyMap<string, Type> = new Map([
  ['bool', BOOL],
  ['int', INT],
  ['uint', UINT],
  ['double', DOUBLE],
  ['string', STRING],
  ['bytes', BYTES],
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['type', typeOfType(DYN)],
  ['optional_type', optionalOf(DYN)],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['google.protobuf.Duration', DURATION],
])

const ORDERS = new Set(['_<_', '_<=_', '_>_', '_>=_'])

/** What expressions may use: variables and functions. Made once, used for many. */
export class Environment {
  readonly variables: ReadonlyMap<string, Type>
  readonly homogeneous: boolean
  readonly optionals: boolean
  readonly pairs: boolean
  readonly checkedLiterals: boolean
  readonly constructedNames: readonly string[]
  private readonly constructed: (name: string) => ObjectType | undefined
  private readonly functions = new Map<string, Overload[]>()
  private readonly containers: readonly string[]

  constructor(options: EnvironmentOptions = {}) {
    const { variables = {}, libraries = [], container = '', mixedNumbers = true } = options
    this.variables = new Map(Object.entries(variables))
    this.homogeneous = options.homogeneous ?? false
    this.optionals = options.optionals ?? true
    this.pairs = options.pairs ?? true
    this.checkedLiterals = options.checkedLiterals ?? false
    this.constructedNames = options.constructedNames ?? []
    this.constructed = options.constructed ?? (() => undefined)
    for (const one of [STANDARD, TIMES, ...libraries].flat()) {
      if (!mixedNumbers && ORDERS.has(one.name) && one.parameters[0]?.kind !== one.parameters[1]?.kind) continue
      const known = this.functions.get(one.name)
      if (known) known.push(one)
      else this.functions.set(one.name, [one])
    }
    const parts = container === '' ? [] : container.split('.')
    this.containers = [...parts.map((_, i) => `${parts.slice(0, parts.length - i).join('.')}.`), '']
  }

  /** The names that a name may stand for, the nearest first. */
  private candidates(name: string): readonly string[] {
    return name.startsWith('.') ? [name.slice(1)] : this.containers.map((container) => container + name)
  }
  /** The full name of a variable. */
  variable(name: string): string | undefined {
    return this.candidates(name).find((one) => this.variables.has(one))
  }
  /** A type used as a value. */
  typeNamed(name: string): { readonly type: Type; readonly value: TypeValue } | undefined {
    for (const one of this.candidates(name)) {
      const type = TYPE_NAMES.get(one)
      if (type) return { type, value: new TypeValue(one) }
    }
    return undefined
  }
  /** A type whose values expressions may construct. */
  constructedType(name: string): ObjectType | undefined {
    for (const one of this.candidates(name)) {
      const type = this.constructed(one)
      if (type) return type
    }
    return undefined
  }
  /** The forms of a function; empty when there is none of that name. */
  overloads(name: string): readonly Overload[] {
    for (const one of this.candidates(name)) {
      const found = this.functions.get(one)
      if (found) return found
    }
    return []
  }
  /** All forms of all functions. */
  allOverloads(): readonly Overload[] {
    return [...this.functions.values()].flat()
  }
  /** Functions that are not called on a value and whose names begin so, with their signatures. */
  functionsStarting(begin: string): readonly (readonly [name: string, signatures: readonly string[]])[] {
    return [...this.functions].flatMap(([name, overloads]) => {
      const called = /^\w/.test(name) && name.startsWith(begin) ? overloads.filter(({ member }) => !member) : []
      const isOperator = /^(_.*_|@.*)$/.test(name)
      return called.length > 0 && !isOperator ? [[name, called.map(signatureOf)] as const] : []
    })
  }
  nearestFunction(name: string): string | undefined {
    return nearest(name, this.functions.keys())
  }
}
