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

/** What a service's type forbids of its addresses. */
export function validateAddressesOfType(spec: Spec, errors: Errors): void {
  const at = 'spec.clusterIPs'
  if (isExternalName(spec)) {
    const why = 'may not be set for ExternalName services'
    if (spec.clusterIPs?.length) errors.push(forbidden(at, why))
    if (spec.ipFamilies?.length) errors.push(forbidden('spec.ipFamilies', why))
    if (spec.ipFamilyPolicy !== undefined) errors.push(forbidden('spec.ipFamilyPolicy', why))
  } else if (spec.clusterIPs?.[0] === 'None' && mayHaveNodePorts(spec))
    errors.push(invalid(`${at}[0]`, 'None', `may not be set to 'None' for ${spec.type ?? ''} services`))
}

/** Errors of the cluster IPs and IP families, if the service has addresses. */
export function validateAddresses(spec: Spec, errors: Errors): void {
  if (isExternalName(spec)) return
  const { clusterIP = '', clusterIPs = [], ipFamilies = [] } = spec
  const at = 'spec.clusterIPs'
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
  validateFamilies(spec, errors)
  const before = errors.length
  const isHeadless = clusterIPs[0] === 'None'
  if (isHeadless && clusterIPs.length > 1)
    errors.push(invalid(at, clusterIPs, "'None' must be the first and only value"))
  for (const [i, ip] of clusterIPs.entries()) if (i > 0 || !isHeadless) address(ip, `${at}[${i}]`, errors)
  const areAddresses = errors.length === before
  if (clusterIPs.length > 2) errors.push(invalid(at, clusterIPs, 'may only hold up to 2 values'))
  if (!areAddresses) return
  if (clusterIPs.length === 2 && ipFamily(clusterIPs[0] ?? '') === ipFamily(clusterIPs[1] ?? ''))
    errors.push(invalid(at, clusterIPs, 'may specify no more than one IP for each IP family'))
  for (const [i, family] of ipFamilies.entries()) {
    const ip = clusterIPs[i]
    const actual = ip === undefined ? undefined : ipFamily(ip)
    if (actual !== undefined && actual !== family)
      errors.push(invalid(`${at}[${i}]`, ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``))
  }
  validateOneFamily(spec, errors)
}

function validateFamilies({ ipFamilies = [], ipFamilyPolicy }: Spec, errors: Errors): void {
  const seen = new Set<string>()
  for (const [i, family] of ipFamilies.entries()) {
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES))
    unique(family, seen, `spec.ipFamilies[${i}]`, errors)
  }
  optionalOneOf(ipFamilyPolicy, FAMILY_POLICIES, 'spec.ipFamilyPolicy', errors)
}

function validateOneFamily({ clusterIPs = [], ipFamilies = [], ipFamilyPolicy }: Spec, errors: Errors): void {
  if (ipFamilyPolicy !== 'SingleStack') return
  const lists = { ipFamilies, clusterIPs }
  for (const [name, list] of Object.entries(lists))
    if (list.length > 1)
      errors.push(
        invalid(
          'spec.ipFamilyPolicy',
          ipFamilyPolicy,
          `must be RequireDualStack or PreferDualStack when multiple \`${name}\` are specified`,
        ),
      )
}
