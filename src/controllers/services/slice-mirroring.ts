import type * as core from 'kt126/core/v1'
import { ENDPOINTS, SERVICES } from '../../client/core-targets'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { behaves } from '../../api/releases/ledger'
import { keyOf, splitKey } from '../../client/object-key'
import { isNamespaceEnding } from '../../client/status-error'
import { LAST_APPLIED } from '../../machinery/annotations'
import { ipFamily } from '../../machinery/ip'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ControllerRow } from '../controllers'
import { remove, runNamed, withoutZeroValues } from '../kit'
import { eventRecorder } from '../workloads/events'
import { ownerReference } from '../workloads/owners'
import { serviceOf, TRIGGER_TIME } from './backends'
import { MANAGED_BY, SERVICE_NAME, type Slice } from './slice-plans'
import { serviceKeyOf, SLICES_NEEDED, slicesOf } from './slice-target'

const NAME = 'endpointslicemirroring'
const MANAGER = 'endpointslicemirroring-controller.orch.io'
const SKIP = 'endpointslice.orch.io/skip-mirror'
const LEADER = 'control-plane.alpha.orch.io/leader'
/** Maximum number of addresses of one subset that are mirrored. */
const MOST = 1000

type Subset = Draft<core.EndpointSubset>

/** Mirrors endpoints that people write for services without a selector into slices: one for each subset and family. */
export const sliceMirroring: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'endpointslicemirroring-controller',
  needs: ['v1/services', 'v1/endpoints', SLICES_NEEDED],
  start(deps) {
    if (!deps.feature('EndpointSlice') || !behaves('mirrored-slices', deps.release)) return Promise.resolve()
    const slices = slicesOf(deps.release)
    const about = { apiVersion: 'v1', kind: 'Endpoints' }
    const events = eventRecorder(deps, 'endpoint-slice-mirroring-controller', about)
    /** The newest slice version written for each service. */
    const written = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        { target: SERVICES, keys: (service) => [keyOf(service)] },
        { target: ENDPOINTS, keys: (endpoints) => [keyOf(endpoints)] },
        { target: slices, keys: (slice) => (isOurs(slice) ? [serviceKeyOf(slice)] : []) },
      ],
      async reconcile(key, [services, all, present]) {
        const { namespace = '', name } = splitKey(key)
        if (!present || (written.get(key) ?? 0) > present.revision) return
        const mine = present.list(namespace).filter((slice) => isOurs(slice) && serviceKeyOf(slice) === key) as Slice[]
        const service = services?.get(namespace, name)
        const endpoints = all?.get(namespace, name)
        const isMirrored = service && !serviceOf(service).spec?.selector && endpoints && mayMirror(endpoints)
        const { wanted, skipped } = isMirrored
          ? mirrored(endpoints, slices.version, deps.release)
          : { wanted: [], skipped: 0 }
        if (skipped > 0 && endpoints) {
          const why = `A max of ${MOST} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`
          await events(endpoints, 'Warning', 'TooManyAddressesToMirror', why)
        }
        const at = { ...slices, namespace }
        for (const { slice, old } of paired(wanted, mine))
          try {
            if (!slice) await (old && remove(deps.client, at, old))
            else if (!old) written.set(key, versionOf(await deps.client.create(at, slice)))
            else if (!equal(comparable(old), comparable(slice))) {
              const metadata = {
                ...old.metadata,
                labels: slice.metadata.labels,
                annotations: slice.metadata.annotations,
              }
              written.set(key, versionOf(await deps.client.update(at, { ...slice, metadata })))
            }
          } catch (error) {
            if (!isNamespaceEnding(error)) throw error
          }
      },
    })
  },
}

const versionOf = ({ metadata }: ApiObject): number => Number(metadata.resourceVersion)
const isOurs = ({ metadata }: ApiObject): boolean => metadata.labels?.[MANAGED_BY] === MANAGER
const mayMirror = ({ metadata: { labels, annotations } }: ApiObject): boolean =>
  labels?.[SKIP] !== 'true' && annotations?.[LEADER] === undefined
const portsOf = ({ addressType, ports = [] }: Slice): string => JSON.stringify([addressType, withoutZeroValues(ports)])
const comparable = ({ metadata, endpoints, ports }: Slice) =>
  withoutZeroValues({ labels: metadata.labels, annotations: metadata.annotations ?? {}, endpoints, ports })

/** The slices that endpoints should have, and how many of their addresses are too many. */
function mirrored(endpoints: ApiObject, version: string, release: number): { wanted: Slice[]; skipped: number } {
  const { subsets = [] } = asDraft<core.Endpoints>(endpoints)
  const wanted = new Map<string, Slice>()
  let skipped = 0
  for (const subset of subsets) {
    const all = membersOf(subset, version, release)
    skipped += Math.max(0, all.length - MOST)
    const ports = (subset.ports ?? []).map(({ appProtocol, ...port }) => ({
      ...(appProtocol && { appProtocol }),
      name: port.name ?? '',
      port: port.port ?? 0,
      protocol: port.protocol ?? 'TCP',
    }))
    for (const [family, endpoint] of all.slice(0, MOST)) {
      const slice: Slice = { metadata: metadataOf(endpoints, release), addressType: family, endpoints: [], ports }
      const key = portsOf(slice)
      const same = wanted.get(key) ?? slice
      same.endpoints?.push(endpoint)
      wanted.set(key, same)
    }
  }
  return { wanted: [...wanted.values()], skipped }
}

/** The addresses of a subset, as endpoints of a slice with their families. */
function membersOf({ addresses = [], notReadyAddresses = [] }: Subset, version: string, release: number) {
  const unready = !behaves('mirrored-slices-as-endpoints', release)
  return [
    ...addresses.map((address) => ({ address, ready: true })),
    ...notReadyAddresses.map((address) => ({ address, ready: unready })),
  ].flatMap(({ address: { ip = '', hostname, nodeName, targetRef }, ready }) => {
    const family = ipFamily(ip)
    const place = version === 'v1' ? { nodeName } : { topology: { 'orch.io/hostname': nodeName } }
    const endpoint = {
      addresses: [ip],
      conditions: { ready },
      ...(hostname && { hostname }),
      ...(targetRef && { targetRef }),
      ...(nodeName && place),
    }
    return family ? [[family, endpoint] as const] : []
  })
}

function metadataOf({ metadata }: ApiObject, release: number): ApiObject['metadata'] {
  const { name = '', namespace, labels, annotations = {} } = metadata
  const { [TRIGGER_TIME]: _time, [LAST_APPLIED]: _applied, ...others } = annotations
  return {
    generateName: `${name}-`,
    ...(namespace !== undefined && { namespace }),
    labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
    ...(behaves('mirrored-slices-as-endpoints', release) && { annotations: others }),
    ownerReferences: [ownerReference({ metadata }, 'v1', 'Endpoints')],
  }
}

/** Each wanted slice with the one that it replaces: one with its ports, else one of its family that is not needed any more. */
function paired(wanted: readonly Slice[], present: readonly Slice[]): { slice?: Slice; old?: Slice }[] {
  const left = new Set(present)
  const take = (fits: (old: Slice) => boolean): Slice | undefined => {
    const found = [...left].find(fits)
    if (found) left.delete(found)
    return found
  }
  const same = wanted.map((slice) => ({ slice, old: take((old) => portsOf(old) === portsOf(slice)) }))
  const pairs = same.map(({ slice, old }) => ({
    slice,
    old: old ?? take(({ addressType }) => addressType === slice.addressType),
  }))
  return [...pairs.map(({ slice, old }) => ({ slice, ...(old && { old }) })), ...[...left].map((old) => ({ old }))]
}
