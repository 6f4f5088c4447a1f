import { parseUri } from '../../machinery/uri'
import { messageOf } from '../../machinery/message-of'
import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'
import { MapValue, OpaqueValue } from '../values'
import { readFirst } from './standard'

/** Steps to parse one unit of text. */
const PACE = 50
const TYPE = 'orch.URL'
interface Parts {
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
}

/** Parses an absolute URL or absolute path. @throws Error that says what is malformed */
function partsOf(text: string): Parts {
  const { scheme, host, query } = parseUri(text)
  if (text === '') throw new Error('empty url')
  if (scheme === '' && !text.startsWith('/')) throw new Error('invalid URI for request')
  const bare = text.replace(/[?#].*$/s, '').slice(scheme === '' ? 0 : scheme.length + 1)
  // A scheme not followed by a slash makes the URL opaque, such as mailto:a@b.
  if (!bare.startsWith('/')) return { text, scheme, host: '', path: '', query }
  const path = host === '' && !bare.startsWith('//') ? bare : bare.replace(/^\/\/[^/]*/, '')
  return { text, scheme, host, path, query: /^[^#]*\?/.test(text) ? query : '' }
}
function parse(text: string): OpaqueValue {
  try {
    return new OpaqueValue(TYPE, partsOf(text), (a, b) => (a as Parts).text === (b as Parts).text)
  } catch (error) {
    const why = messageOf(error)
    throw new EvaluationError(`URL parse error during conversion from string: parse ${JSON.stringify(text)}: ${why}`)
  }
}
function isUrl(text: string): boolean {
  try {
    partsOf(text)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
const of = ({ data }: OpaqueValue): Parts => data as Parts
const hostname = (host: string): string => /^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')
const port = (host: string): string => /(?:^|[^:\]]|\]):(\d*)$/.exec(host)?.[1] ?? ''

function unescape(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
function queryOf(query: string): MapValue {
  const values = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue
    const at = part.indexOf('=')
    const key = unescape(at < 0 ? part : part.slice(0, at))
    const value = unescape(at < 0 ? '' : part.slice(at + 1))
    if (key === undefined || value === undefined) continue
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return MapValue.of(values)
}
/** The path, percent-encoded where required. */
const escaped = (path: string): string =>
  encodeURI(path)
    .replace(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replaceAll('#', '%23')
    .replaceAll('?', '%3F')

/** URL functions. */
export const URLS: Library = [
  overload(`url(string) ${TYPE}`, parse, readFirst, PACE),
  overload('isURL(string) bool', isUrl, readFirst, PACE),
  overload(`${TYPE}::getScheme() string`, (value: OpaqueValue) => of(value).scheme),
  overload(`${TYPE}::getHost() string`, (value: OpaqueValue) => of(value).host),
  overload(`${TYPE}::getHostname() string`, (value: OpaqueValue) => hostname(of(value).host)),
  overload(`${TYPE}::getPort() string`, (value: OpaqueValue) => port(of(value).host)),
  overload(`${TYPE}::getEscapedPath() string`, (value: OpaqueValue) => escaped(of(value).path)),
  overload(`${TYPE}::getQuery() map(string, list(string))`, (value: OpaqueValue) => queryOf(of(value).query)),
]
