import type * as core from 'kt126/core/v1'
import { required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { labelsText } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { nonNegative } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { validateLastingTemplate, validatePodTemplate } from '../../shared/pod-template'
import { REPLICA_STATUS, validateSharedDisks } from '../../shared/replicas'
import { TEMPLATE_ADDRESSES, templateWarnings, unselected } from '../../shared/workloads'

type Controller = Draft<core.ReplicationController>
const read = (object: ApiObject): Controller => asDraft<core.ReplicationController>(object)

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  const { selector = {}, replicas = 0, template } = spec
  nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'))
  nonNegative(replicas, 'spec.replicas', errors)
  if (!template) {
    errors.push(required('spec.template'))
    return errors
  }
  const labels = template.metadata?.labels
  if (Object.entries(selector).some(([key, value]) => labels?.[key] !== value)) errors.push(unselected(labels))
  validatePodTemplate(template, 'spec.template', context, errors)
  if (replicas > 1) validateSharedDisks(template, 'spec.template', errors)
  validateLastingTemplate(template, 'spec.template', 'ReplicationController', errors)
  return errors
}

/** Keeps a number of pods running, found by a label map. */
export const replicationController: KindBehaviour = {
  group: '',
  resource: 'replicationcontrollers',
  kind: 'ReplicationController',
  repeatsObjectErrors: true,
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.replicas ??= 1
    if (draft.spec.template) {
      draft.spec.template = defaultPodTemplate(draft.spec.template, served)
      const labels = draft.spec.template.metadata?.labels
      if (labels) {
        if (Object.keys(draft.spec.selector ?? {}).length === 0) draft.spec.selector = { ...labels }
        if (Object.keys(object.metadata.labels ?? {}).length === 0) object.metadata.labels = { ...labels }
      }
    }
    draft.status ??= {}
    draft.status.replicas ??= 0
    for (const condition of draft.status.conditions ?? [])
      Object.assign(condition, { lastTransitionTime: condition.lastTransitionTime ?? null })
  },
  validate,
  addresses: TEMPLATE_ADDRESSES,
  warnings: templateWarnings,
  ...REPLICA_STATUS,
  fieldSelectors: { 'status.replicas': (object) => String(read(object).status?.replicas ?? 0) },
  orphansThrough: ['v1'],
  scale: {
    replicas: ['spec', 'replicas'],
    statusReplicas: ['status', 'replicas'],
    missing: { group: 'autoscaling', resource: 'replicationcontrollers/scale' },
    selector: (object) =>
      Object.entries(read(object).spec?.selector ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => `${key}=${value}`)
        .join(','),
  },
  ...tableOf(
    read,
    ['Desired', 'integer', ({ spec = {} }) => spec.replicas ?? 0],
    ['Current', 'integer', ({ status = {} }) => status.replicas ?? 0],
    ['Ready', 'integer', ({ status = {} }) => status.readyReplicas ?? 0],
    AGE,
    ...containerColumns<Controller>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => labelsText(spec.selector), { priority: 1 }],
  ),
}
