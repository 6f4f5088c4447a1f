import { parseJson, writeJson } from '../../../machinery/json-text'
import type { Answer } from '../../queries/send'

/** A text, indented if it is JSON. */
export function prettyText(text: string): string {
  try {
    return writeJson(parseJson(text), 2)
  } catch {
    return text // not JSON: show it unchanged
  }
}

/** Headers that differ in every answer. */
const ALWAYS_DIFFERENT: ReadonlySet<string> = new Set(['audit-id', 'date'])

const headerText = ({ headers }: Answer): string =>
  headers
    .filter(([name]) => !ALWAYS_DIFFERENT.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join('\n')

/** The events of a watch, or the body. */
const bodyText = ({ events, text }: Answer): string =>
  events ? events.map((event) => prettyText(event.text)).join('\n') : prettyText(text)

/** One part of two answers. */
export interface ComparedPart {
  readonly title: string
  readonly before: string
  readonly after: string
}

/** Status, headers and body of two answers, as texts to compare. */
export const comparedParts = (before: Answer, after: Answer): readonly ComparedPart[] =>
  (
    [
      ['Status', ({ status, statusText }: Answer) => `${status} ${statusText}`.trim()],
      ['Headers', headerText],
      ['Body', bodyText],
    ] as const
  ).map(([title, text]) => ({ title, before: text(before), after: text(after) }))
