import type * as apps from 'kt126/apps/v1'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { goStrategy } from '../go-strategy'
import { ROLLBACK, unreadableNumber } from '../older-fields'
import { goIntOrString } from '../../../../machinery/go-values'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { nonNegative } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import {
  amountOrPercent,
  atMostAll,
  collisionsGrow,
  completeConditions,
  nonNegativeCounts,
  plainValue,
  selectorIsFixed,
  TEMPLATE_ADDRESSES,
  templateWarnings,
  validateReadable,
  validateReplicated,
  validateSelector,
  WORKLOAD_SCALE,
} from '../../shared/workloads'

const read = (object: ApiObject): Draft<apps.Deployment> => asDraft<apps.Deployment>(object)
const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'collisionCount',
]

function validateStrategy(strategy: Draft<apps.DeploymentStrategy>, errors: Errors): void {
  const { type, rollingUpdate } = strategy
  const field = 'spec.strategy.rollingUpdate'
  if (type === 'Recreate') {
    if (rollingUpdate) errors.push(forbidden(field, "may not be specified when strategy `type` is 'Recreate'"))
    return
  }
  if (type !== 'RollingUpdate')
    return void errors.push(
      notSupported('spec.strategy', goStrategy('Deployment', strategy), ['Recreate', 'RollingUpdate']),
    )
  if (!rollingUpdate) return void errors.push(required(field, 'this should be defaulted and never be nil'))
  const { maxUnavailable, maxSurge } = rollingUpdate
  amountOrPercent(maxUnavailable, `${field}.maxUnavailable`, errors)
  amountOrPercent(maxSurge, `${field}.maxSurge`, errors)
  if (plainValue(maxUnavailable) === 0 && plainValue(maxSurge) === 0)
    errors.push(invalid(`${field}.maxUnavailable`, goIntOrString(maxUnavailable), 'may not be 0 when `maxSurge` is 0'))
  atMostAll(maxUnavailable, `${field}.maxUnavailable`, errors)
}

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  nonNegative(spec.replicas, 'spec.replicas', errors)
  validateSelector(spec.selector, 'deployment', errors)
  if (validateReadable(spec.selector, errors)) validateReplicated(spec, context, errors)
  validateStrategy(spec.strategy ?? {}, errors)
  nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit', errors)
  const deadline = spec.progressDeadlineSeconds
  nonNegative(deadline, 'spec.progressDeadlineSeconds', errors)
  if (deadline !== undefined && deadline <= (spec.minReadySeconds ?? 0))
    errors.push(invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'))
  return errors
}

function validateStatus(object: ApiObject, old: ApiObject): Errors {
  const { status = {} } = read(object)
  const errors: Errors = []
  nonNegativeCounts(status, COUNTS, errors)
  const notMore = (member: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas', limit: number, what: string) => {
    if ((status[member] ?? 0) > limit)
      errors.push(invalid(`status.${member}`, status[member] ?? 0, `cannot be greater than ${what}`))
  }
  const { replicas = 0, readyReplicas = 0 } = status
  notMore('updatedReplicas', replicas, 'status.replicas')
  notMore('readyReplicas', replicas, 'status.replicas')
  notMore('availableReplicas', replicas, 'status.replicas')
  notMore('availableReplicas', readyReplicas, 'readyReplicas')
  collisionsGrow(status, read(old).status ?? {}, errors)
  return errors
}

/** Unlike for other kinds, a status update does not change labels. */
function keepSpecAndLabels(object: ApiObject, old: ApiObject): void {
  object['spec'] = clone(old['spec'])
  if (old.metadata.labels) object.metadata.labels = { ...old.metadata.labels }
  else delete object.metadata.labels
}

/** Manages replica sets to roll out a pod template. */
export const deployment: KindBehaviour = {
  group: 'apps',
  resource: 'deployments',
  kind: 'Deployment',
  unreadable: unreadableNumber(ROLLBACK),
  metadataPasses: [1, 0],
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.replicas ??= 1
    spec.strategy ??= {}
    spec.strategy.type ||= 'RollingUpdate'
    if (spec.strategy.type === 'RollingUpdate') {
      spec.strategy.rollingUpdate ??= {}
      spec.strategy.rollingUpdate.maxUnavailable ??= '25%'
      spec.strategy.rollingUpdate.maxSurge ??= '25%'
    }
    spec.revisionHistoryLimit ??= 10
    spec.progressDeadlineSeconds ??= 600
    spec.template = defaultPodTemplate(spec.template, served)
    draft.status ??= {}
    completeConditions(draft.status.conditions, 'lastUpdateTime')
  },
  prepareForCreate(object) {
    object['status'] = {}
  },
  validate,
  validateUpdate: selectorIsFixed,
  addresses: TEMPLATE_ADDRESSES,
  warnings: templateWarnings,
  hasStatus: true,
  orphansThrough: ['extensions/v1beta1', 'apps/v1beta1'],
  // Annotations record rollout history, so changing them increases the generation.
  generation: (object, old) =>
    !equal(object['spec'], old['spec']) || !equal(object.metadata.annotations ?? {}, old.metadata.annotations ?? {}),
  subresources: { status: { prepareForUpdate: keepSpecAndLabels, validateUpdate: validateStatus } },
  scale: { ...WORKLOAD_SCALE, missing: { group: 'apps', resource: 'deployments/scale' } },
  ...tableOf(
    read,
    ['Ready', 'string', ({ spec = {}, status = {} }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`],
    ['Up-to-date', 'string', ({ status = {} }) => status.updatedReplicas ?? 0],
    ['Available', 'string', ({ status = {} }) => status.availableReplicas ?? 0],
    AGE,
    ...containerColumns<Draft<apps.Deployment>>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.selector), { priority: 1 }],
  ),
}
