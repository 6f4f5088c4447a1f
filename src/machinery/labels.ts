import { goQuoted } from './go-quote'
import { labelKey, labelValue } from './names'

/** An invalid selector; from a query string it is a bad request. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}

/** Operators of label selectors in their text form (`exists` and `!` stand alone). */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<'

/** One term of a label selector; `values` is empty where the operator takes none. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

/** The labels of an object, if it has any. */
export type Labels = Readonly<Record<string, string>> | undefined

/** A compiled selector. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[]
  matches(labels: Labels): boolean
  /** True if it selects everything. */
  readonly empty: boolean
  /** The text form, with requirements sorted by key. */
  toString(): string
}

const INTEGER = /^[+-]?[0-9]{1,19}$/

/** @throws SelectorError */
export function checkLabelKey(key: string): void {
  const bad = labelKey(key)[0]
  if (bad !== undefined) throw new SelectorError(`invalid label key ${goQuoted(key)}: ${bad}`)
}

/** @throws SelectorError */
export function requirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  checkLabelKey(key)
  if ((operator === 'in' || operator === 'notin') && values.length === 0)
    throw new SelectorError(`for 'in', 'notin' operators, values set can't be empty`)
  for (const value of values) {
    if ((operator === '>' || operator === '<') && !INTEGER.test(value))
      throw new SelectorError(`for 'Gt', 'Lt' operators, the value must be an integer`)
    const wrong = labelValue(value)[0]
    if (wrong !== undefined)
      throw new SelectorError(`invalid label value: ${goQuoted(value)}: at key: ${goQuoted(key)}: ${wrong}`)
  }
  return { key, operator, values: [...new Set(values)].sort() }
}

function holds({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return value !== undefined && values.includes(value)
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value)
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    default: {
      if (value === undefined || !INTEGER.test(value)) return false
      const [left, right] = [BigInt(value.replace(/^\+/, '')), BigInt((values[0] ?? '').replace(/^\+/, ''))]
      return operator === '>' ? left > right : left < right
    }
  }
}

function write({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key
  if (operator === '!') return `!${key}`
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${values.join(',')})`
  return `${key}${operator}${values[0] ?? ''}`
}

/** A selector of these terms; its text lists them sorted by key. */
export function selectorOf(requirements: readonly LabelRequirement[]): LabelSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return {
    requirements: sorted,
    matches: (labels) => sorted.every((one) => holds(one, labels)),
    empty: sorted.length === 0,
    toString: () => sorted.map(write).join(','),
  }
}

/** The selector without terms, which matches every object. */
export const EVERYTHING: LabelSelector = selectorOf([])
/** A selector that matches no object. */
export const NOTHING: LabelSelector = { requirements: [], matches: () => false, empty: false, toString: () => '' }

/** Selects objects that carry all these labels. */
export const selectorOfSet = (labels: Readonly<Record<string, string>>): LabelSelector =>
  selectorOf(Object.entries(labels).map(([key, value]) => ({ key, operator: '=' as const, values: [value] })))

/** A label selector as fields of an object, as sent: it may be malformed. */
export interface LabelSelectorObject {
  matchLabels?: Record<string, string> | null
  matchExpressions?: { key?: string; operator?: string; values?: string[] | null }[] | null
}

/** The operators of the object form in the text form. */
export const LABEL_OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/**
 * Compiles the object form. An absent selector selects nothing, `{}` everything.
 * @throws SelectorError for what `validateLabelSelector` reports
 */
export function compileLabelSelector(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (!selector) return NOTHING
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => requirement(key, '=', [value]))
  const expressions = (selector.matchExpressions ?? []).map(({ key = '', operator = '', values }) => {
    const known = LABEL_OPERATORS[operator]
    if (!known) throw new SelectorError(`"${operator}" is not a label selector operator`)
    if ((known === 'exists' || known === '!') && values?.length)
      throw new SelectorError(`the values of "${operator}" must be empty`)
    return requirement(key, known, values ?? [])
  })
  return selectorOf([...labels, ...expressions])
}
