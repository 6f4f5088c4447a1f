import { NODES } from '../../client/core-targets'
import { addAll } from '../../machinery/lists'
import { hasVersion } from '../../api/releases/resources'
import type { Client } from '../../client/client'
import { ipFamily } from '../../machinery/ip'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { withoutZeroValues, remove, runNamed } from '../kit'
import { ownerReference } from '../workloads/owners'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import {
  type Backend,
  type BackendPort,
  backendsOf,
  groupBy,
  HEADLESS,
  isHeadless,
  SERVICES_AND_PODS,
  serviceOf,
  targetOf,
  TRIGGER_TIME,
  triggerTime,
} from './backends'

const NAME = 'endpointslice'
const GROUP = 'discovery.orch.io'
const SERVICE_NAME = 'orch.io/service-name'
const MANAGED_BY = 'endpointslice.orch.io/managed-by'
const MANAGER = 'endpointslice-controller.orch.io'
/** Maximum number of endpoints per slice. */
const MOST = 100

interface Endpoint {
  readonly targetRef?: { readonly uid?: string }
  readonly [member: string]: unknown
}

interface Slice extends ApiObject {
  addressType: string
  endpoints: Endpoint[]
  ports: readonly BackendPort[]
}

/** Keeps the pods of each service in slices of at most 100 endpoints. */
export const endpointSlices: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'endpointslice-controller',
  needs: ['v1/services', 'v1/pods', `${GROUP}/*/endpointslices`],
  start(deps) {
    if (!deps.feature('EndpointSlice')) return Promise.resolve()
    const version = hasVersion(GROUP, 'endpointslices', 'v1', deps.release) ? 'v1' : 'v1beta1'
    const slices: Target = { group: GROUP, version, resource: 'endpointslices' }
    /** The newest slice version written for each service. */
    const written = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        ...SERVICES_AND_PODS,
        { target: slices, keys: (slice) => (isOurs(slice) ? [serviceKeyOf(slice)] : []) },
        { target: NODES, keys: () => [] },
      ],
      async reconcile(key, [services, pods, all, nodes]) {
        const { namespace = '', name } = splitKey(key)
        const service = services?.get(namespace, name)
        if (!service) return void written.delete(key)
        if (!serviceOf(service).spec?.selector || !all || (written.get(key) ?? 0) > all.revision) return
        const mine = all.list(namespace).filter((slice) => isOurs(slice) && serviceKeyOf(slice) === key) as Slice[]
        const backends = backendsOf(service, pods?.list(namespace) ?? [])
        const at = { ...slices, namespace }
        const wrote = (slice: ApiObject) => written.set(key, Number(slice.metadata.resourceVersion))
        for (const plan of plansFor(deps, service, backends, nodes, version, mine))
          await carryOut(deps.client, at, plan, wrote)
      },
    })
  },
}

const isOurs = ({ metadata }: ApiObject): boolean => metadata.labels?.[MANAGED_BY] === MANAGER
const serviceKeyOf = ({ metadata }: ApiObject): string =>
  `${metadata.namespace ?? ''}/${metadata.labels?.[SERVICE_NAME] ?? ''}`

/** A slice as it is, as it should be, or both. */
interface Plan {
  readonly present: Slice | undefined
  readonly wanted: Slice | undefined
}

async function carryOut(client: Client, at: Target, { present, wanted }: Plan, wrote: (slice: ApiObject) => void) {
  try {
    if (!wanted) await (present && remove(client, at, present))
    else if (!present) wrote(await client.create(at, wanted))
    else if (!equal(withoutZeroValues(comparable(present)), withoutZeroValues(comparable(wanted))))
      wrote(await client.update(at, wanted))
  } catch (error) {
    if (!isStatus(error, 'Forbidden')) throw error
  }
}

const comparable = ({ metadata, endpoints, ports }: Slice) => ({ labels: metadata.labels, endpoints, ports })

/** Endpoints stay in their slice; new ones fill slices that have room before more slices are created. */
function plansFor(
  deps: ControllerDeps,
  service: ApiObject,
  backends: readonly Backend[],
  nodes: ControllerCache | undefined,
  version: string,
  present: readonly Slice[],
): Plan[] {
  const family = serviceOf(service).spec?.ipFamilies?.[0] ?? 'IPv4'
  const fitting = backends.filter(
    ({ ip, terminating }) =>
      ipFamily(ip) === family &&
      (!terminating ||
        deps.feature('EndpointSliceTerminatingCondition') ||
        serviceOf(service).spec?.publishNotReadyAddresses),
  )
  const groups = groupBy(fitting, ({ ports }) => JSON.stringify(ports))
  // A service without backends has one empty slice.
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
      const endpoints = members.map((backend) => endpointFor(deps, backend, nodes, version))
      plans.push({ present: slice, wanted: sliceFor(service, slice, family, ports, endpoints, members) })
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
  backends: readonly Backend[],
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
      annotations: { ...present?.metadata.annotations, [TRIGGER_TIME]: triggerTime(service, backends) },
      ownerReferences: [ownerReference(service, 'v1', 'Service')],
    },
    addressType,
    endpoints,
    ports,
  }
}

function endpointFor(
  { feature }: ControllerDeps,
  backend: Backend,
  nodes: ControllerCache | undefined,
  version: string,
): Endpoint {
  const { ip, hostname, nodeName, ready, serving, terminating } = backend
  const labels = nodes?.get(undefined, nodeName ?? '')?.metadata.labels ?? {}
  const zone = labels['topology.orch.io/zone']
  const region = labels['topology.orch.io/region']
  const topology = {
    ...(nodeName && { 'orch.io/hostname': nodeName }),
    ...(zone && { 'topology.orch.io/zone': zone }),
    ...(region && { 'topology.orch.io/region': region }),
  }
  return {
    addresses: [ip],
    conditions: { ready, ...(feature('EndpointSliceTerminatingCondition') && { serving, terminating }) },
    ...(hostname && { hostname }),
    targetRef: targetOf(backend),
    ...(version === 'v1' ? { ...(nodeName && { nodeName }), ...(zone && { zone }) } : { topology }),
  }
}
