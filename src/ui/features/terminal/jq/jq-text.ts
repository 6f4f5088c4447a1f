import { JqMistake } from './jq-mistake'
import type { Jq } from './jq-tree'

/** A string with `\(…)` interpolations, which `parse` turns into trees. `source` includes the quotes. @throws JqMistake for one without an end */
export function jqText(source: string, parse: (source: string) => Jq): Jq {
  const parts: (string | Jq)[] = []
  let plain = ''
  for (let at = 1; at < source.length - 1; at++) {
    if (source.startsWith('\\(', at)) {
      const end = closing(source, at + 2)
      parts.push(JSON.parse(`"${plain}"`) as string, parse(source.slice(at + 2, end)))
      plain = ''
      at = end
    } else if (source[at] === '\\') {
      plain += source.slice(at, at + 2)
      at++
    } else plain += source[at] ?? ''
  }
  const rest = JSON.parse(`"${plain}"`) as string
  return parts.length === 0 ? { type: 'literal', value: rest } : { type: 'text', parts: [...parts, rest] }
}

function closing(source: string, from: number): number {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')' && --depth === 0) return at
  }
  throw new JqMistake('syntax error: expected ) in a text')
}
