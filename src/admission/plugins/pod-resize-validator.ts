import { initGroups } from '../../api/kinds/shared/sidecars'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { parseQuantity, quantityMillis } from '../../machinery/quantity'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, NODES, PODS, refused } from '../shared/request'

const SYSTEM_LABEL = 'orch.io/os'
const RESOURCES = ['cpu', 'memory'] as const
type Resource = (typeof RESOURCES)[number]

interface Demands {
  readonly requests?: Readonly<Record<string, unknown>>
}

/** Thousandths of a core, or bytes. */
function amount(resource: Resource, value: unknown): number {
  const millis = Number(quantityMillis(parseQuantity(typeof value === 'string' ? value : '0')))
  return resource === 'cpu' ? millis : millis / 1000
}

/** Resources requested by a pod: the pod-level request if set, else the sum of regular containers or the largest init container. */
function requested(pod: ApiObject, resource: Resource): number {
  const spec = podOf(pod).spec ?? {}
  const of = (demands: Demands | undefined) => amount(resource, demands?.requests?.[resource])
  const sum = (list: readonly { readonly resources?: Demands }[]) =>
    list.reduce((total, one) => total + of(one.resources), 0)
  const { beside, before } = initGroups(spec.initContainers)
  const whole = (spec as { resources?: Demands }).resources
  const running = whole?.requests?.[resource] === undefined ? sum([...(spec.containers ?? []), ...beside]) : of(whole)
  return Math.max(running, ...before.map(sum)) + amount(resource, spec.overhead?.[resource])
}

/** Refuses to resize a pod beyond its node's capacity (release notes, 1.36). */
export const podResizeValidator = ({ reader, feature }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'PodResizeValidator',
  operations: ['UPDATE'],
  validate(request) {
    const { object, oldObject } = request
    if (!object || !oldObject || !feature('InPlacePodVerticalScaling') || !isAbout(request, PODS, 'resize')) return
    const name = podOf(object).spec?.nodeName
    if (!name || object.metadata.generation === oldObject.metadata.generation) return
    const node = reader.get(NODES, undefined, name)
    if (!node) throw refused(request, `node "${name}" not found`)
    const { allocatable = {} } = (node['status'] ?? {}) as { allocatable?: Record<string, unknown> }
    const over = RESOURCES.flatMap((resource) => {
      const [asked, has] = [requested(object, resource), amount(resource, allocatable[resource])]
      return asked > has ? [`${resource}, requested: ${asked}, allocatable: ${has}`] : []
    })
    if (over.length > 0) throw refused(request, `Node didn't have enough allocatable resources: ${over.join('; ')}`)
    const system = node.metadata.labels?.[SYSTEM_LABEL] ?? ''
    if (system !== 'linux')
      throw refused(request, `pod resize is only supported on linux nodes, node "${name}" is "${system}"`)
  },
})
