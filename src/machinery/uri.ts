/** Parts of a URI reference that validation checks; empty if missing. */
export interface UriParts {
  /** Lower case. */
  readonly scheme: string
  readonly userInfo: string | undefined
  /** Including the port. */
  readonly host: string
  readonly query: string
  readonly fragment: string
}

/**
 * Splits a URI reference (RFC 3986) as servers of this API do: strict about hosts, ports and escapes, lenient about other characters in a
 * path. The platform's parser repairs what must be refused here, and refuses what is allowed.
 * @throws Error that says what is malformed
 */
export function parseUri(text: string): UriParts {
  const [beforeFragment, fragment] = cut(text, '#')
  const [beforeQuery, query] = cut(beforeFragment, '?')
  if (CONTROL.test(beforeFragment)) throw new Error('invalid control character in URL')
  checkEscapes(fragment)
  const [, scheme = '', rest = beforeQuery] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(beforeQuery) ?? []
  const parts = { scheme: scheme.toLowerCase(), userInfo: undefined, host: '', query, fragment }
  if (!scheme && beforeQuery.startsWith(':')) throw new Error('missing protocol scheme')
  if (!rest.startsWith('/')) {
    if (scheme) return parts // opaque, such as mailto:a@b
    if (cut(rest, '/')[0].includes(':')) throw new Error('first path segment in URL cannot contain colon')
  }
  if (!rest.startsWith('//') || (!scheme && rest.startsWith('///'))) {
    checkEscapes(rest)
    return parts
  }
  const [authority, path] = cut(rest.slice(2), '/')
  checkEscapes(path)
  return { ...parts, ...authorityOf(authority) }
}

/** ASCII control characters only: those above 127 are allowed in a path. */
const CONTROL = /(?=[^\u0080-\u009f])\p{Cc}/u
const USER_INFO = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]*$/
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}-]*$/u

const cut = (text: string, separator: string): [before: string, after: string] => {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

function checkEscapes(text: string): void {
  const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text)
  if (bad) throw new Error(`invalid URL escape ${JSON.stringify(bad[0])}`)
}

function authorityOf(authority: string): Pick<UriParts, 'userInfo' | 'host'> {
  const at = authority.lastIndexOf('@')
  const userInfo = at < 0 ? undefined : authority.slice(0, at)
  const host = authority.slice(at + 1)
  if (userInfo !== undefined) {
    if (!USER_INFO.test(userInfo)) throw new Error('invalid userinfo')
    checkEscapes(userInfo)
  }
  checkHost(host)
  return { userInfo, host }
}

function checkHost(host: string): void {
  const close = host.lastIndexOf(']')
  if (host.startsWith('[') && close < 0) throw new Error("missing ']' in host")
  const colon = host.startsWith('[') ? close + 1 : host.lastIndexOf(':')
  const port = colon < 0 ? '' : host.slice(colon)
  if (!/^(:\d*)?$/.test(port)) throw new Error(`invalid port ${JSON.stringify(port)} after host`)
  checkEscapes(host)
  // Only characters that can't appear literally, and the percent sign itself, may be escaped.
  const escape = /%(?!25)[0-7][0-9A-Fa-f]/.exec(host)
  if (escape) throw new Error(`invalid URL escape ${JSON.stringify(escape[0])}`)
  if (!HOST.test(host)) throw new Error('invalid character in host name')
}
