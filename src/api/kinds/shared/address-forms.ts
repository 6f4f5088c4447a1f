import { parseCidr, parseIp } from '../../../machinery/ip'

/** An IPv4 address written as a mapped IPv6 address, alone or with a prefix length. */
export const isMapped = (text: string): boolean => {
  const [address = ''] = text.split('/')
  return address.includes(':') && parseIp(address)?.length === 4
}

const hasLeadingZeros = (address: string): boolean => /(^|[.:])0\d+(\.|$)/.test(address) && address.includes('.')

/** Why a valid address is in a form that strict servers refuse; undefined if it is not, or if it is no address at all. */
export function addressFault(text: string): string | undefined {
  if (!parseIp(text)) return undefined
  if (hasLeadingZeros(text)) return 'must not have leading 0s'
  return isMapped(text) ? 'must not be an IPv4-mapped IPv6 address' : undefined
}

/** Why a valid range is in a form that strict servers refuse; undefined if it is not, or if it is no range at all. */
export function rangeFault(text: string): string | undefined {
  const range = parseCidr(text)
  if (!range) return undefined
  const [address = '', prefix = ''] = text.split('/')
  if (hasLeadingZeros(address) || /^0\d/.test(prefix)) return 'must not have leading 0s in IP or prefix length'
  if (isMapped(text)) return 'must not have an IPv4-mapped IPv6 address'
  return range.address.every((byte, i) => byte === range.network[i])
    ? undefined
    : 'must not have bits set beyond the prefix length'
}
