import * as asn1js from 'asn1js'
import { GeneralName, GeneralNames } from 'pkijs'
import { formatIp, parseIp } from '../machinery/ip'

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

/** Throws when an address is none. */
export function encodeAltNames({ dns, ip, email, uri }: AltNames): ArrayBuffer {
  const text = (type: typeof EMAIL | typeof DNS | typeof URI) => (value: string) => new GeneralName({ type, value })
  const names = [
    ...dns.map(text(DNS)),
    ...email.map(text(EMAIL)),
    ...ip.map(
      (value) => new GeneralName({ type: IP, value: new asn1js.OctetString({ valueHex: addressBytes(value) }) }),
    ),
    ...uri.map(text(URI)),
  ]
  return new GeneralNames({ names }).toSchema().toBER()
}

function addressBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = parseIp(text)
  if (!bytes) throw new Error(`"${text}" is not an IP address`)
  return Uint8Array.from(bytes)
}
