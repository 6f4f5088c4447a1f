import type { Identity } from './identity'

const quoted = (text: string): string =>
  /^[\w@%+=:,./?&-]+$/.test(text) && !text.includes('&') && !text.includes('?')
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`

/** Who a command speaks for; credentials are named, not shown. */
const credentialsOf = (identity: Identity): string[] => [
  ...(identity.curl ?? []),
  ...identity.headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? ['-H', '"Authorization: Bearer $TOKEN"']
      : ['-H', quoted(`${name}: ${value}`)],
  ),
]

/** The same request for a shell. Where the page's own session is meant, the relay's or a headless server's address fits. */
export function curlFor(
  method: string,
  path: string,
  identity: Identity,
  headers: readonly (readonly [string, string])[] = [],
  body?: string,
  origin = location.origin,
): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(origin + path), ...credentialsOf(identity)]
  for (const [name, value] of headers) parts.push('-H', quoted(`${name}: ${value}`))
  if (body) parts.push('--data-binary', quoted(body))
  return parts.join(' ')
}

/** Header lines of a person, `Name: value` each; lines without a colon are left out. */
export const parseHeaders = (text: string): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : []
  })
