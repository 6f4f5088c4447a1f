import type { Identity } from './identity'
import { hasCredentials, isSecretBody } from './secret-request'

const quoted = (text: string): string =>
  /^[\w@%+=:,./?&-]+$/.test(text) && !text.includes('&') && !text.includes('?')
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`

const header = (name: string, value: string, secrets: boolean): string[] =>
  secrets || !hasCredentials(`${name}: ${value}`)
    ? ['-H', quoted(`${name}: ${value}`)]
    : ['-H', /^bearer /i.test(value) ? `"${name}: Bearer $TOKEN"` : `"${name}: $CREDENTIALS"`]

interface CurlOptions {
  readonly origin?: string
  /** Includes secrets; otherwise shell variables stand for them. */
  readonly secrets?: boolean
}

/** The request as a curl command. The address may be that of the relay or of a headless server. */
export function curlFor(
  method: string,
  path: string,
  identity: Identity,
  headers: readonly (readonly [string, string])[] = [],
  body?: string,
  { origin = location.origin, secrets = false }: CurlOptions = {},
): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(origin + path), ...(identity.curl ?? [])]
  for (const [name, value] of [...identity.headers, ...headers]) parts.push(...header(name, value, secrets))
  if (body) parts.push('--data-binary', secrets || !isSecretBody(path, body) ? quoted(body) : '"$BODY"')
  return parts.join(' ')
}

/** Parses header lines of the form `Name: value`; ignores lines without a colon. */
export const parseHeaders = (text: string): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : []
  })
