import { badRequest } from './api-error'
import { rawHeaderLines } from './header-lines'
import { lenientText, headerText } from './header-text'

/**
 * The values of a header, one per line, decoded as UTF-8; `name` in lower case.
 * @throws ApiError (BadRequest) if lines may have been joined and can't be separated
 */
export function headerValues(headers: Headers, name: string): string[] {
  const joined = headers.get(name)
  if (joined === null) return []
  const lines = rawHeaderLines(headers)
  if (lines) {
    const values: string[] = []
    for (let i = 0; i < lines.length; i += 2)
      if (lines[i]?.toLowerCase() === name) values.push(headerText(lines[i + 1] ?? ''))
    return values
  }
  if (joined.includes(', '))
    throw badRequest(
      `the value of the header ${name} is ambiguous: browsers join repeated header lines with ", ", so this may be one value or several; ` +
        'send a value without ", ", or use a client that keeps header lines apart',
    )
  return [lenientText(joined)]
}

/** The value of a header's first line, decoded as UTF-8; the joined value if the lines are unknown. */
export function firstHeaderValue(headers: Headers, name: string): string {
  if (rawHeaderLines(headers)) return headerValues(headers, name)[0] ?? ''
  return lenientText(headers.get(name) ?? '')
}
