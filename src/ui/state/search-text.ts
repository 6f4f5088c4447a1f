import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Quotes texts that would otherwise be parsed as numbers or the like; throws for all others, which addresses show as
 * they are.
 */
function quoted(text: string): string {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : undefined
  if (typeof value !== 'string') throw new TypeError('no text in quotes')
  return value
}

/**
 * Reads the query of an address as texts, so that release `1.20` stays as typed. Accepts quotes, which older links
 * contain.
 */
export const parseSearch = parseSearchWith(quoted)

/** The query of an address, in the form that `parseSearch` reads. */
export const stringifySearch = stringifySearchWith(JSON.stringify, quoted)
