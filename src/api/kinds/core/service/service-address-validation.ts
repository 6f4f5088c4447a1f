import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { ipFamily } from '../../../../machinery/ip'
import { address, type Errors, optionalOneOf, unique } from '../../meta/rules'
import { isExternalName, mayHaveNodePorts, type Spec } from './service-shape'

const FAMILIES = ['IPv4', 'IPv6']
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

/** Errors of `clusterIP` in releases without `clusterIPs`. */
export function validateOneAddress(spec: Spec, errors: Errors): void {
  const { clusterIP = '', type = '' } = spec
  const at = 'spec.clusterIP'
  if (!clusterIP) return
  if (isExternalName(spec)) errors.push(forbidden(at, 'must be empty for ExternalName services'))
  else if (clusterIP !== 'None') address(clusterIP, at, errors)
  else if (mayHaveNodePorts(spec)) errors.push(invalid(at, clusterIP, `may not be set to 'None' for ${type} services`))
}

/** Errors of the cluster IPs and IP families. */
export function validateAddresses(spec: Spec, errors: Errors): void {
  const { clusterIP = '', clusterIPs = [], ipFamilies = [] } = spec
  const at = 'spec.clusterIPs'
  if (isExternalName(spec)) {
    const why = 'may not be set for ExternalName services'
    if (clusterIPs.length > 0) errors.push(forbidden(at, why))
    if (ipFamilies.length > 0) errors.push(forbidden('spec.ipFamilies', why))
    if (spec.ipFamilyPolicy !== undefined) errors.push(forbidden('spec.ipFamilyPolicy', why))
    return
  }
  if (clusterIP !== (clusterIPs[0] ?? ''))
    errors.push(
      clusterIPs.length === 0
        ? required(at)
        : invalid(
            at,
            clusterIPs,
            clusterIP ? 'element [0] must match clusterIP' : 'must be empty when clusterIP is empty',
          ),
    )
  if (clusterIPs[0] === 'None') {
    if (clusterIPs.length > 1) errors.push(invalid(at, clusterIPs, "'None' must be the first and only value"))
    if (mayHaveNodePorts(spec))
      errors.push(invalid(`${at}[0]`, 'None', `may not be set to 'None' for ${spec.type ?? ''} services`))
  } else {
    for (const [i, ip] of clusterIPs.entries()) address(ip, `${at}[${i}]`, errors)
    if (clusterIPs.length > 2) errors.push(invalid(at, clusterIPs, 'may only hold up to 2 values'))
    else if (clusterIPs.length === 2 && ipFamily(clusterIPs[0] ?? '') === ipFamily(clusterIPs[1] ?? ''))
      errors.push(invalid(at, clusterIPs, 'may specify no more than one IP for each IP family'))
  }
  const seen = new Set<string>()
  for (const [i, family] of ipFamilies.entries()) {
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES))
    unique(family, seen, `spec.ipFamilies[${i}]`, errors)
    const ip = clusterIPs[i]
    const actual = ip === undefined ? undefined : ipFamily(ip)
    if (actual !== undefined && actual !== family)
      errors.push(invalid(`${at}[${i}]`, ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``))
  }
  optionalOneOf(spec.ipFamilyPolicy, FAMILY_POLICIES, 'spec.ipFamilyPolicy', errors)
  if (spec.ipFamilyPolicy === 'SingleStack' && ipFamilies.length > 1)
    errors.push(
      invalid(
        'spec.ipFamilyPolicy',
        spec.ipFamilyPolicy,
        'must be RequireDualStack or PreferDualStack when multiple `ipFamilies` are specified',
      ),
    )
  if (spec.ipFamilyPolicy === 'SingleStack' && clusterIPs.length > 1)
    errors.push(
      invalid(
        'spec.ipFamilyPolicy',
        spec.ipFamilyPolicy,
        'must be RequireDualStack or PreferDualStack when multiple `clusterIPs` are specified',
      ),
    )
}
