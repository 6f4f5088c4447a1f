import type { Environment } from './environment'
import { signatureOf } from './functions'
import { showType, type Type } from './types'
import { isAssignable } from './unify'

/** One completion for a position in an expression. */
export interface Suggestion {
  readonly label: string
  readonly kind: 'variable' | 'field' | 'function' | 'macro' | 'type' | 'word' | 'value'
  /** Its type, or its signatures, one per line. */
  readonly detail: string
  /** Inserted text; `$0` marks the final cursor position, `${1:x}` a placeholder. */
  readonly text: string
}

const macro = (label: string, detail: string, text: string): Suggestion => ({ label, kind: 'macro', detail, text })

/** Global macros. */
export const CALLED_MACROS = {
  has: macro('has', 'has(a.field) bool: whether the field is there', 'has($0)'),
  bind: macro('bind', 'cel.bind(name, value, expression): gives a value a name', 'bind(${1:name}, ${2:value}, $0)'),
} as const

const LOOPS: readonly Suggestion[] = [
  macro('all', 'all(x, condition) bool: the condition holds for all items', 'all(${1:x}, $0)'),
  macro('exists', 'exists(x, condition) bool: it holds for at least one', 'exists(${1:x}, $0)'),
  macro('exists_one', 'exists_one(x, condition) bool: it holds for exactly one', 'exists_one(${1:x}, $0)'),
  macro('filter', 'filter(x, condition) list: the items that it holds for', 'filter(${1:x}, $0)'),
  macro('map', 'map(x, expression) list: what the expression gives for each item', 'map(${1:x}, $0)'),
]
const PAIRS: readonly Suggestion[] = [
  macro('transformList', 'transformList(key, value, expression) list', 'transformList(${1:k}, ${2:v}, $0)'),
  macro('transformMap', 'transformMap(key, value, expression) map', 'transformMap(${1:k}, ${2:v}, $0)'),
  macro('transformMapEntry', 'transformMapEntry(key, value, {…}) map', 'transformMapEntry(${1:k}, ${2:v}, $0)'),
]
const OPTIONAL: readonly Suggestion[] = [
  macro('orValue', 'orValue(value): the value, or another one where there is none', 'orValue($0)'),
  macro('or', 'or(optional): this value, or another that may be missing', 'or($0)'),
  macro('optMap', 'optMap(x, expression): what it gives for the value, if there is one', 'optMap(${1:x}, $0)'),
  macro(
    'optFlatMap',
    'optFlatMap(x, expression): as optMap, for an expression that may give none',
    'optFlatMap(${1:x}, $0)',
  ),
]

function macrosOf({ kind }: Type, { pairs, optionals }: Environment): readonly Suggestion[] {
  if (kind === 'optional') return optionals ? OPTIONAL : []
  if (kind !== 'list' && kind !== 'map' && kind !== 'dyn') return []
  return pairs ? [...LOOPS, ...PAIRS] : LOOPS
}

/** Completions after the dot of a value: fields first, then macros and functions. */
export function suggestionsFor(type: Type, environment: Environment): readonly Suggestion[] {
  const inner = type.kind === 'optional' ? type.value : type
  const fields: Suggestion[] =
    inner.kind === 'object'
      ? [...inner.names()].sort().map((name) => ({
          label: name,
          kind: 'field',
          detail: showType(inner.field(name) ?? inner),
          text: name,
        }))
      : []
  return [...fields, ...macrosOf(type, environment), ...memberFunctions(type, environment)]
}

function memberFunctions(type: Type, environment: Environment): Suggestion[] {
  const found = new Map<string, { signatures: string[]; takes: boolean }>()
  for (const overload of environment.allOverloads()) {
    const { name, member, parameters } = overload
    const [receiver] = parameters
    if (!member || !receiver || !isAssignable(receiver, type, new Map())) continue
    const one = found.get(name) ?? { signatures: [], takes: false }
    found.set(name, one)
    one.signatures.push(signatureOf(overload))
    one.takes ||= parameters.length > 1
  }
  return [...found].map(([name, { signatures, takes }]) => ({
    label: name,
    kind: 'function',
    detail: signatures.join('\n'),
    text: takes ? `${name}($0)` : `${name}()`,
  }))
}
