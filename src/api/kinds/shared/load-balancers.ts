import { invalid } from '../../../machinery/field-error'
import { parseIp } from '../../../machinery/ip'
import type { ApiObject } from '../../../machinery/object'
import { type Errors, subdomain } from '../meta/rules'

interface Balanced {
  status?: { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } }
}

/** Validates the load balancer addresses in the status of a service or ingress. */
export function validateLoadBalancers(object: ApiObject): Errors {
  const errors: Errors = []
  const { status } = object as Balanced
  for (const [i, { ip, hostname }] of (status?.loadBalancer?.ingress ?? []).entries()) {
    const at = `status.loadBalancer.ingress[${i}]`
    if (ip && !parseIp(ip)) errors.push(invalid(`${at}.ip`, ip, 'must be a valid IP address'))
    if (!hostname) continue
    subdomain(hostname, `${at}.hostname`, errors)
    if (parseIp(hostname)) errors.push(invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address'))
  }
  return errors
}
