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

/** What expressions may use beyond the standard functions. */
export interface EnvironmentOptions {
  readonly variables?: Readonly<Record<string, Type>>
  /** In addition to the standard functions. */
  readonly libraries?: readonly Library[]
  /** Functions on times and durations. Default: those of the language. */
  readonly times?: Library
  /** Namespace in which names are resolved first. */
  readonly container?: string
  /** Whether list items and map values must have one type. */
  readonly homogeneous?: boolean
  /** Optional syntax and macros: `a.?b`, `[?a]`, `optMap`. Default true. */
  readonly optionals?: boolean
  /** Whether numbers of different types can be compared. Default true. */
  readonly mixedNumbers?: boolean
  /** Whether a field that is a reserved word, such as `namespace`, also has its own name. Default false: only `__namespace__`. */
  readonly reservedFields?: boolean
  /** Two-variable comprehensions such as `transformList`. Default true. */
  readonly pairs?: boolean
  /** Types that expressions may construct by name, such as `Object.spec{replicas: 1}`. Default none. */
  readonly constructed?: (name: string) => ObjectType | undefined
  /** The top-level ones among those types, for completion. */
  readonly constructedNames?: readonly string[]
  /** Whether literal lists and maps, and conversions of literals, are made once and cost nothing. Default false. */
  readonly foldsConstants?: boolean
  /** Whether literal patterns, times and durations are validated at compile time. Default false. */
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

const isAddress = (type: Type): type is Type & { readonly kind: 'opaque' } =>
  type.kind === 'opaque' && (type.name === 'net.IP' || type.name === 'net.CIDR')

const ORDERS = new Set(['_<_', '_<=_', '_>_', '_>=_'])

/** Variables and functions available to expressions. Create once and reuse. */
export class Environment {
  readonly variables: ReadonlyMap<string, Type>
  readonly homogeneous: boolean
  readonly optionals: boolean
  readonly pairs: boolean
  readonly reservedFields: boolean
  readonly checkedLiterals: boolean
  readonly foldsConstants: boolean
  readonly constructedNames: readonly string[]
  private readonly constructed: (name: string) => ObjectType | undefined
  private readonly functions = new Map<string, Overload[]>()
  private readonly containers: readonly string[]
  /** Types of addresses by name, if the library has them: the only types of libraries that have a name in expressions. */
  private readonly addressTypes = new Map<string, Type>()

  constructor(options: EnvironmentOptions = {}) {
    const { variables = {}, libraries = [], container = '', mixedNumbers = true } = options
    this.variables = new Map(Object.entries(variables))
    this.homogeneous = options.homogeneous ?? false
    this.optionals = options.optionals ?? true
    this.pairs = options.pairs ?? true
    this.reservedFields = options.reservedFields ?? false
    this.checkedLiterals = options.checkedLiterals ?? false
    this.foldsConstants = options.foldsConstants ?? false
    this.constructedNames = options.constructedNames ?? []
    this.constructed = options.constructed ?? (() => undefined)
    for (const one of [STANDARD, options.times ?? TIMES, ...libraries].flat()) {
      if (isAddress(one.result)) this.addressTypes.set(one.result.name, typeOfType(one.result))
      if (!mixedNumbers && ORDERS.has(one.name) && one.parameters[0]?.kind !== one.parameters[1]?.kind) continue
      const known = this.functions.get(one.name)
      if (known) known.push(one)
      else this.functions.set(one.name, [one])
    }
    const parts = container === '' ? [] : container.split('.')
    this.containers = [...parts.map((_, i) => `${parts.slice(0, parts.length - i).join('.')}.`), '']
  }

  /** Fully qualified candidates for a name, innermost namespace first. */
  private candidates(name: string): readonly string[] {
    return name.startsWith('.') ? [name.slice(1)] : this.containers.map((container) => container + name)
  }
  /** The full name of a variable, or undefined. */
  variable(name: string): string | undefined {
    return this.candidates(name).find((one) => this.variables.has(one))
  }
  /** A type name used as a value. */
  typeNamed(name: string): { readonly type: Type; readonly value: TypeValue } | undefined {
    for (const one of this.candidates(name)) {
      const type = TYPE_NAMES.get(one) ?? this.addressTypes.get(one)
      if (type) return { type, value: new TypeValue(one) }
    }
    return undefined
  }
  /** A type that expressions may construct. */
  constructedType(name: string): ObjectType | undefined {
    for (const one of this.candidates(name)) {
      const type = this.constructed(one)
      if (type) return type
    }
    return undefined
  }
  /** Overloads of a function; empty if it does not exist. */
  overloads(name: string): readonly Overload[] {
    for (const one of this.candidates(name)) {
      const found = this.functions.get(one)
      if (found) return found
    }
    return []
  }
  /** All overloads of all functions. */
  allOverloads(): readonly Overload[] {
    return [...this.functions.values()].flat()
  }
  /** Global functions whose names have a prefix, with their signatures. */
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
