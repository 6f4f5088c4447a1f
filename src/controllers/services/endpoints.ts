import { ENDPOINTS } from '../../client/core-targets'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerRow } from '../controllers'
import { withoutZeroValues, remove, runNamed } from '../kit'
import { isStatus } from '../../client/status-error'
import {
  type Backend,
  backendsOf,
  groupBy,
  HEADLESS,
  isHeadless,
  SERVICES_AND_PODS,
  serviceOf,
  targetOf,
  withoutPodVersions,
} from './backends'
import { TriggerTimes, withTriggerTime } from './trigger-times'

const NAME = 'endpoint'

/** Keeps the pod addresses of each service in the Endpoints object of the same name. */
export const endpoints: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'endpoint-controller',
  needs: ['v1/services', 'v1/pods', 'v1/endpoints'],
  start(deps) {
    const times = new TriggerTimes()
    return runNamed(deps, NAME, {
      watches: [
        ...SERVICES_AND_PODS,
        { target: ENDPOINTS, keys: (object, [services]) => (services?.get(...idOf(object)) ? [keyOf(object)] : []) },
      ],
      async reconcile(key, [services, pods, all]) {
        const { namespace = '', name } = splitKey(key)
        const service = services?.get(namespace, name)
        const present = all?.get(namespace, name)
        if (!service) {
          times.forget(key)
          return void (present && (await remove(deps.client, ENDPOINTS, present)))
        }
        if (!serviceOf(service).spec?.selector) return
        const near = pods?.list(namespace) ?? []
        const time = times.next(key, service, near)
        const wanted = endpointsFor(service, backendsOf(service, near), present, deps.release, time)
        if (present && equal(withoutZeroValues(comparable(wanted)), withoutZeroValues(comparable(present)))) return
        const target = { ...ENDPOINTS, namespace }
        try {
          if (present) await deps.client.update(target, wanted)
          else await deps.client.create(target, wanted)
        } catch (error) {
          // The namespace is terminating: nothing can be created in it.
          if (!isStatus(error, 'Forbidden')) throw error
        }
      },
    })
  },
}

const idOf = ({ metadata }: ApiObject) => [metadata.namespace, metadata.name ?? ''] as const

const comparable = ({ metadata, subsets }: ApiObject) => ({
  labels: metadata.labels,
  subsets: withoutPodVersions(subsets),
})

function endpointsFor(
  service: ApiObject,
  backends: readonly Backend[],
  present: ApiObject | undefined,
  release: number,
  time: string | undefined,
): ApiObject {
  const { name = '', namespace, labels = {} } = service.metadata
  const anyway = serviceOf(service).spec?.publishNotReadyAddresses === true
  const shown = backends.filter(({ terminating }) => anyway || !terminating)
  return {
    metadata: {
      ...(present && clone(present.metadata)),
      name,
      namespace,
      labels: { ...labels, ...(isHeadless(service) && { [HEADLESS]: '' }) },
      annotations: withTriggerTime(present?.metadata.annotations, time),
    },
    subsets: subsetsOf(shown, isHeadless(service), release),
  }
}

function subsetsOf(backends: readonly Backend[], headless: boolean, release: number): object[] {
  // Only a headless service has endpoints without ports.
  const reached = backends.filter(({ ports }) => headless || ports.length > 0)
  return [...groupBy(reached, ({ ports }) => JSON.stringify(ports)).values()].map((group) => {
    const ports = group[0]?.ports ?? []
    const side = (ready: boolean) =>
      group.filter((backend) => backend.ready === ready).map((one) => addressOf(one, release))
    const [addresses, notReadyAddresses] = [side(true), side(false)]
    return {
      ...(addresses.length > 0 && { addresses }),
      ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
      ...(ports.length > 0 && { ports }),
    }
  })
}

const addressOf = (backend: Backend, release: number) => ({
  ip: backend.ip,
  ...(backend.hostname && { hostname: backend.hostname }),
  ...(backend.nodeName && { nodeName: backend.nodeName }),
  targetRef: targetOf(backend, release),
})
