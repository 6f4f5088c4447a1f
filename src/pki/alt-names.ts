import * as asn1js from 'asn1js'
import { GeneralName, GeneralNames } from 'pkijs'
import { formatIp, parseIp } from '../machinery/ip'
import { messageOf } from '../machinery/message-of'
import { parseUri } from '../machinery/uri'

/** Subject alternative names by type. */
export interface AltNames {
  readonly dns: readonly string[]
  readonly ip: readonly string[]
  readonly email: readonly string[]
  readonly uri: readonly string[]
}

/** No alternative names. */
export const NO_ALT_NAMES: AltNames = { dns: [], ip: [], email: [], uri: [] }
/** Whether there is any alternative name. */
export const hasAltNames = (names: AltNames): boolean =>
  names.dns.length + names.ip.length + names.email.length + names.uri.length > 0

const EMAIL = 1
const DNS = 2
const URI = 6
const IP = 7

/**
 * Decodes a subjectAltName extension (RFC 5280, 4.2.1.6); names of other types are ignored. Throws Error for malformed DER and for a
 * malformed name: an address of neither 4 nor 16 bytes, text beyond ASCII, an invalid URI.
 */
export function readAltNames(der: BufferSource): AltNames {
  if (asn1js.fromBER(der).offset !== der.byteLength) throw new Error('malformed subject alternative names')
  const { names } = GeneralNames.fromBER(der)
  const texts = (type: number): string[] =>
    names.filter((name) => name.type === type).map((name) => asciiText(String(name.value)))
  const uri = texts(URI)
  uri.forEach(checkUri)
  return {
    dns: texts(DNS),
    email: texts(EMAIL),
    uri,
    ip: names
      .filter((name) => name.type === IP)
      .map((name) => addressText((name.value as asn1js.OctetString).valueBlock.valueHexView)),
  }
}

function asciiText(text: string): string {
  if (Array.from(text).some((char) => char > '\u007f'))
    throw new Error(`subject alternative name ${JSON.stringify(text)} is not an IA5String`)
  return text
}

function addressText(bytes: Uint8Array): string {
  if (bytes.length !== 4 && bytes.length !== 16)
    throw new Error(`subject alternative name has an IP address of length ${bytes.length}`)
  return formatIp(bytes)
}

function checkUri(text: string): void {
  let host: string
  try {
    host = parseUri(text).host
  } catch (error) {
    const why = messageOf(error)
    throw new Error(`subject alternative name has the malformed URI ${JSON.stringify(text)}: ${why}`, { cause: error })
  }
  if (host !== '' && !host.split('.').every((label) => /^[!-~]+$/.test(label)))
    throw new Error(`subject alternative name has the URI ${JSON.stringify(text)}, whose domain is malformed`)
}

/** Throws for an invalid address. */
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
