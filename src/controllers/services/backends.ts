import type * as core from 'kt126/core/v1'
import { behaves } from '../../api/releases/ledger'
import { PODS, SERVICES } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { isObject } from '../../machinery/json'
import { selectorOfSet } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { ControllerWatch } from '../controller'
import { keyOf } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import { hasReadyCondition } from '../workloads/pods'

/** Label of endpoints whose service is headless. */
export const HEADLESS = 'service.orch.io/headless'
/** Annotation with the time of the change that led to the present endpoints. */
export const TRIGGER_TIME = 'endpoints.orch.io/last-change-trigger-time'

/** A Service that may be incomplete. */
export type Service = Draft<core.Service>
/** An object as a Service. */
export const serviceOf = (object: ApiObject): Service => asDraft<core.Service>(object)
/** Whether a service has no cluster address, by choice. */
export const isHeadless = (service: ApiObject): boolean => serviceOf(service).spec?.clusterIP === 'None'

/** The keys of the services that select a pod, for a controller whose first watch is of services. */
const servicesOf = (pod: ApiObject, [services]: readonly ControllerCache[]): string[] =>
  (services?.list(pod.metadata.namespace) ?? []).filter((service) => selects(service, pod)).map(keyOf)

/** The first two watches of a controller of service backends; the keys are those of services. */
export const SERVICES_AND_PODS: readonly ControllerWatch[] = [
  { target: SERVICES, keys: (service) => [keyOf(service)] },
  { target: PODS, keys: servicesOf },
]

/** Whether a service's selector matches a pod; a service without a selector selects none. */
export function selects(service: ApiObject, pod: ApiObject): boolean {
  const { selector } = serviceOf(service).spec ?? {}
  return selector !== undefined && selectorOfSet(selector).matches(pod.metadata.labels)
}

/** A port of a service, resolved to a pod. */
export interface BackendPort {
  readonly name?: string
  readonly port: number
  readonly protocol: string
  readonly appProtocol?: string
}

/** A pod behind a service. */
export interface Backend {
  readonly pod: ApiObject
  readonly ip: string
  /** All its addresses, of both families. */
  readonly ips: readonly string[]
  readonly hostname: string | undefined
  readonly nodeName: string | undefined
  /** Whether it accepts traffic. */
  readonly ready: boolean
  /** Whether it serves requests, though it may be terminating. */
  readonly serving: boolean
  readonly terminating: boolean
  readonly ports: readonly BackendPort[]
}

/** The pods of a service sorted by name, including terminating ones. */
export function backendsOf(service: ApiObject, pods: readonly ApiObject[]): Backend[] {
  const { publishNotReadyAddresses: anyway = false } = serviceOf(service).spec ?? {}
  return pods
    .filter((pod) => selects(service, pod) && mayBeBehind(pod))
    .sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1))
    .map((pod) => {
      const { spec, status } = podOf(pod)
      const terminating = pod.metadata.deletionTimestamp !== undefined
      return {
        pod,
        ip: status?.podIP ?? '',
        ips: status?.podIPs?.flatMap(({ ip }) => ip ?? []) ?? [status?.podIP ?? ''],
        hostname: spec?.hostname && spec.subdomain === service.metadata.name ? spec.hostname : undefined,
        nodeName: spec?.nodeName,
        ready: anyway || (hasReadyCondition(pod) && !terminating),
        serving: hasReadyCondition(pod),
        terminating,
        ports: portsOf(service, pod),
      }
    })
}

/** Whether a pod has an address and has not ended. */
function mayBeBehind(pod: ApiObject): boolean {
  const { status } = podOf(pod)
  return Boolean(status?.podIP) && status?.phase !== 'Failed' && status?.phase !== 'Succeeded'
}

/** A service's ports on a pod, without named ports that the pod does not have. */
function portsOf(service: ApiObject, pod: ApiObject): BackendPort[] {
  const containers = podOf(pod).spec?.containers ?? []
  return (serviceOf(service).spec?.ports ?? []).flatMap((port) => {
    const { name, protocol = 'TCP', targetPort, appProtocol } = port
    const wanted = targetPort === undefined || targetPort === 0 || targetPort === '' ? port.port : targetPort
    const number =
      typeof wanted === 'number'
        ? wanted
        : containers
            .flatMap(({ ports = [] }) => ports)
            .find((one) => one.name === wanted && (one.protocol ?? 'TCP') === protocol)?.containerPort
    return number === undefined
      ? []
      : [{ ...(name && { name }), port: number, protocol, ...(appProtocol && { appProtocol }) }]
  })
}

/** The targetRef of an endpoint at a release. */
export const targetOf = ({ pod: { metadata } }: Backend, release: number) => ({
  kind: 'Pod',
  namespace: metadata.namespace ?? '',
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
  ...(behaves('endpoints-of-pod-versions', release) && { resourceVersion: metadata.resourceVersion }),
})

/** Endpoints without the versions of their pods: a pod that changed only otherwise is no reason to write them. */
export const withoutPodVersions = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutPodVersions)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, member]) =>
            key === 'resourceVersion' ? [] : [[key, withoutPodVersions(member)]],
          ),
        )
      : value

/** Groups items by key, in order of first occurrence. */
export function groupBy<T>(items: readonly T[], keyFor: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyFor(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
