import { chainBefore, type Names, tokensBefore, typeOfText } from './complete-scope'
import type { Environment } from './environment'
import type { Token } from './lexer'
import type { Suggestion } from './suggestions'
import type { Type } from './types'

/** An unclosed string literal and the tokens before it. */
interface OpenText {
  readonly tokens: readonly Token[]
  readonly typed: string
}

/** The string literal that the text ends in; undefined if it ends outside one, or in one with escapes. */
export function openText(before: string): OpenText | undefined {
  for (const quote of ["'", '"']) {
    const start = before.lastIndexOf(quote)
    const typed = before.slice(start + 1)
    const tokens = start < 0 || /['"\\\n]/.test(typed) ? undefined : tokensBefore(before.slice(0, start))
    if (tokens && tokens.at(-1)?.end !== start) return { tokens, typed }
    // Exclude prefixed literals such as r'…'.
    if (tokens && tokens.at(-1)?.kind === 'sign') return { tokens, typed }
  }
  return undefined
}

/** Strings that fit after the tokens: values for a comparison, or keys of a map. */
export function textsAfter(
  source: string,
  tokens: readonly Token[],
  environment: Environment,
  names: Names,
): readonly string[] {
  const last = tokens.at(-1)
  if (last?.kind !== 'sign') return []
  const type = (end: number): Type | undefined => {
    const operand = chainBefore(source, tokens, end)
    return operand === undefined ? undefined : typeOfText(operand, environment, names)
  }
  if (last.text === '==' || last.text === '!=') return valuesOf(type(tokens.length - 1))
  const open = last.text === '[' || last.text === ',' ? listAround(tokens) : undefined
  if (open === undefined) return []
  const before = tokens[open - 1]
  if (before?.kind === 'name' && before.text === 'in') return valuesOf(type(open - 1))
  return last.text === '[' ? keysOf(type(open)) : []
}

/** Index of the opening bracket of the list that the tokens end in. */
function listAround(tokens: readonly Token[]): number | undefined {
  let depth = 0
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? {}
    if (kind !== 'sign' || text === undefined) continue
    if (')]}'.includes(text)) depth += 1
    else if ('([{'.includes(text) && --depth < 0) return text === '[' ? at : undefined
  }
  return undefined
}

const valuesOf = (type: Type | undefined): readonly string[] =>
  type?.kind === 'string' && 'values' in type ? (type.values ?? []) : []
function keysOf(type: Type | undefined): readonly string[] {
  const map = type?.kind === 'optional' ? type.value : type
  return map?.kind === 'map' ? valuesOf(map.key) : []
}

/** A string as a suggestion; `quoted` if it must include quotes. */
export function textSuggestion(text: string, quoted: boolean): Suggestion {
  const written = (quoted ? `'${text.replace(/['\\]/g, '\\$&')}'` : text).replace(/[$}\\]/g, '\\$&')
  return { label: quoted ? `'${text}'` : text, kind: 'value', detail: 'string', text: written }
}
