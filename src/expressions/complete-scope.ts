import { check } from './check'
import type { Environment } from './environment'
import { CompileError } from './expression-error'
import { SyntaxFault, type Token, tokenize } from './lexer'
import { parse } from './parser'
import { DYN, INT, type Type } from './types'

/** Loop variables and bindings in scope, with their types. */
export type Names = ReadonlyMap<string, Type>

/** Text with more invalid characters than this is not treated as an expression. */
const MOST_FAULTS = 20

/** Tokens of an unfinished expression; undefined if it ends inside a string, comment or number. */
export function tokensBefore(source: string): readonly Token[] | undefined {
  let text = source
  for (let faults = 0; faults < MOST_FAULTS; faults += 1) {
    try {
      const tokens = tokenize(text).slice(0, -1)
      const last = tokens.at(-1)
      if (/\/\/[^\n]*$/.test(source.slice(last?.end ?? 0))) return undefined
      return last?.kind === 'literal' && last.end === source.length ? undefined : tokens
    } catch (error) {
      if (!(error instanceof SyntaxFault) || /["'`]/.test(text.slice(error.start, error.start + 3))) return undefined
      text = `${text.slice(0, error.start)} ${text.slice(error.start + 1)}`
    }
  }
  return undefined
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const sign = (token: Token | undefined): string => (token?.kind === 'sign' ? token.text : '')

/** Index of the bracket that matches the closing one at `close`. */
function openingOf(tokens: readonly Token[], close: number): number | undefined {
  let depth = 0
  for (let at = close; at >= 0; at -= 1) {
    const text = sign(tokens[at])
    if (text in OPENING) depth += 1
    else if (['(', '[', '{'].includes(text) && --depth === 0) return at
  }
  return undefined
}

/** Text of the member chain that ends before token `end`, such as `object.spec.ports[0]`. */
export function chainBefore(source: string, tokens: readonly Token[], end: number): string | undefined {
  let at = end - 1
  let start: number | undefined
  while (at >= 0) {
    const closes = OPENING[sign(tokens[at])]
    if (closes !== undefined) {
      const open = openingOf(tokens, at)
      if (open === undefined) return undefined
      start = open
      const before = tokens[open - 1]
      const continues =
        before?.kind === 'name' || (closes === '[' && (sign(before) in OPENING || before?.kind === 'literal'))
      if (continues) {
        at = open - 1
        continue
      }
    } else if (tokens[at]?.kind === 'sign' || tokens[at] === undefined) return undefined
    else start = at
    const dot = sign(tokens[start - 1]) === '?' ? start - 2 : start - 1
    if (sign(tokens[dot]) !== '.') break
    at = dot - 1
  }
  const [first, last] = [start === undefined ? undefined : tokens[start], tokens[end - 1]]
  return first && last && source.slice(first.start, last.end)
}

/** Type of a finished subexpression; undefined if it does not parse. Type errors in it are ignored. */
export function typeOfText(text: string, environment: Environment, names: Names): Type | undefined {
  try {
    const { type } = check(parse(text), environment, names)
    return type.kind === 'error' ? undefined : type
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}

const LOOPS = new Set(
  'all exists exists_one existsOne map filter transformList transformMap transformMapEntry'.split(' '),
)

/** Names declared by macros around the end of the tokens, outermost first. */
export function localNames(source: string, tokens: readonly Token[], environment: Environment): Names {
  const open: number[] = []
  tokens.forEach((token, at) => {
    const text = sign(token)
    if (['(', '[', '{'].includes(text)) open.push(at)
    else if (text in OPENING) open.pop()
  })
  const names = new Map<string, Type>()
  for (const at of open) {
    if (sign(tokens[at]) !== '(' || tokens[at - 1]?.kind !== 'name' || sign(tokens[at - 2]) !== '.') continue
    const range = chainBefore(source, tokens, at - 2)
    if (range === undefined) continue
    const call = { macro: tokens[at - 1]?.text ?? '', range, args: argumentsAfter(tokens, at) }
    for (const [name, type] of declared(call, source, environment, names)) names.set(name, type)
  }
  return names
}

/** Finished arguments of the call whose parenthesis is at `open`. */
function argumentsAfter(tokens: readonly Token[], open: number): (readonly Token[])[] {
  const args: Token[][] = []
  let current: Token[] = []
  let depth = 0
  for (const token of tokens.slice(open + 1)) {
    const text = sign(token)
    if (['(', '[', '{'].includes(text)) depth += 1
    else if (text in OPENING) depth -= 1
    if (text === ',' && depth === 0) {
      args.push(current)
      current = []
    } else current.push(token)
  }
  return args
}

interface MacroCall {
  readonly macro: string
  readonly range: string
  readonly args: readonly (readonly Token[])[]
}
const nameOf = (arg: readonly Token[] | undefined): string | undefined =>
  arg?.length === 1 && arg[0]?.kind === 'name' ? arg[0].text : undefined

function declared(
  { macro, range, args }: MacroCall,
  source: string,
  environment: Environment,
  names: Names,
): readonly (readonly [string, Type])[] {
  const first = nameOf(args[0])
  if (first === undefined) return []
  if (macro === 'bind' && range === 'cel') {
    const [from, to] = [args[1]?.[0]?.start, args[1]?.at(-1)?.end]
    const value = from === undefined || to === undefined ? '' : source.slice(from, to)
    return [[first, typeOfText(value, environment, names) ?? DYN]]
  }
  const type = typeOfText(range, environment, names) ?? DYN
  if (macro === 'optMap' || macro === 'optFlatMap') return [[first, type.kind === 'optional' ? type.value : DYN]]
  if (!LOOPS.has(macro)) return []
  const second = macro === 'map' ? undefined : nameOf(args[1])
  const [item, value] = itemTypes(type, second !== undefined)
  return second === undefined
    ? [[first, item]]
    : [
        [first, item],
        [second, value],
      ]
}

/** Types of a loop's variables: of one, or of both. */
function itemTypes(range: Type, pairs: boolean): readonly [Type, Type] {
  if (range.kind === 'list') return pairs ? [INT, range.element] : [range.element, DYN]
  return range.kind === 'map' ? [range.key, range.value] : [DYN, DYN]
}
