/** The usages in signing requests, and how a certificate encodes each (RFC 5280, 4.2.1.3 and 4.2.1.12). */
type Place = { readonly bit: number } | { readonly id: string }

/** Where a certificate records each usage that a request can name. */
export const USAGES: Readonly<Record<string, Place>> = {
  signing: { bit: 0 },
  'digital signature': { bit: 0 },
  'content commitment': { bit: 1 },
  'key encipherment': { bit: 2 },
  'data encipherment': { bit: 3 },
  'key agreement': { bit: 4 },
  'cert sign': { bit: 5 },
  'crl sign': { bit: 6 },
  'encipher only': { bit: 7 },
  'decipher only': { bit: 8 },
  any: { id: '2.5.29.37.0' },
  'server auth': { id: '1.3.6.1.5.5.7.3.1' },
  'client auth': { id: '1.3.6.1.5.5.7.3.2' },
  'code signing': { id: '1.3.6.1.5.5.7.3.3' },
  'email protection': { id: '1.3.6.1.5.5.7.3.4' },
  's/mime': { id: '1.3.6.1.5.5.7.3.4' },
  'ipsec end system': { id: '1.3.6.1.5.5.7.3.5' },
  'ipsec tunnel': { id: '1.3.6.1.5.5.7.3.6' },
  'ipsec user': { id: '1.3.6.1.5.5.7.3.7' },
  timestamping: { id: '1.3.6.1.5.5.7.3.8' },
  'ocsp signing': { id: '1.3.6.1.5.5.7.3.9' },
  'microsoft sgc': { id: '1.3.6.1.4.1.311.10.3.3' },
  'netscape sgc': { id: '2.16.840.1.113730.4.1' },
}

/** The identifiers in their order in certificates. */
const IDS = [...new Set(Object.values(USAGES).flatMap((place) => ('id' in place ? [place.id] : [])))]

/** Key-usage bits and extended-key-usage identifiers of usages; throws for an unknown one. */
export function placesOf(usages: readonly string[]): { bits: number[]; ids: string[] } {
  const bits = new Set<number>()
  const ids = new Set<string>()
  for (const usage of usages) {
    const place = Object.hasOwn(USAGES, usage) ? USAGES[usage] : undefined
    if (!place) throw new Error(`unrecognized usage "${usage}"`)
    if ('bit' in place) bits.add(place.bit)
    else ids.add(place.id)
  }
  return { bits: [...bits].sort((a, b) => a - b), ids: IDS.filter((id) => ids.has(id)) }
}

// If two usages have the same encoding, the preferred one for descriptions.
const PREFERRED = Object.entries(USAGES).filter(([name]) => name !== 'signing' && name !== 's/mime')

/** The name of a key usage by its bit. */
export const usageOfBit = (bit: number): string =>
  PREFERRED.find(([, place]) => 'bit' in place && place.bit === bit)?.[0] ?? `bit ${bit}`
/** The usage's name, or the identifier itself if it has none. */
export const usageOfId = (id: string): string =>
  PREFERRED.find(([, place]) => 'id' in place && place.id === id)?.[0] ?? id

/** Extended key usage: TLS client authentication (RFC 5280, 4.2.1.12). */
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
/** Extended key usage: TLS server authentication (RFC 5280, 4.2.1.12). */
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
/** Extended key usage: any (RFC 5280, 4.2.1.12). */
export const ANY_USAGE = '2.5.29.37.0'
