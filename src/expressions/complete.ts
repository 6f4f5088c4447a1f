import { CALLED_MACROS, type Suggestion, suggestionsFor } from './suggestions'
import { openText, textsAfter, textSuggestion } from './complete-text'
import { chainBefore, localNames, type Names, tokensBefore, typeOfText } from './complete-scope'
import type { Environment } from './environment'
import type { Token } from './lexer'
import { showType, STRING, type Type } from './types'

/** Suggestions at a position in an expression. */
export interface Completion {
  /** Length of the partial word before the cursor, which a suggestion replaces. */
  readonly typed: number
  readonly suggestions: readonly Suggestion[]
}

/**
 * Completes an expression at the cursor, given the text before it. Inside strings it suggests known values; inside comments and numbers,
 * and where an operator must follow, nothing. Never throws.
 */
export function complete(before: string, environment: Environment): Completion {
  const text = openText(before)
  if (text) {
    const texts = textsAfter(before, text.tokens, environment, localNames(before, text.tokens, environment))
    return { typed: text.typed.length, suggestions: texts.map((one) => textSuggestion(one, false)) }
  }
  const all = tokensBefore(before)
  if (!all) return { typed: 0, suggestions: [] }
  const last = all.at(-1)
  const typed = last?.kind === 'name' && last.end === before.length ? last : undefined
  const tokens = typed ? all.slice(0, -1) : all
  return { typed: typed?.text.length ?? 0, suggestions: suggestionsAfter(before, tokens, environment) }
}

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text
const WORDS_BEFORE_VALUES = new Set(['in'])

function suggestionsAfter(source: string, tokens: readonly Token[], environment: Environment): readonly Suggestion[] {
  const names = localNames(source, tokens, environment)
  const last = tokens.at(-1)
  const optional = isSign(last, '?') && isSign(tokens.at(-2), '.')
  if (isSign(last, '.') || optional) return membersOf(source, tokens.slice(0, optional ? -2 : -1), environment, names)
  const made = constructedAround(source, tokens, environment)
  if (made) return made
  if (last && endsOperand(last)) return []
  const texts = textsAfter(source, tokens, environment, names).map((one) => textSuggestion(one, true))
  return [...texts, ...valuesOf(environment, names)]
}

const endsOperand = ({ kind, text }: Token): boolean =>
  kind === 'literal' ||
  kind === 'quoted' ||
  (kind === 'name' && !WORDS_BEFORE_VALUES.has(text)) ||
  (kind === 'sign' && [')', ']', '}'].includes(text))

/** Suggestions after the dot of an operand. */
function membersOf(
  source: string,
  tokens: readonly Token[],
  environment: Environment,
  names: Names,
): readonly Suggestion[] {
  const operand = chainBefore(source, tokens, tokens.length)
  if (operand === undefined) return []
  const type = typeOfText(operand, environment, names)
  const dotted = /^[\w.]+$/.test(operand) && !names.has(operand.split('.', 1)[0] ?? '')
  const qualified = dotted ? qualifiedNames(operand, environment) : []
  return type ? [...qualified, ...suggestionsFor(type, environment)] : qualified
}

/** Variables and functions with a qualified name below `prefix`, such as `sets.contains`. */
function qualifiedNames(prefix: string, environment: Environment): Suggestion[] {
  const begin = `${prefix}.`
  const rest = (name: string): string => name.slice(begin.length)
  const variables = [...environment.variables]
    .filter(([name]) => name.startsWith(begin))
    .map(([name, type]): Suggestion => variable(rest(name), type))
  return [
    ...(prefix === 'cel' ? [CALLED_MACROS.bind] : []),
    ...variables,
    ...environment.functionsStarting(begin).map(([name, signatures]) => functionSuggestion(rest(name), signatures)),
  ]
}

const variable = (name: string, type: Type): Suggestion => ({
  label: name,
  kind: 'variable',
  detail: showType(type),
  text: name,
})
const functionSuggestion = (name: string, signatures: readonly string[]): Suggestion => ({
  label: name,
  kind: 'function',
  detail: signatures.join('\n'),
  text: `${name}($0)`,
})
const WORDS = ['true', 'false', 'null']

/** Suggestions for the start of a value. */
function valuesOf(environment: Environment, names: Names): readonly Suggestion[] {
  const roots = new Map<string, Suggestion>()
  for (const [name, type] of names) roots.set(name, variable(name, type))
  for (const [name, type] of environment.variables)
    if (!name.includes('.') && !roots.has(name)) roots.set(name, variable(name, type))
  for (const name of environment.constructedNames)
    roots.set(name, { label: name, kind: 'type', detail: 'constructs an object', text: `${name}{$0}` })
  for (const [name, signatures] of environment.functionsStarting('')) {
    const [space = '', inner] = name.split('.')
    if (inner === undefined) roots.set(name, functionSuggestion(name, signatures))
    else if (!roots.has(space)) roots.set(space, { label: space, kind: 'type', detail: 'functions', text: space })
  }
  return [
    ...roots.values(),
    CALLED_MACROS.has,
    ...(roots.has('cel') ? [] : [{ label: 'cel', kind: 'type', detail: 'functions', text: 'cel' } as const]),
    ...WORDS.map((word): Suggestion => ({ label: word, kind: 'word', detail: 'bool', text: word })),
  ].map((one) => (one.label === 'null' ? { ...one, detail: 'null' } : one))
}

/** Fields of the object literal around the cursor, if a field must come next. */
function constructedAround(
  source: string,
  tokens: readonly Token[],
  environment: Environment,
): readonly Suggestion[] | undefined {
  const last = tokens.at(-1)
  if (!isSign(last, '{') && !isSign(last, ',')) return undefined
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at]
    if (token?.kind !== 'sign') continue
    if (')]}'.includes(token.text)) depth += 1
    else if ('([{'.includes(token.text)) {
      if (depth > 0) depth -= 1
      else return token.text === '{' ? fieldsOf(chainBefore(source, tokens, at), environment) : undefined
    }
  }
  return undefined
}

function fieldsOf(name: string | undefined, environment: Environment): readonly Suggestion[] | undefined {
  const made = name === undefined ? undefined : environment.constructedType(name)
  return made?.names().map((field) => {
    const type = made.field(field)
    return { label: field, kind: 'field', detail: showType(type ?? STRING), text: `${field}: ` }
  })
}
