import * as asn1js from 'asn1js'
import { GeneralName, GeneralNames } from 'pkijs'

/** Subject alternative names by sort. */
export interface AltNames {
  readonly dns: readonly string[]
  readonly ip: readonly string[]
  readonly email: readonly string[]
  readonly uri: readonly string[]
}

export const NO_ALT_NAMES: AltNames = { dns: [], ip: [], email: [], uri: [] }
export const hasAltNames = (names: AltNames): boolean =>
  names.dns.length + names.ip.length + names.email.length + names.uri.length > 0

const EMAIL = 1
const DNS = 2
const URI = 6
const IP = 7

/** The value of a subjectAltName extension; names of other sorts are left out. Throws on malformed DER. */
export function readAltNames(der: BufferSource): AltNames {
  const { names } = GeneralNames.fromBER(der)
  const texts = (type: number): string[] => names.filter((name) => name.type === type).map((name) => String(name.value))
  return {
    dns: texts(DNS),
    email: texts(EMAIL),
    uri: texts(URI),
    ip: names
      .filter((name) => name.type === IP)
      .map((name) => formatIp((name.value as asn1js.OctetString).valueBlock.valueHexView)),
  }
}

export function encodeAltNames({ dns, ip, email, uri }: AltNames): ArrayBuffer {
  const text = (type: typeof EMAIL | typeof DNS | typeof URI) => (value: string) => new GeneralName({ type, value })
  const names = [
    ...dns.map(text(DNS)),
    ...email.map(text(EMAIL)),
    ...ip.map((value) => new GeneralName({ type: IP, value: new asn1js.OctetString({ valueHex: parseIp(value) }) })),
    ...uri.map(text(URI)),
  ]
  return new GeneralNames({ names }).toSchema().toBER()
}

/** The bytes of an IPv4 or IPv6 address; throws when the text is neither. */
export function parseIp(text: string): Uint8Array<ArrayBuffer> {
  const refuse = (): never => {
    throw new Error(`"${text}" is not an IP address`)
  }
  const four = (part: string): number[] => {
    const numbers = part.split('.').map((digits) => (/^(0|[1-9]\d{0,2})$/.test(digits) ? Number(digits) : 256))
    return numbers.length === 4 && numbers.every((number) => number < 256) ? numbers : refuse()
  }
  if (!text.includes(':')) return Uint8Array.from(four(text))
  const groups = (part: string): number[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group, index, all) => {
          if (index === all.length - 1 && group.includes('.')) return four(group)
          if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return refuse()
          const value = parseInt(group, 16)
          return [value >> 8, value & 255]
        })
  const halves = text.split('::')
  if (halves.length > 2) refuse()
  const head = groups(halves[0] ?? '')
  const tail = halves.length === 2 ? groups(halves[1] ?? '') : []
  const missing = 16 - head.length - tail.length
  if (halves.length === 2 ? missing < 2 : missing !== 0) refuse()
  return Uint8Array.from([...head, ...new Array<number>(missing).fill(0), ...tail])
}

/** The canonical text of an address (RFC 5952). */
export function formatIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return [...bytes].join('.')
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0))
  let best = { start: -1, length: 1 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (start + length < 8 && groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const text = (part: number[]): string => part.map((group) => group.toString(16)).join(':')
  if (best.start < 0) return text(groups)
  return `${text(groups.slice(0, best.start))}::${text(groups.slice(best.start + best.length))}`
}
