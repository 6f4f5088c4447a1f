import { NODES } from '../../client/core-targets'
import type { Client } from '../../client/client'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { splitKey } from '../../client/object-key'
import type { ControllerRow } from '../controllers'
import { withoutZeroValues, remove, runNamed } from '../kit'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { backendsOf, SERVICES_AND_PODS, serviceOf, withoutPodVersions } from './backends'
import { TriggerTimes } from './trigger-times'
import { MANAGED_BY, MANAGER, type Plan, plansFor, type Slice } from './slice-plans'
import { serviceKeyOf, SLICES_NEEDED, slicesOf } from './slice-target'

const NAME = 'endpointslice'

/** Keeps the pods of each service in slices of at most 100 endpoints. */
export const endpointSlices: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'endpointslice-controller',
  needs: ['v1/services', 'v1/pods', SLICES_NEEDED],
  start(deps) {
    if (!deps.feature('EndpointSlice')) return Promise.resolve()
    const slices = slicesOf(deps.release)
    /** The newest slice version written for each service. */
    const written = new Map<string, number>()
    const times = new TriggerTimes()
    return runNamed(deps, NAME, {
      watches: [
        ...SERVICES_AND_PODS,
        { target: slices, keys: (slice) => (isOurs(slice) ? [serviceKeyOf(slice)] : []) },
        { target: NODES, keys: () => [] },
      ],
      async reconcile(key, [services, pods, all, nodes]) {
        const { namespace = '', name } = splitKey(key)
        const service = services?.get(namespace, name)
        if (!service) {
          times.forget(key)
          return void written.delete(key)
        }
        if (!serviceOf(service).spec?.selector || !all || (written.get(key) ?? 0) > all.revision) return
        const mine = all.list(namespace).filter((slice) => isOurs(slice) && serviceKeyOf(slice) === key) as Slice[]
        const near = pods?.list(namespace) ?? []
        const time = times.next(key, service, near)
        const backends = backendsOf(service, near)
        const at = { ...slices, namespace }
        const wrote = (slice: ApiObject) => written.set(key, Number(slice.metadata.resourceVersion))
        for (const plan of plansFor({ deps, service, nodes, version: slices.version, time }, backends, mine))
          await carryOut(deps.client, at, plan, wrote)
      },
    })
  },
}

const isOurs = ({ metadata }: ApiObject): boolean => metadata.labels?.[MANAGED_BY] === MANAGER

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

const comparable = ({ metadata, endpoints, ports }: Slice) => ({
  labels: metadata.labels,
  endpoints: withoutPodVersions(endpoints),
  ports,
})
