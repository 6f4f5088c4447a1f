import { invalid, required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { UNSET } from '../../meta/columns'
import type { Errors } from '../../meta/rules'
import { present, subdomain, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

interface SliceSpec {
  driver?: string
  nodeName?: string
  nodeSelector?: object
  allNodes?: boolean
  perDeviceNodeSelection?: boolean
  pool?: { name?: string; resourceSliceCount?: number; generation?: number }
}
const sliceOf = (object: ApiObject): SliceSpec => object['spec'] ?? {}

/** Devices of a driver, on one node or several. */
export const resourceSlice: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'resourceslices',
  kind: 'ResourceSlice',
  generation: true,
  validate(object) {
    const { driver, pool = {}, nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = sliceOf(object)
    const errors: Errors = []
    if (present(driver, 'spec.driver', errors)) subdomain(driver ?? '', 'spec.driver', errors)
    present(pool.name, 'spec.pool.name', errors)
    if ((pool.resourceSliceCount ?? 0) <= 0)
      errors.push(invalid('spec.pool.resourceSliceCount', pool.resourceSliceCount ?? 0, 'must be greater than zero'))
    if ((pool.generation ?? 0) < 0)
      errors.push(invalid('spec.pool.generation', pool.generation, 'must be greater than or equal to zero'))
    const choices = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'
    const set = [nodeName, nodeSelector, allNodes, perDeviceNodeSelection].filter(Boolean).length
    if (set === 0) errors.push(required('spec', choices))
    if (set > 1) errors.push(invalid('spec', null, `${choices}, but multiple fields are set`))
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    const [now, before] = [sliceOf(object), sliceOf(old)]
    for (const field of ['driver', 'nodeName', 'nodeSelector', 'allNodes'] as const)
      unchanged(now[field], before[field], `spec.${field}`, errors)
    unchanged(now.pool?.name, before.pool?.name, 'spec.pool.name', errors)
    return errors
  },
  fieldSelectors: {
    'spec.nodeName': (object) => sliceOf(object).nodeName ?? '',
    'spec.driver': (object) => sliceOf(object).driver ?? '',
  },
  ...tableOf(
    sliceOf,
    ['Node', 'string', ({ nodeName }) => nodeName || UNSET],
    ['Driver', 'string', ({ driver }) => driver ?? ''],
    ['Pool', 'string', ({ pool }) => pool?.name ?? ''],
    AGE,
  ),
}
