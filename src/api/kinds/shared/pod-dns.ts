import { invalid, required } from '../../../machinery/field-error'
import { parseIp } from '../../../machinery/ip'
import { behaves, type Served } from '../../releases/ledger'
import { type Errors, address, subdomain, subdomainWithUnderscores } from '../meta/rules'
import type { PodSpec } from './pod-types'

/** An address whose message has no examples in earlier releases. */
export function plainAddress(ip: string, field: string, release: number, errors: Errors): void {
  if (behaves('address-errors-give-examples', release)) address(ip, field, errors)
  else if (!parseIp(ip)) errors.push(invalid(field, ip, 'must be valid IP address'))
}

/** Validates a pod's dnsConfig, and that there is one for the policy None. */
export function validateDnsConfig(spec: PodSpec, field: string, served: Served, errors: Errors): void {
  const config = spec.dnsConfig
  if (spec.dnsPolicy === 'None') {
    if (!config) return void errors.push(required(field, 'must provide `dnsConfig` when `dnsPolicy` is None'))
    if ((config.nameservers ?? []).length === 0)
      errors.push(required(`${field}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None'))
  }
  if (!config) return
  const [most, longest] = behaves('long-dns-search-list', served.release) ? [32, 2048] : [6, 256]
  const servers = config.nameservers ?? []
  if (servers.length > 3) errors.push(invalid(`${field}.nameservers`, servers, 'must not have more than 3 nameservers'))
  for (const [i, server] of servers.entries())
    plainAddress(server, `${field}.nameservers[${i}]`, served.release, errors)
  const searches = config.searches ?? []
  if (searches.length > most)
    errors.push(invalid(`${field}.searches`, searches, `must not have more than ${most} search paths`))
  if (searches.join(' ').length > longest)
    errors.push(
      invalid(
        `${field}.searches`,
        searches,
        `must not have more than ${longest} characters (including spaces) in the search list`,
      ),
    )
  const relaxed = behaves('underscores-in-search-domains', served)
  for (const [i, search] of searches.entries())
    if (!relaxed || search !== '.')
      (relaxed ? subdomainWithUnderscores : subdomain)(search.replace(/\.$/, ''), `${field}.searches[${i}]`, errors)
  for (const [i, { name }] of (config.options ?? []).entries())
    if (!name) errors.push(required(`${field}.options[${i}]`, 'must not be empty'))
}
