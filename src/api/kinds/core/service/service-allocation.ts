import { internalError } from '../../../../machinery/api-error'
import { invalidObject } from '../../../../machinery/invalid-object'
import type { FieldError } from '../../../../machinery/field-wording'
import { invalid } from '../../../../machinery/field-error'
import { formatCidr, formatIp, parseIp, type Cidr } from '../../../../machinery/ip'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import type { Spec } from './service-shape'
import { dropAddressList, isExternalName, isHeadless, needsHealthPort, needsNodePorts, specOf } from './service-shape'
import { freedLately, reserve, taken } from './service-reservations'
import { type Family, familyOf, givesOut, pickAddress, pickNodePort, portRange, rangesOf } from './service-ranges'

/** Determines a service's IP families and family policy. */
function settleFamilies(spec: Spec, ranges: readonly Cidr[], errors: FieldError[]): Family[] {
  const configured = ranges.map(familyOf)
  const primary = configured[0] ?? 'IPv4'
  const other: Family = primary === 'IPv4' ? 'IPv6' : 'IPv4'
  const given = (spec.clusterIPs ?? []).filter((address) => address !== 'None')
  if (isHeadless(spec) && Object.keys(spec.selector ?? {}).length === 0) {
    // Its endpoints are unknown, so it may have any family.
    spec.ipFamilyPolicy ??= spec.ipFamilies?.length === 1 ? 'SingleStack' : 'RequireDualStack'
    if (!spec.ipFamilies?.length) spec.ipFamilies = [primary]
    if (spec.ipFamilyPolicy !== 'SingleStack' && spec.ipFamilies.length === 1)
      spec.ipFamilies = [...spec.ipFamilies, spec.ipFamilies[0] === 'IPv4' ? 'IPv6' : 'IPv4']
    return spec.ipFamilies as Family[]
  }
  spec.ipFamilyPolicy ??= given.length > 1 || (spec.ipFamilies?.length ?? 0) > 1 ? 'RequireDualStack' : 'SingleStack'
  const families = (spec.ipFamilies?.length ? [...spec.ipFamilies] : []) as Family[]
  if (families.length === 0)
    for (const address of given) families.push((parseIp(address)?.length ?? 4) === 4 ? 'IPv4' : 'IPv6')
  if (families.length === 0) families.push(primary)
  if (spec.ipFamilyPolicy === 'RequireDualStack' && configured.length < 2)
    errors.push(
      invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, 'this cluster is not configured for dual-stack services'),
    )
  for (const [i, family] of families.entries())
    if (!configured.includes(family))
      errors.push(invalid(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster'))
  if (spec.ipFamilyPolicy !== 'SingleStack' && families.length === 1 && configured.length > 1)
    families.push(families[0] === primary ? other : primary)
  if (spec.ipFamilyPolicy === 'SingleStack') families.length = 1
  spec.ipFamilies = families
  return families
}

function allocateAddresses(
  spec: Spec,
  ranges: readonly Cidr[],
  families: readonly Family[],
  used: ReadonlySet<string>,
  context: KindContext,
  errors: FieldError[],
): void {
  const { random, release } = context
  if (isHeadless(spec)) {
    spec.clusterIP = 'None'
    spec.clusterIPs = ['None']
    return
  }
  const addresses = families.map((family, i) => {
    const range = ranges.find((one) => familyOf(one) === family)
    const asked = spec.clusterIPs?.[i]
    if (!range) return asked
    if (!asked)
      return pickAddress(range, new Set([...used, ...freedLately(context)]), random) ?? pickAddress(range, used, random)
    const ip = parseIp(asked)
    const why = (text: string) =>
      errors.push(
        behaves('service-address-list', release)
          ? invalid(
              'spec.clusterIPs',
              spec.clusterIPs,
              behaves('service-allocation-text', release)
                ? `failed to allocate IP ${asked}: ${text}`
                : `failed to allocated ip:${asked} with error:${text}`,
            )
          : invalid('spec.clusterIP', asked, text),
      )
    if (!ip || !givesOut(range, ip)) {
      const subject = behaves('service-range-errors', release) ? `the provided IP (${asked})` : 'provided IP'
      why(`${subject} is not in the valid range. The range of valid IPs is ${formatCidr(range)}`)
    } else if (used.has(formatIp(ip))) why('provided IP is already allocated')
    return asked
  })
  if (addresses.some((one) => one === undefined) && errors.length === 0)
    throw internalError('failed to allocate a serviceIP: range is full')
  const found = addresses.filter((one) => one !== undefined)
  if (found[0] === undefined) return
  spec.clusterIPs = found
  spec.clusterIP = found[0]
}

function allocatePorts(spec: Spec, context: KindContext, used: ReadonlySet<number>, errors: FieldError[]): void {
  const { low, high } = portRange(context)
  const pick = (): number | undefined => pickNodePort(low, high, mine, context)
  const own = new Map<number, number>()
  const mine = new Set(used)
  const ports = spec.ports ?? []
  const unchecked = context.dryRun && !behaves('service-dry-run-allocates', context.release)
  const whyTaken = (number: number): string | undefined => {
    // A dry run of older releases allocates nothing, so any port will do that is not taken.
    if (!unchecked && (number < low || number > high))
      return `provided port is not in the valid range. The range of valid ports is ${low}-${high}`
    return used.has(number) ? 'provided port is already allocated' : undefined
  }
  const claim = (number: number, field: string): void => {
    const why = whyTaken(number)
    if (why !== undefined) errors.push(invalid(field, number, why))
    mine.add(number)
  }
  for (const [i, port] of ports.entries()) {
    if (!port.nodePort) continue
    claim(port.nodePort, `spec.ports[${i}].nodePort`)
    own.set(port.port ?? 0, port.nodePort)
  }
  if (needsNodePorts(spec))
    for (const [i, port] of ports.entries()) {
      if (port.nodePort) continue
      // Use the same node port for all protocols of a port if possible.
      const sibling = own.get(port.port ?? 0)
      const number = sibling ?? pick()
      if (number === undefined) throw internalError('failed to allocate a nodePort: range is full')
      ports[i] = { ...port, nodePort: number }
      own.set(port.port ?? 0, number)
      mine.add(number)
    }
  if (!needsHealthPort(spec)) return
  const { healthCheckNodePort: asked } = spec
  if (asked) {
    const why = whyTaken(asked)
    if (why !== undefined) throw internalError(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`)
  } else {
    const number = pick()
    if (number === undefined) throw internalError('failed to allocate a healthCheckNodePort: range is full')
    spec.healthCheckNodePort = number
  }
}

/**
 * Allocates the cluster IPs and node ports that a service's type requires. They are exclusive, and free again as soon as no service has
 * them. Throws Invalid if a requested one is not available.
 */
export function allocate(object: ApiObject, context: KindContext, old?: ApiObject): void {
  const spec = specOf(object)
  const errors: FieldError[] = []
  if (isExternalName(spec)) return
  const ranges = rangesOf(context)
  const { addresses, ports } = taken(object, context)
  const families: readonly Family[] = behaves('service-address-families', context.release)
    ? settleFamilies(spec, ranges, errors)
    : ranges.slice(0, 1).map(familyOf)
  if (!context.dryRun || behaves('service-dry-run-allocates', context.release))
    allocateAddresses(spec, ranges, families, addresses, context, errors)
  allocatePorts(spec, context, ports, errors)
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, object.metadata.name ?? '', errors)
  dropAddressList(spec, context.release, old && specOf(old))
  reserve(object, context)
}
