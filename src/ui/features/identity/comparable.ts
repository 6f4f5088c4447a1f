import { stringify } from 'yaml'
import { isObject } from '../../../machinery/json'
import { parseJson } from '../../../machinery/json-text'

/** Adds the query parameter for a dry run. */
export function withDryRun(path: string): string {
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://orchard.invalid')
  url.searchParams.set('dryRun', 'All')
  return url.pathname + url.search
}

/** An answer as comparable lines: JSON as YAML, everything else unchanged. */
export function comparableText(text: string): string {
  try {
    return stringify(parseJson(text), { lineWidth: 0 })
  } catch {
    return text // not JSON, or a stream of JSON
  }
}

/** The message of a Status. */
export function messageOfBody(text: string): string | undefined {
  try {
    const value: unknown = parseJson(text)
    return isObject(value) && value['kind'] === 'Status' && typeof value['message'] === 'string'
      ? value['message']
      : undefined
  } catch {
    return undefined // not a Status
  }
}
