import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** A text that an address shows in quotes; throws for any other, which the address shows as it is. */
function quoted(text: string): string {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : undefined
  if (typeof value !== 'string') throw new TypeError('no text in quotes')
  return value
}

/** Reads the query of an address as texts: release `1.20` stays what was typed. Takes quotes, as older links have them. */
export const parseSearch = parseSearchWith(quoted)

/** The query of an address, as `parseSearch` reads it. */
export const stringifySearch = stringifySearchWith(JSON.stringify, quoted)
