import { decodeBase64 } from '../../machinery/base64'

/** The content of a signing request (PKCS #10). */
export interface SigningRequest {
  readonly subject: readonly (readonly [string, string])[]
  readonly names: readonly (readonly [string, readonly string[]])[]
}

/** One DER element. */
interface Element {
  readonly tag: number
  readonly content: Uint8Array
}

function elements(bytes: Uint8Array): Element[] {
  const out: Element[] = []
  for (let at = 0; at + 1 < bytes.length;) {
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0
    at += 2
    if (length > 127) {
      const size = length & 127
      length = [...bytes.slice(at, at + size)].reduce((sum, byte) => sum * 256 + byte, 0)
      at += size
    }
    out.push({ tag, content: bytes.slice(at, at + length) })
    at += length
  }
  return out
}

function oidOf(bytes: Uint8Array): string {
  const [first = 0, ...rest] = bytes
  const parts = [Math.floor(first / 40), first % 40]
  let value = 0
  for (const byte of rest) {
    value = value * 128 + (byte & 127)
    if (byte < 128) {
      parts.push(value)
      value = 0
    }
  }
  return parts.join('.')
}

const ATTRIBUTES: readonly (readonly [string, string])[] = [
  ['2.5.4.3', 'Common Name'],
  ['2.5.4.5', 'Serial Number'],
  ['2.5.4.10', 'Organization'],
  ['2.5.4.11', 'Organizational Unit'],
  ['2.5.4.6', 'Country'],
  ['2.5.4.7', 'Locality'],
  ['2.5.4.8', 'Province'],
  ['2.5.4.9', 'StreetAddress'],
  ['2.5.4.17', 'PostalCode'],
]
const ALTERNATIVE_NAMES = '2.5.29.17'
const decoder = new TextDecoder()

/** Reads the subject and the alternative names of a request; unreadable parts are left out. */
export function readRequest(pem: string): SigningRequest {
  const body = /-----BEGIN[^-]+-----([\s\S]*?)-----END/.exec(pem)?.[1] ?? ''
  const [whole] = elements(decodeBase64(body.replace(/\s/g, '')))
  const [info] = whole ? elements(whole.content) : []
  const [, subject, , attributes] = info ? elements(info.content) : []
  const found = new Map<string, string[]>()
  for (const set of subject ? elements(subject.content) : [])
    for (const pair of elements(set.content)) {
      const [type, value] = elements(pair.content)
      if (!type || !value) continue
      const oid = oidOf(type.content)
      found.set(oid, [...(found.get(oid) ?? []), decoder.decode(value.content)])
    }
  const shown = ATTRIBUTES.filter(([oid], i) => i < 2 || found.has(oid)).map(([oid, title]): [string, string] => [
    title,
    (found.get(oid) ?? []).join(','),
  ])
  return { subject: shown, names: attributes ? alternativeNames(attributes.content) : [] }
}

function alternativeNames(attributes: Uint8Array): [string, string[]][] {
  const names: { dns: string[]; email: string[]; uri: string[]; ip: string[] } = { dns: [], email: [], uri: [], ip: [] }
  const visit = (bytes: Uint8Array): void => {
    const list = elements(bytes)
    list.forEach(({ tag, content }, i) => {
      const value = list.slice(i + 1).find((one) => one.tag === 0x04)
      if (tag === 0x06 && oidOf(content) === ALTERNATIVE_NAMES && value) {
        const [sequence] = elements(value.content)
        for (const name of sequence ? elements(sequence.content) : []) {
          if (name.tag === 0x82) names.dns.push(decoder.decode(name.content))
          else if (name.tag === 0x81) names.email.push(decoder.decode(name.content))
          else if (name.tag === 0x86) names.uri.push(decoder.decode(name.content))
          else if (name.tag === 0x87) names.ip.push([...name.content].join('.'))
        }
      } else if (tag === 0x30 || tag === 0x31) visit(content)
    })
  }
  visit(attributes)
  return [
    ['DNS Names', names.dns],
    ['Email Addresses', names.email],
    ['URIs', names.uri],
    ['IP Addresses', names.ip],
  ]
}
