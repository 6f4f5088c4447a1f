import { addAll } from './lists'
import { enoughFound, FieldPath, forbidden, invalid, required, type FieldError } from './field-error'
import { labelKey, labelValue } from './names'

/** A selector that can't be read; a bad request where it comes from a query. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}

export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<'

export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

type Labels = Readonly<Record<string, string>> | undefined

/** A selector that is ready to be asked. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[]
  matches(labels: Labels): boolean
  /** Selects everything. */
  readonly empty: boolean
  /** The text form, requirements in the order of their keys. */
  toString(): string
}

const INTEGER = /^[+-]?[0-9]{1,19}$/

/** @throws SelectorError */
function requirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const bad = labelKey(key)[0]
  if (bad !== undefined) throw new SelectorError(`invalid label key "${key}": ${bad}`)
  if ((operator === 'in' || operator === 'notin') && values.length === 0)
    throw new SelectorError(`for 'in', 'notin' operators, values set can't be empty`)
  for (const value of values) {
    if ((operator === '>' || operator === '<') && !INTEGER.test(value))
      throw new SelectorError(`for 'Gt', 'Lt' operators, the value must be an integer`)
    const wrong = labelValue(value)[0]
    if (wrong !== undefined) throw new SelectorError(`invalid label value: "${value}": at key: "${key}": ${wrong}`)
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

function selectorOf(requirements: readonly LabelRequirement[]): LabelSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return {
    requirements: sorted,
    matches: (labels) => sorted.every((one) => holds(one, labels)),
    empty: sorted.length === 0,
    toString: () => sorted.map(write).join(','),
  }
}

export const EVERYTHING: LabelSelector = selectorOf([])
export const NOTHING: LabelSelector = { requirements: [], matches: () => false, empty: false, toString: () => '' }

type Token = { readonly type: 'word' | 'symbol' | 'end'; readonly text: string; readonly at: number }

const TOKEN = /[ \t\r\n]*(?:(!=|==|[=!(),<>])|([^=!(),<> \t\r\n]+))/y

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, symbol, word = ''] = match
    tokens.push({ type: symbol === undefined ? 'word' : 'symbol', text: symbol ?? word, at: TOKEN.lastIndex })
  }
  return [...tokens, { type: 'end', text: '', at: text.length }]
}

class Parser {
  private position = 0
  private readonly tokens: Token[]
  constructor(text: string) {
    this.tokens = tokenize(text)
  }

  parse(): LabelRequirement[] {
    const result: LabelRequirement[] = []
    if (this.peek().type === 'end') return result
    for (;;) {
      result.push(this.requirement())
      const next = this.take()
      if (next.type === 'end') return result
      if (next.text !== ',') this.fail(next, "',' or 'end of string'")
    }
  }

  private peek(): Token {
    return this.tokens[Math.min(this.position, this.tokens.length - 1)] ?? { type: 'end', text: '', at: 0 }
  }
  private take(): Token {
    const token = this.peek()
    this.position += 1
    return token
  }
  private fail(found: Token, expected: string): never {
    throw new SelectorError(`found '${found.text}', expected: ${expected}`)
  }
  private word(expected: string): string {
    const token = this.take()
    return token.type === 'word' ? token.text : this.fail(token, expected)
  }
  private atEnd(): boolean {
    return this.peek().type === 'end' || this.peek().text === ','
  }

  private requirement(): LabelRequirement {
    if (this.peek().text === '!') {
      this.take()
      return requirement(this.word('identifier'), '!', [])
    }
    const key = this.word("!, identifier, or 'end of string'")
    if (this.atEnd()) return requirement(key, 'exists', [])
    const operator = this.take()
    switch (operator.text) {
      case 'in':
      case 'notin':
        return requirement(key, operator.text, this.values())
      case '=':
      case '==':
      case '!=':
      case '>':
      case '<':
        return requirement(key, operator.text, [this.atEnd() ? '' : this.word('identifier')])
      default:
        return this.fail(operator, "'=', '!=', '==', 'in', notin'")
    }
  }

  /** A list in parentheses; nothing between two commas is the empty value. */
  private values(): string[] {
    const open = this.take()
    if (open.text !== '(') throw new SelectorError(`found '${open.text}' expected: '('`)
    const values: string[] = []
    if (this.peek().text === ')') {
      this.take()
      return values
    }
    for (;;) {
      values.push(this.peek().text === ',' || this.peek().text === ')' ? '' : this.word("',', ')' or identifier"))
      const next = this.take()
      if (next.text === ')') return values
      if (next.text !== ',') this.fail(next, "',' or ')'")
    }
  }
}

/**
 * Reads the text form: `a=b,a==b,a!=b,a in (x,y),a notin (x),a,!a,a>1,a<2`. The empty text selects everything.
 * @throws SelectorError
 */
export const parseLabelSelector = (text: string): LabelSelector => selectorOf(new Parser(text).parse())

/** Selects objects that carry all these labels. */
export const selectorOfSet = (labels: Readonly<Record<string, string>>): LabelSelector =>
  selectorOf(Object.entries(labels).map(([key, value]) => ({ key, operator: '=' as const, values: [value] })))

export interface LabelSelectorObject {
  matchLabels?: Record<string, string> | null
  matchExpressions?: { key?: string; operator?: string; values?: string[] | null }[] | null
}

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/**
 * Compiles the object form. Absent selects nothing, `{}` everything.
 * @throws SelectorError for what `validateLabelSelector` reports
 */
export function compileLabelSelector(selector: LabelSelectorObject | null | undefined): LabelSelector {
  if (!selector) return NOTHING
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => requirement(key, '=', [value]))
  const expressions = (selector.matchExpressions ?? []).map(({ key = '', operator = '', values }) => {
    const known = OPERATORS[operator]
    if (!known) throw new SelectorError(`"${operator}" is not a label selector operator`)
    if ((known === 'exists' || known === '!') && values?.length)
      throw new SelectorError(`the values of "${operator}" must be empty`)
    return requirement(key, known, values ?? [])
  })
  return selectorOf([...labels, ...expressions])
}

/** Errors of a map of labels; all of them are about the map's own path. */
export function validateLabels(labels: Labels | null, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const key of Object.keys(labels ?? {})) {
    if (enoughFound(errors)) break
    const value = labels?.[key] ?? ''
    for (const text of labelKey(key)) errors.push(invalid(at, key, text))
    for (const text of labelValue(value)) errors.push(invalid(at, value, text))
  }
  return errors
}

/** Errors of a selector in an object. Releases from 1.27 on look at the values of expressions, too (`checkValues`). */
export function validateLabelSelector(
  selector: LabelSelectorObject | null | undefined,
  at: FieldPath,
  { checkValues = false }: { readonly checkValues?: boolean } = {},
): FieldError[] {
  if (!selector) return []
  const errors = validateLabels(selector.matchLabels, at.child('matchLabels'))
  const list = at.child('matchExpressions')
  for (const [position, { key = '', operator = '', values }] of (selector.matchExpressions ?? []).entries()) {
    if (enoughFound(errors)) break
    const here = list.index(position)
    const count = values?.length ?? 0
    if (operator === 'In' || operator === 'NotIn') {
      if (count === 0) errors.push(required(here.child('values'), "must be given when the operator is 'In' or 'NotIn'"))
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (count > 0)
        errors.push(forbidden(here.child('values'), "may not be given when the operator is 'Exists' or 'DoesNotExist'"))
    } else errors.push(invalid(here.child('operator'), operator, 'not a valid selector operator'))
    for (const text of labelKey(key)) errors.push(invalid(here.child('key'), key, text))
    if (checkValues) addAll(errors, wrongValues(values ?? [], here.child('values')))
  }
  return errors
}

function wrongValues(values: readonly string[], at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, value] of values.entries()) {
    if (enoughFound(errors)) break
    for (const text of labelValue(value)) errors.push(invalid(at.index(i), value, text))
  }
  return errors
}
