import { decodeBase64, encodeBase64 } from '../machinery/base64'

/** One block of a PEM text (RFC 7468; headers as in RFC 1421). */
export interface PemBlock {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
  readonly der: Uint8Array<ArrayBuffer>
}

const BLOCK = /^-----BEGIN ([^\r\n]*?)-----[ \t]*\r?\n([\s\S]*?)^-----END \1-----[ \t]*(?:\r?$|(?![\s\S]))/gm

/** All well-formed blocks in order; text between them and malformed blocks are skipped. */
export function parsePem(text: string): PemBlock[] {
  const blocks: PemBlock[] = []
  for (const [, label = '', body = ''] of text.matchAll(BLOCK)) {
    const block = readBody(label, body)
    if (block) blocks.push(block)
  }
  return blocks
}

function readBody(label: string, body: string): PemBlock | undefined {
  const headers: Record<string, string> = {}
  const lines = body.split(/\r?\n/)
  while (lines[0]?.includes(':')) {
    const line = lines.shift() ?? ''
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  try {
    return { label, headers, der: decodeBase64(lines.join('').replace(/[ \t]/g, '')) }
  } catch {
    return undefined // invalid base64 between the markers: no block
  }
}

/** A block with lines of 64 characters and a trailing line break. */
export function toPem(label: string, der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** The certificates (DER) of a bundle, in order; other blocks are skipped. */
export const certificatesOf = (pem: string): Uint8Array<ArrayBuffer>[] =>
  parsePem(pem)
    .filter(({ label }) => label === 'CERTIFICATE')
    .map(({ der }) => der)
