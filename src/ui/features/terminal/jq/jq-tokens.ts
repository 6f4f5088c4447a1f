import { JqMistake } from './jq-mistake'

const TOKEN =
  /\s*(?:(?<text>"(?:\\.|[^"\\])*")|(?<number>\d+(?:\.\d+)?)|(?<field>\.[A-Za-z_]\w*)|(?<name>[$@]?[A-Za-z_]\w*)|(?<mark>\.\.|\/\/|[!=<>]=|[.[\]{}(),:|?+\-*/%<>;])|(?<bad>\S))/gy

/** The smallest part of a program that has a meaning. */
export interface JqToken {
  readonly kind: 'text' | 'number' | 'field' | 'name' | 'mark'
  readonly text: string
}

/**
 * Splits a program into tokens.
 * @throws JqMistake at a character that begins none
 */
export function tokensOf(source: string): JqToken[] {
  const tokens: JqToken[] = []
  for (const { groups = {} } of source.matchAll(TOKEN)) {
    if (groups.bad !== undefined) throw new JqMistake(`syntax error: unexpected ${groups.bad}`)
    for (const kind of ['text', 'number', 'field', 'name', 'mark'] as const)
      if (groups[kind] !== undefined) tokens.push({ kind, text: groups[kind] })
  }
  return tokens
}
