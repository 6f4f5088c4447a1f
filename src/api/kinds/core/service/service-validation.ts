import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { goTexts } from '../../../../machinery/go-values'
import { parseCidr } from '../../../../machinery/ip'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import type { Errors } from '../../meta/rules'
import { labels, network, oneOf, optionalOneOf, portNumber, qualifiedName, subdomain } from '../../meta/rules'
import { endpointAddress } from '../../shared/addresses'
import type { Spec } from './service-shape'
import { isExternalName, isReached, mayHaveNodePorts, needsHealthPort, specOf } from './service-shape'
import { validatePortNumbers, validatePorts, validatePortsOfType, validateProtocols } from './service-port-validation'
import { validateAddresses, validateAddressesOfType, validateOneAddress } from './service-address-validation'

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const AFFINITIES = ['ClientIP', 'None']
const TRAFFIC_POLICIES = ['Cluster', 'Local']
const RANGES_ANNOTATION = 'service.beta.orch.io/load-balancer-source-ranges'
const LONGEST_AFFINITY = 86400

/** Values of trafficDistribution, which the typed packages lack. */
function validateDistribution(spec: Spec, { feature }: KindContext, errors: Errors): void {
  const { trafficDistribution } = spec as { trafficDistribution?: string }
  const more = feature('PreferSameTrafficDistribution') ? ['PreferSameZone', 'PreferSameNode'] : []
  optionalOneOf(trafficDistribution, ['PreferClose', ...more], 'spec.trafficDistribution', errors)
}

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

function validateExternal(spec: Spec, errors: Errors): void {
  if (!isExternalName(spec)) return
  const name = (spec.externalName ?? '').replace(/\.$/, '')
  if (name) subdomain(name, 'spec.externalName', errors)
  else errors.push(required('spec.externalName'))
}

function validateRanges(object: ApiObject, spec: Spec, release: number, errors: Errors): void {
  const annotation = object.metadata.annotations?.[RANGES_ANNOTATION]
  const fromField = (spec.loadBalancerSourceRanges ?? []).length > 0
  if (!fromField && annotation === undefined) return
  const field = fromField ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${RANGES_ANNOTATION}]`
  const ranges = fromField
    ? (spec.loadBalancerSourceRanges ?? [])
    : (annotation ?? '').trim().split(',').filter(Boolean)
  if (spec.type !== 'LoadBalancer') errors.push(forbidden(field, "may only be used when `type` is 'LoadBalancer'"))
  if (behaves('service-ranges-one-by-one', release))
    for (const [i, range] of ranges.entries()) network(range.trim(), fromField ? `${field}[${i}]` : field, errors)
  else if (ranges.some((range) => !parseCidr(range.trim())))
    errors.push(
      invalid(field, `[${ranges.join(' ')}]`, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 '),
    )
}

function validatePolicies(spec: Spec, release: number, errors: Errors): void {
  const { externalTrafficPolicy: external, healthCheckNodePort = 0 } = spec
  const at = 'spec.externalTrafficPolicy'
  const judged = behaves('service-traffic-policy-by-access', release)
  if (external && !judged && !TRAFFIC_POLICIES.includes(external))
    errors.push(
      behaves('service-traffic-policy-choices', release)
        ? notSupported(at, external, TRAFFIC_POLICIES)
        : invalid(at, external, 'ExternalTrafficPolicy must be empty, Cluster or Local'),
    )
  if (healthCheckNodePort < 0 && !judged)
    errors.push(invalid('spec.healthCheckNodePort', healthCheckNodePort, 'HealthCheckNodePort must be not less than 0'))
  if (!judged) validateInternalPolicy(spec, release, errors)
  if (spec.type === 'LoadBalancer') {
    if (behaves('service-internal-traffic-policy', release) && spec.allocateLoadBalancerNodePorts === undefined)
      errors.push(required('spec.allocateLoadBalancerNodePorts'))
  } else if (spec.allocateLoadBalancerNodePorts !== undefined)
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', "may only be used when `type` is 'LoadBalancer'"))
  if (spec.loadBalancerClass === undefined) return
  if (spec.type !== 'LoadBalancer')
    errors.push(forbidden('spec.loadBalancerClass', "may only be used when `type` is 'LoadBalancer'"))
  else qualifiedName(spec.loadBalancerClass, 'spec.loadBalancerClass', errors)
}

function validateInternalPolicy(spec: Spec, release: number, errors: Errors): void {
  const { internalTrafficPolicy: internal } = spec
  if (!behaves('service-internal-traffic-policy', release) || isExternalName(spec)) return
  if (internal === undefined) errors.push(required('spec.internalTrafficPolicy'))
  else optionalOneOf(internal, TRAFFIC_POLICIES, 'spec.internalTrafficPolicy', errors)
}

/** Only services that can be reached from outside have a policy for external traffic, and some a port for health checks. */
function validateAccess(spec: Spec, release: number, errors: Errors): void {
  const { externalTrafficPolicy: external, healthCheckNodePort = 0 } = spec
  const at = 'spec.externalTrafficPolicy'
  if (isReached(spec, release)) oneOf(external, TRAFFIC_POLICIES, at, errors)
  else if (external)
    errors.push(
      invalid(
        at,
        external,
        behaves('service-externally-accessible', release)
          ? 'may only be set for externally-accessible services'
          : "may only be set when `type` is 'NodePort' or 'LoadBalancer'",
      ),
    )
  const health = 'spec.healthCheckNodePort'
  if (!needsHealthPort(spec)) {
    if (healthCheckNodePort !== 0)
      errors.push(
        invalid(
          health,
          healthCheckNodePort,
          "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
        ),
      )
  } else if (healthCheckNodePort !== 0) portNumber(healthCheckNodePort, health, errors)
  validateInternalPolicy(spec, release, errors)
}

/** Validates the type-specific settings for external traffic. */
function validateTraffic(spec: Spec, release: number, errors: Errors): void {
  if (behaves('service-traffic-policy-by-access', release)) return void validateAccess(spec, release, errors)
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

/** Checks a service's ports, addresses and type; errors name the field as a real server does. */
export function validateService(object: ApiObject, context: KindContext): Errors {
  const { release } = context
  const spec = specOf(object)
  const errors: Errors = []
  const hasList = behaves('service-address-list', release)
  const addressesFirst = behaves('service-addresses-first', release)
  if (addressesFirst) {
    validateAddresses(spec, errors)
    if (errors.length > 0) return errors
  }
  validatePortsOfType(spec, errors)
  if (hasList) validateAddressesOfType(spec, errors)
  validateExternal(spec, errors)
  validatePorts(spec, errors)
  labels(spec.selector, 'spec.selector', errors)
  validateAffinity(spec, errors)
  if (!hasList) validateOneAddress(spec, errors)
  else if (!addressesFirst) validateAddresses(spec, errors)
  for (const [i, ip] of (spec.externalIPs ?? []).entries()) endpointAddress(ip, `spec.externalIPs[${i}]`, errors)
  oneOf(spec.type, TYPES, 'spec.type', errors)
  validatePortNumbers(spec, errors)
  validateRanges(object, spec, release, errors)
  validatePolicies(spec, release, errors)
  validateDistribution(spec, context, errors)
  validateProtocols(spec, context, errors)
  // Earlier releases check traffic settings only if there are no other errors.
  if (behaves('service-errors-together', release) || errors.length === 0) validateTraffic(spec, release, errors)
  return errors
}

/** Errors of fields that are immutable while a service keeps its cluster IP. */
export function validateServiceUpdate(object: ApiObject, old: ApiObject, { release }: KindContext): Errors {
  const spec = specOf(object)
  const before = specOf(old)
  const errors: Errors = []
  if (isExternalName(spec) || isExternalName(before)) {
    // The service gains or loses its address.
  } else if (!behaves('service-address-list', release)) {
    if (before.clusterIP && spec.clusterIP !== before.clusterIP)
      errors.push(invalid('spec.clusterIP', spec.clusterIP ?? '', 'field is immutable'))
  } else {
    const [now, was] = [spec.clusterIPs?.[0], before.clusterIPs?.[0]]
    if (was && !spec.clusterIPs?.length)
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
  const keepsPort = needsHealthPort(spec) && needsHealthPort(before)
  // In old releases the port is compared where it would be allocated: only if nothing else is wrong.
  const { healthCheckNodePort = 0 } = spec
  const isFirst = behaves('service-allocation-text', release)
  const isCompared = isFirst || (errors.length === 0 && healthCheckNodePort >= 0)
  if (isCompared && keepsPort && healthCheckNodePort !== before.healthCheckNodePort)
    errors.push(
      invalid(
        'spec.healthCheckNodePort',
        healthCheckNodePort,
        isFirst
          ? 'field is immutable'
          : 'cannot change healthCheckNodePort on loadBalancer service with externalTraffic=Local during update',
      ),
    )
  const keepsClass = spec.type === 'LoadBalancer' && before.type === 'LoadBalancer'
  if (keepsClass && !equal(spec.loadBalancerClass, before.loadBalancerClass))
    errors.push(invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set'))
  return errors
}
