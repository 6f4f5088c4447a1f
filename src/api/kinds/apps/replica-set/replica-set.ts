import type * as apps from 'kt126/apps/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { nonNegative } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { REPLICA_STATUS } from '../../shared/replicas'
import {
  completeConditions,
  selectorIsFixed,
  TEMPLATE_ADDRESSES,
  templateWarnings,
  validateReadable,
  validateReplicated,
  validateSelector,
  WORKLOAD_SCALE,
} from '../../shared/workloads'

const read = (object: ApiObject): Draft<apps.ReplicaSet> => asDraft<apps.ReplicaSet>(object)

/** Keeps a number of identical pods running. */
export const replicaSet: KindBehaviour = {
  group: 'apps',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  repeatsObjectErrors: true,
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.replicas ??= 1
    draft.spec.template = defaultPodTemplate(draft.spec.template, served)
    draft.status ??= {}
    draft.status.replicas ??= 0
    completeConditions(draft.status.conditions)
  },
  validate(object, context) {
    const { spec = {} } = read(object)
    const errors: Errors = []
    nonNegative(spec.replicas, 'spec.replicas', errors)
    nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
    validateSelector(spec.selector, 'deployment', errors)
    if (validateReadable(spec.selector, errors)) validateReplicated(spec, context, errors)
    return errors
  },
  validateUpdate: selectorIsFixed,
  addresses: TEMPLATE_ADDRESSES,
  warnings: templateWarnings,
  ...REPLICA_STATUS,
  orphansThrough: ['extensions/v1beta1', 'apps/v1beta2'],
  scale: { ...WORKLOAD_SCALE, missing: { group: 'apps', resource: 'replicasets/scale' } },
  ...tableOf(
    read,
    ['Desired', 'integer', ({ spec = {} }) => spec.replicas ?? 0],
    ['Current', 'integer', ({ status = {} }) => status.replicas ?? 0],
    ['Ready', 'integer', ({ status = {} }) => status.readyReplicas ?? 0],
    AGE,
    ...containerColumns<Draft<apps.ReplicaSet>>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.selector), { priority: 1 }],
  ),
}
