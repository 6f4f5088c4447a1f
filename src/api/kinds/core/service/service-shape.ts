import type * as core from 'kt126/core/v1'
import { equal, isObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'

/** A service's spec, which may be incomplete. */
export type Spec = Draft<core.ServiceSpec>
/** A port of a service, which may be incomplete. */
export type ServicePort = Draft<core.ServicePort>
/** An object as a Service. */
export const readService = (object: ApiObject): Draft<core.Service> => asDraft<core.Service>(object)
/** A service's spec; empty if there is none. */
export const specOf = (object: ApiObject): Spec => readService(object).spec ?? {}

/** Whether a service is only a name for an outside one. */
export const isExternalName = (spec: Spec): boolean => spec.type === 'ExternalName'
/** Whether a service has no cluster address, by choice. */
export const isHeadless = (spec: Spec): boolean => spec.clusterIPs?.[0] === 'None' || spec.clusterIP === 'None'
/** Whether a service has cluster addresses, or says that it wants none. */
export const needsClusterAddress = (spec: Spec): boolean => !isExternalName(spec)
/** Whether each port of a service gets a node port. */
export const needsNodePorts = (spec: Spec): boolean =>
  spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
/** Whether the ports of a service may name node ports. */
export const mayHaveNodePorts = (spec: Spec): boolean => spec.type === 'NodePort' || spec.type === 'LoadBalancer'
/** Whether a service can be reached from outside of the cluster: later releases count external addresses, too. */
export const isReached = (spec: Spec, release: number): boolean =>
  mayHaveNodePorts(spec) ||
  (spec.type === 'ClusterIP' &&
    (spec.externalIPs ?? []).length > 0 &&
    behaves('service-externally-accessible', release))

/** Whether a service has a node port for health checks. */
export const needsHealthPort = (spec: Spec): boolean =>
  spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local'

/** Applies a service's defaults. */
export function defaultService(object: ApiObject, release: number): void {
  const draft = readService(object)
  draft.spec ??= {}
  const { spec } = draft
  spec.sessionAffinity ||= 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  else if (spec.sessionAffinity === 'ClientIP') {
    spec.sessionAffinityConfig ??= {}
    spec.sessionAffinityConfig.clientIP ??= {}
    spec.sessionAffinityConfig.clientIP.timeoutSeconds ??= 10800
  }
  spec.type ||= 'ClusterIP'
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP'
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '')
      port.targetPort = port.port ?? 0
  }
  if (isReached(spec, release)) spec.externalTrafficPolicy ||= 'Cluster'
  if (behaves('service-internal-traffic-policy', release)) {
    if (!isExternalName(spec)) spec.internalTrafficPolicy ??= 'Cluster'
    if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true
  }
  draft.status ??= {}
  draft.status.loadBalancer ??= {}
}

/** `clusterIP` and `clusterIPs` must agree; whichever changed wins. */
export function normalizeAddresses(spec: Spec, old: Spec | undefined): void {
  const { clusterIP = '', clusterIPs = [] } = spec
  if (!old) {
    if (clusterIP && clusterIPs.length === 0) spec.clusterIPs = [clusterIP]
    return
  }
  const same = equal(clusterIPs, old.clusterIPs ?? [])
  const before = old.clusterIP ?? ''
  if (clusterIP !== before) {
    if (clusterIP === '') {
      if (same) delete spec.clusterIPs
    } else if (same) spec.clusterIPs = [clusterIP]
  } else if (!same && clusterIPs.length === 0 && clusterIP !== '') {
    // The list was cleared but `clusterIP` kept: it stays as the only address.
    spec.clusterIPs = [clusterIP]
  }
}

/** Adds `clusterIPs`, which releases that only know `clusterIP` do not store. */
export const withAddressList = (spec: Spec): Spec =>
  spec.clusterIPs || !spec.clusterIP ? spec : { ...spec, clusterIPs: [spec.clusterIP] }

/** Completes a service stored by such a release. */
export function completeService(object: ApiObject, release: number): ApiObject {
  const { spec } = object
  if (!isObject(spec) || spec['clusterIPs'] || !behaves('service-address-list', release)) return object
  return { ...object, spec: withAddressList(spec) }
}

/** A release that only knows `clusterIP` writes no list, but keeps one that a later release stored for the same address. */
export function dropAddressList(spec: Spec, release: number, old?: Spec): void {
  if (behaves('service-address-list', release)) return
  delete spec.clusterIPs
  if (old?.clusterIPs !== undefined && old.clusterIPs[0] === spec.clusterIP) spec.clusterIPs = [...old.clusterIPs]
}

/** Before dual-stack, services had one address. */
export function dropSecondAddress(spec: Spec, release: number): void {
  if (!behaves('service-address-families', release) && (spec.clusterIPs?.length ?? 0) > 1)
    spec.clusterIPs = spec.clusterIPs?.slice(0, 1)
}

const portKey = ({ protocol = '', port = 0 }: ServicePort): string => `${protocol} ${port}`

/** Keeps allocated values that an update omits but still needs. */
export function keepAllocated(spec: Spec, old: Spec, release: number): void {
  if (!behaves('service-keeps-allocated', release)) return
  if (needsClusterAddress(old) && needsClusterAddress(spec) && !spec.clusterIP && !spec.clusterIPs?.length) {
    if (old.clusterIP !== undefined) spec.clusterIP = old.clusterIP
    if (old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs]
  }
  if (needsClusterAddress(old) && needsClusterAddress(spec)) {
    if (spec.ipFamilies === undefined && old.ipFamilies !== undefined) spec.ipFamilies = [...old.ipFamilies]
    if (spec.ipFamilyPolicy === undefined && old.ipFamilyPolicy !== undefined) spec.ipFamilyPolicy = old.ipFamilyPolicy
  }
  if (mayHaveNodePorts(old) && mayHaveNodePorts(spec)) {
    const before = new Map((old.ports ?? []).map((port) => [portKey(port), port.nodePort]))
    const used = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort))
    for (const port of spec.ports ?? []) {
      const known = before.get(portKey(port))
      if (!port.nodePort && known && !used.has(known)) port.nodePort = known
    }
  }
  if (needsHealthPort(old) && needsHealthPort(spec) && !spec.healthCheckNodePort && old.healthCheckNodePort)
    spec.healthCheckNodePort = old.healthCheckNodePort
}

/** Clears values that belong to the old type, if the client changed the type and left them unchanged. */
export function dropOfOldType(spec: Spec, old: Spec, release: number): void {
  if (needsClusterAddress(old) && !needsClusterAddress(spec)) {
    if (equal(spec.clusterIPs ?? [], old.clusterIPs ?? []) && (spec.clusterIP ?? '') === (old.clusterIP ?? '')) {
      delete spec.clusterIP
      delete spec.clusterIPs
    }
    if (equal(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies
    if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy
  }
  if (mayHaveNodePorts(old) && !mayHaveNodePorts(spec)) {
    const before = new Map((old.ports ?? []).map((port) => [portKey(port), port.nodePort]))
    for (const port of spec.ports ?? []) if (port.nodePort === before.get(portKey(port))) delete port.nodePort
  }
  if (isReached(old, release) && !isReached(spec, release) && spec.externalTrafficPolicy === old.externalTrafficPolicy)
    delete spec.externalTrafficPolicy
  if (needsHealthPort(old) && !needsHealthPort(spec) && spec.healthCheckNodePort === old.healthCheckNodePort)
    delete spec.healthCheckNodePort
  if (old.type !== 'LoadBalancer' || spec.type === 'LoadBalancer') return
  if (spec.allocateLoadBalancerNodePorts === old.allocateLoadBalancerNodePorts)
    delete spec.allocateLoadBalancerNodePorts
  if (spec.loadBalancerClass === old.loadBalancerClass) delete spec.loadBalancerClass
}

/** Removes addresses and node ports that the cluster allocated. */
export function dropAllocated(spec: Spec): void {
  if (spec.clusterIPs?.[0] !== 'None') {
    delete spec.clusterIP
    delete spec.clusterIPs
  }
  if (spec.type === 'NodePort') for (const port of spec.ports ?? []) delete port.nodePort
}
