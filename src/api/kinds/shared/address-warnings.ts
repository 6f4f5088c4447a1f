import { formatCidr, formatIp, parseCidr, parseIp } from '../../../machinery/ip'
import { behaves } from '../../releases/ledger'
import { quote } from '../../../machinery/quote'
import { addressFault, isMapped, rangeFault } from './address-forms'

/** Warnings about an address in a form that not all programs read alike; none for an invalid one, which has an error. */
export function addressWarnings(text: string, field: string, release: number): string[] {
  const bytes = parseIp(text)
  if (!bytes) return []
  const best = formatIp(bytes)
  if (!behaves('address-warnings', release)) return olderWarnings(text, best, `${field}: `, 'address')
  if (addressFault(text))
    return [
      `${field}: non-standard IP address ${quote(text)} will be considered invalid in a future Orch release: use ${quote(best)}`,
    ]
  return text.includes(':') && best !== text
    ? [`${field}: IPv6 address ${quote(text)} should be in RFC 5952 canonical format (${quote(best)})`]
    : []
}

/** Warnings about a range of addresses in such a form. */
export function rangeWarnings(text: string, field: string, release: number): string[] {
  const range = parseCidr(text)
  if (!range) return []
  const [best, single] = [formatCidr(range), `${formatIp(range.address)}/${range.address.length * 8}`]
  if (!behaves('address-warnings', release)) return olderWarnings(text, best, `${field}: `, 'prefix')
  const warnings: string[] = []
  if (!range.address.every((byte, i) => byte === range.network[i]))
    warnings.push(
      `${field}: CIDR value ${quote(text)} is ambiguous in this context (should be ${quote(best)} or ${quote(single)}?)`,
    )
  if (isMapped(text) || /leading 0s/.test(rangeFault(text) ?? ''))
    warnings.push(
      `${field}: non-standard CIDR value ${quote(text)} will be considered invalid in a future Orch release: use ${quote(best)}`,
    )
  if (warnings.length === 0 && text.includes(':') && best !== text)
    warnings.push(`${field}: IPv6 CIDR value ${quote(text)} should be in RFC 5952 canonical format (${quote(best)})`)
  return warnings
}

/** The same in the words of the releases that warned about services only. */
function olderWarnings(text: string, best: string, start: string, what: 'address' | 'prefix'): string[] {
  if (!text.includes(':'))
    return addressFault(text.split('/')[0] ?? '') === undefined
      ? []
      : [
          `${start}IPv4 ${what} was accepted, but will be invalid in a future Orch release: ParseAddr(${quote(text)}): IPv4 field has octet with leading zero`,
        ]
  return best === text
    ? []
    : [
        `${start}IPv6 ${what} ${quote(text)} is not in RFC 5952 canonical format (${quote(best)}), which may cause controller apply-loops`,
      ]
}
