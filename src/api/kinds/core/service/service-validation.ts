import { duplicate, forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { goIntOrString, GoStruct, goText, GoText, goTexts } from '../../../../machinery/go-values'
import { ipFamily, parseCidr } from '../../../../machinery/ip'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind'
import { behaves, type Served } from '../../../releases/ledger'
import type { Errors } from '../../meta/rules'
import {
  address,
  label,
  labels,
  oneOf,
  optionalOneOf,
  port,
  portNumber,
  present,
  qualifiedName,
  subdomain,
  unique,
} from '../../meta/rules'
import { endpointAddress } from '../../shared/addresses'
import { PROTOCOLS } from '../../shared/containers'
import type { ServicePort, Spec } from './service-shape'
import { isExternalName, isHeadless, mayHaveNodePorts, needsHealthPort, specOf } from './service-shape'

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const AFFINITIES = ['ClientIP', 'None']
const FAMILIES = ['IPv4', 'IPv6']
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
const TRAFFIC_POLICIES = ['Cluster', 'Local']
const RANGES_ANNOTATION = 'service.beta.orch.io/load-balancer-source-ranges'
const LONGEST_AFFINITY = 86400
const NODE_AGENT_PORT = 10250

function validatePort(given: ServicePort, named: boolean, names: Set<string>, field: string, errors: Errors): void {
  if (given.name) {
    label(given.name, `${field}.name`, errors)
    unique(given.name, names, `${field}.name`, errors)
  } else if (named) present('', `${field}.name`, errors)
  portNumber(given.port, `${field}.port`, errors)
  oneOf(given.protocol, PROTOCOLS, `${field}.protocol`, errors)
  port(given.targetPort, `${field}.targetPort`, errors)
  if (given.appProtocol !== undefined) qualifiedName(given.appProtocol, `${field}.appProtocol`, errors)
}

function validatePorts(spec: Spec, served: Served, errors: Errors): void {
  const ports = spec.ports ?? []
  if (ports.length === 0 && !isHeadless(spec) && !isExternalName(spec)) errors.push(required('spec.ports'))
  const names = new Set<string>()
  const seen = new Set<string>()
  const nodePorts = new Set<string>()
  for (const [i, given] of ports.entries()) {
    const at = `spec.ports[${i}]`
    validatePort(given, ports.length > 1, names, at, errors)
    if (spec.type === 'LoadBalancer' && given.port === NODE_AGENT_PORT)
      errors.push(
        invalid(at, given.port, `may not expose port ${NODE_AGENT_PORT} externally since it is used by the node agent`),
      )
    const key = `${given.protocol} ${given.port}`
    if (seen.has(key)) errors.push(duplicate(at, goPort({ protocol: given.protocol ?? '', port: given.port ?? 0 })))
    seen.add(key)
    if (!given.nodePort) continue
    if (!mayHaveNodePorts(spec))
      errors.push(forbidden(`${at}.nodePort`, `may not be used when \`type\` is '${spec.type ?? ''}'`))
    const nodeKey = `${given.protocol} ${given.nodePort}`
    if (nodePorts.has(nodeKey)) errors.push(duplicate(`${at}.nodePort`, given.nodePort))
    nodePorts.add(nodeKey)
  }
  if (spec.type !== 'LoadBalancer' || behaves('service-mixed-protocols', served)) return
  const known = new Set(ports.map(({ protocol = '' }) => protocol).filter((one) => PROTOCOLS.includes(one)))
  for (const [i, { protocol = '' }] of ports.entries())
    if (!known.has(protocol)) errors.push(invalid(`spec.ports[${i}].protocol`, protocol, 'no load balancer knows it'))
  if (known.size > 1)
    errors.push(
      invalid('spec.ports', goPorts(ports), "may not contain more than 1 protocol when type is 'LoadBalancer'"),
    )
}

const goPort = ({
  name = '',
  protocol = '',
  port = 0,
  targetPort = 0,
  nodePort = 0,
  appProtocol,
}: ServicePort): GoStruct =>
  new GoStruct('core.ServicePort', {
    Name: name,
    Protocol: protocol,
    AppProtocol: appProtocol === undefined ? new GoText('(*string)(nil)') : appProtocol,
    Port: port,
    TargetPort: goIntOrString(targetPort),
    NodePort: nodePort,
  })
const goPorts = (ports: readonly ServicePort[]): GoText =>
  new GoText(`[]core.ServicePort{${ports.map((port) => goText(goPort(port))).join(', ')}}`)

function validateAffinity(spec: Spec, errors: Errors): void {
  oneOf(spec.sessionAffinity, AFFINITIES, 'spec.sessionAffinity', errors)
  const field = 'spec.sessionAffinityConfig'
  if (spec.sessionAffinity === 'ClientIP') {
    const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds
    if (!spec.sessionAffinityConfig?.clientIP) errors.push(required(field, 'when session affinity type is ClientIP'))
    else if (seconds === undefined) errors.push(required(`${field}.clientIP`, 'when session affinity type is ClientIP'))
    else if (seconds < 1 || seconds > LONGEST_AFFINITY)
      errors.push(
        invalid(
          `${field}.clientIP.timeoutSeconds`,
          seconds,
          `must be greater than 0 and less than ${LONGEST_AFFINITY}`,
        ),
      )
  } else if (spec.sessionAffinity === 'None' && spec.sessionAffinityConfig)
    errors.push(forbidden(field, 'must not be set when session affinity is None'))
}

/** Before services listed their addresses. */
function validateOneAddress(spec: Spec, errors: Errors): void {
  const { clusterIP = '', type = '' } = spec
  const at = 'spec.clusterIP'
  if (!clusterIP) return
  if (isExternalName(spec)) errors.push(forbidden(at, 'must be empty for ExternalName services'))
  else if (clusterIP !== 'None') address(clusterIP, at, errors)
  else if (mayHaveNodePorts(spec)) errors.push(invalid(at, clusterIP, `may not be set to 'None' for ${type} services`))
}

function validateAddresses(spec: Spec, errors: Errors): void {
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
    errors.push(clusterIPs.length === 0 ? required(at) : invalid(at, clusterIPs, 'first value must match `clusterIP`'))
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

function validateExternal(spec: Spec, errors: Errors): void {
  if (!isExternalName(spec)) return
  const name = (spec.externalName ?? '').replace(/\.$/, '')
  if (name) subdomain(name, 'spec.externalName', errors)
  else errors.push(required('spec.externalName'))
}

function validateRanges(object: ApiObject, spec: Spec, errors: Errors): void {
  const annotation = object.metadata.annotations?.[RANGES_ANNOTATION]
  const fromField = (spec.loadBalancerSourceRanges ?? []).length > 0
  if (!fromField && annotation === undefined) return
  const field = fromField ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${RANGES_ANNOTATION}]`
  const ranges = fromField
    ? (spec.loadBalancerSourceRanges ?? [])
    : (annotation ?? '').trim().split(',').filter(Boolean)
  if (spec.type !== 'LoadBalancer') errors.push(forbidden(field, "may only be used when `type` is 'LoadBalancer'"))
  if (ranges.some((range) => !parseCidr(range.trim())))
    errors.push(
      invalid(field, `[${ranges.join(' ')}]`, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 '),
    )
}

function validatePolicies(spec: Spec, release: number, errors: Errors): void {
  const { externalTrafficPolicy: external, internalTrafficPolicy: internal, healthCheckNodePort = 0 } = spec
  const at = 'spec.externalTrafficPolicy'
  if (external && !TRAFFIC_POLICIES.includes(external))
    errors.push(
      behaves('service-traffic-policy-choices', release)
        ? notSupported(at, external, TRAFFIC_POLICIES)
        : invalid(at, external, 'must be empty, Cluster or Local'),
    )
  if (healthCheckNodePort < 0)
    errors.push(invalid('spec.healthCheckNodePort', healthCheckNodePort, 'must be greater than or equal to 0'))
  if (behaves('service-internal-traffic-policy', release) && !isExternalName(spec)) {
    if (internal === undefined) errors.push(required('spec.internalTrafficPolicy'))
    else optionalOneOf(internal, TRAFFIC_POLICIES, 'spec.internalTrafficPolicy', errors)
  }
  if (spec.type === 'LoadBalancer') {
    if (behaves('service-internal-traffic-policy', release) && spec.allocateLoadBalancerNodePorts === undefined)
      errors.push(required('spec.allocateLoadBalancerNodePorts'))
  } else if (spec.allocateLoadBalancerNodePorts !== undefined)
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', "may only be used when `type` is 'LoadBalancer'"))
  if (spec.loadBalancerClass === undefined) return
  if (spec.type !== 'LoadBalancer')
    errors.push(forbidden('spec.loadBalancerClass', "may only be used when `type` is 'LoadBalancer'"))
  qualifiedName(spec.loadBalancerClass, 'spec.loadBalancerClass', errors)
}

/** What of the traffic from outside goes with the type. */
function validateTraffic(spec: Spec, errors: Errors): void {
  const { externalTrafficPolicy: external, healthCheckNodePort = 0 } = spec
  if (external && !mayHaveNodePorts(spec))
    errors.push(
      invalid(
        'spec.externalTrafficPolicy',
        external,
        'ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service',
      ),
    )
  if (healthCheckNodePort > 0 && !needsHealthPort(spec))
    errors.push(
      invalid(
        'spec.healthCheckNodePort',
        healthCheckNodePort,
        'HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local',
      ),
    )
}

/** Everything that is asked of a service. */
export function validateService(object: ApiObject, context: KindContext): Errors {
  const { release } = context
  const spec = specOf(object)
  const errors: Errors = []
  validatePorts(spec, context, errors)
  labels(spec.selector, 'spec.selector', errors)
  validateAffinity(spec, errors)
  if (behaves('service-address-list', release)) validateAddresses(spec, errors)
  else validateOneAddress(spec, errors)
  for (const [i, ip] of (spec.externalIPs ?? []).entries()) endpointAddress(ip, `spec.externalIPs[${i}]`, errors)
  oneOf(spec.type, TYPES, 'spec.type', errors)
  validateExternal(spec, errors)
  validateRanges(object, spec, errors)
  validatePolicies(spec, release, errors)
  // Earlier releases look at the traffic when all else is right.
  if (behaves('service-errors-together', release) || errors.length === 0) validateTraffic(spec, errors)
  return errors
}

/** What may not change while a service keeps its address. */
export function validateServiceUpdate(object: ApiObject, old: ApiObject, { release }: KindContext): Errors {
  const spec = specOf(object)
  const before = specOf(old)
  const errors: Errors = []
  if (isExternalName(spec) || isExternalName(before)) {
    // It comes to an address, or gives it up.
  } else if (!behaves('service-address-list', release)) {
    if (before.clusterIP && spec.clusterIP !== before.clusterIP)
      errors.push(invalid('spec.clusterIP', spec.clusterIP ?? '', 'field is immutable'))
  } else {
    const [now, was] = [spec.clusterIPs?.[0], before.clusterIPs?.[0]]
    if (was && !now)
      errors.push(invalid('spec.clusterIPs[0]', goTexts(spec.clusterIPs), 'primary clusterIP can not be unset'))
    else if (was && now !== was)
      errors.push(invalid('spec.clusterIPs[0]', goTexts(spec.clusterIPs), 'may not change once set'))
    if (
      behaves('service-address-families', release) &&
      before.ipFamilies?.[0] &&
      spec.ipFamilies?.[0] !== before.ipFamilies[0]
    )
      errors.push(invalid('spec.ipFamilies[0]', spec.ipFamilies?.[0], 'may not change once set'))
  }
  if (needsHealthPort(spec) && needsHealthPort(before) && spec.healthCheckNodePort !== before.healthCheckNodePort)
    errors.push(invalid('spec.healthCheckNodePort', spec.healthCheckNodePort, 'field is immutable'))
  const keepsClass = spec.type === 'LoadBalancer' && before.type === 'LoadBalancer'
  if (keepsClass && !equal(spec.loadBalancerClass, before.loadBalancerClass))
    errors.push(invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set'))
  return errors
}
