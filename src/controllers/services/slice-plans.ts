import { behaves } from '../../api/releases/ledger'
import { ipFamily } from '../../machinery/ip'
import { clone, equal } from '../../machinery/json'
import { addAll } from '../../machinery/lists'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { withoutZeroValues } from '../kit'
import type { ControllerCache } from '../watched-cache'
import { ownerReference } from '../workloads/owners'
import { type Backend, type BackendPort, groupBy, HEADLESS, isHeadless, serviceOf, targetOf } from './backends'
import { withTriggerTime } from './trigger-times'

/** Label with the name of a slice's service. */
export const SERVICE_NAME = 'orch.io/service-name'
/** Label with the controller of a slice. */
export const MANAGED_BY = 'endpointslice.orch.io/managed-by'
/** The value of that label for slices of this controller. */
export const MANAGER = 'endpointslice-controller.orch.io'
/** Maximum number of endpoints per slice. */
const MOST = 100

/** An endpoint of a slice. */
interface Endpoint {
  readonly targetRef?: { readonly uid?: string }
  readonly [member: string]: unknown
}

/** An EndpointSlice. Empty lists may be missing. */
export interface Slice extends ApiObject {
  addressType: string
  endpoints?: Endpoint[]
  ports?: readonly BackendPort[]
}

/** A slice as it is, as it should be, or both. */
export interface Plan {
  readonly present: Slice | undefined
  readonly wanted: Slice | undefined
}

/** What the slices of a service are made from. */
export interface SliceWorld {
  readonly deps: ControllerDeps
  readonly service: ApiObject
  readonly nodes: ControllerCache | undefined
  /** The version of the group that is served. */
  readonly version: string
  /** When the change happened that leads to the plans, if it is known. */
  readonly time: string | undefined
}

/** The IP families that a service has slices for. */
function familiesOf(service: ApiObject, release: number): readonly string[] {
  const { ipFamilies = [], clusterIP = '' } = serviceOf(service).spec ?? {}
  const own = ipFamily(clusterIP)
  if (!behaves('slices-by-family', release)) return [ipFamilies[0] ?? own ?? 'IPv4']
  return ipFamilies.length > 0 ? ipFamilies : own ? [own] : ['IPv4', 'IPv6']
}

/** How the slices of a service must change. Slices of a family that the service no longer has are deleted. */
export function plansFor(world: SliceWorld, backends: readonly Backend[], present: readonly Slice[]): Plan[] {
  const { deps, service } = world
  const ending =
    deps.feature('EndpointSliceTerminatingCondition') || serviceOf(service).spec?.publishNotReadyAddresses === true
  const shown = backends.filter(({ terminating }) => ending || !terminating)
  const families = familiesOf(service, deps.release)
  const foreign = present.filter(({ addressType }) => !families.includes(addressType))
  return [
    ...families.flatMap((family) =>
      plansForFamily(
        world,
        family,
        shown,
        present.filter(({ addressType }) => addressType === family),
      ),
    ),
    ...foreign.map((slice): Plan => ({ present: slice, wanted: undefined })),
  ]
}

/** Endpoints stay in their slice; new ones fill slices that have room before more slices are created. */
function plansForFamily(
  { deps, service, nodes, version, time }: SliceWorld,
  family: string,
  backends: readonly Backend[],
  present: readonly Slice[],
): Plan[] {
  const fitting = backends.filter(({ ips }) => ips.some((ip) => ipFamily(ip) === family))
  const groups = groupBy(fitting, ({ ports }) => JSON.stringify(ports))
  // A family without backends has one empty slice.
  if (groups.size === 0) groups.set('[]', [])
  const left = new Set(present)
  const plans: Plan[] = []
  for (const [text, group] of groups) {
    const ports = JSON.parse(text) as BackendPort[]
    const same = [...left].filter((slice) => equal(withoutZeroValues(slice.ports), withoutZeroValues(ports)))
    const base = same.length > 0 || groups.size > 1 ? same : [...left].slice(0, 1)
    base.forEach((slice) => left.delete(slice))
    const filled = fill(group, base)
    for (const [slice, members] of filled) {
      const endpoints = members.map((backend) => endpointFor(deps, backend, family, nodes, version))
      plans.push({ present: slice, wanted: sliceFor(service, slice, family, ports, endpoints, time) })
    }
    const kept = new Set(filled.map(([slice]) => slice))
    for (const slice of base) if (!kept.has(slice)) left.add(slice)
  }
  return [...plans, ...[...left].map((slice): Plan => ({ present: slice, wanted: undefined }))]
}

function fill(group: readonly Backend[], slices: readonly Slice[]): [Slice | undefined, Backend[]][] {
  const placed = new Map<string, Slice>()
  for (const slice of slices)
    for (const { targetRef } of slice.endpoints ?? []) if (targetRef?.uid) placed.set(targetRef.uid, slice)
  const members = new Map<Slice | undefined, Backend[]>(slices.map((slice) => [slice, []]))
  const fresh: Backend[] = []
  for (const backend of group) {
    const slice = placed.get(backend.pod.metadata.uid ?? '')
    if (slice) members.get(slice)?.push(backend)
    else fresh.push(backend)
  }
  for (const list of members.values()) addAll(list, fresh.splice(0, Math.max(0, MOST - list.length)))
  const filled = [...members].filter(([, list]) => list.length > 0)
  while (fresh.length > 0) filled.push([undefined, fresh.splice(0, MOST)])
  return filled.length > 0 ? filled : [[slices[0], []]]
}

function sliceFor(
  service: ApiObject,
  present: Slice | undefined,
  addressType: string,
  ports: readonly BackendPort[],
  endpoints: Endpoint[],
  time: string | undefined,
): Slice {
  const { name = '', namespace, labels = {} } = service.metadata
  return {
    metadata: {
      ...(present ? clone(present.metadata) : { generateName: `${name}-`, namespace }),
      labels: {
        ...labels,
        ...(isHeadless(service) && { [HEADLESS]: '' }),
        [SERVICE_NAME]: name,
        [MANAGED_BY]: MANAGER,
      },
      annotations: withTriggerTime(present?.metadata.annotations, time),
      ownerReferences: [ownerReference(service, 'v1', 'Service')],
    },
    addressType,
    // Empty lists are left out, as by programs that speak the binary form.
    ...(endpoints.length > 0 && { endpoints }),
    ...(ports.length > 0 && { ports }),
  }
}

function endpointFor(
  { feature, release }: ControllerDeps,
  backend: Backend,
  family: string,
  nodes: ControllerCache | undefined,
  version: string,
): Endpoint {
  const { ips, hostname, nodeName, ready, serving, terminating } = backend
  const labels = nodes?.get(undefined, nodeName ?? '')?.metadata.labels ?? {}
  const zone = labels['topology.orch.io/zone']
  const region = labels['topology.orch.io/region']
  const topology = {
    ...(nodeName && { 'orch.io/hostname': nodeName }),
    ...(zone && { 'topology.orch.io/zone': zone }),
    ...(region && { 'topology.orch.io/region': region }),
  }
  return {
    addresses: ips.filter((ip) => ipFamily(ip) === family),
    conditions: { ready, ...(feature('EndpointSliceTerminatingCondition') && { serving, terminating }) },
    ...(hostname && { hostname }),
    targetRef: targetOf(backend, release),
    ...(version === 'v1' ? { ...(nodeName && { nodeName }), ...(zone && { zone }) } : { topology }),
  }
}
