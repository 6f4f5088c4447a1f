import type * as apps from 'kt126/apps/v1'
import { goStrategy } from '../go-strategy'
import { TEMPLATE_GENERATION, unreadableNumber } from '../older-fields'
import { invalid, notSupported, required } from '../../../../machinery/field-error'
import { goIntOrString, goSelector } from '../../../../machinery/go-values'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { labelsText, selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelSelector, nonNegative } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { validateSharedDisks } from '../../shared/replicas'
import {
  amountOrPercent,
  atMostAll,
  collisionsGrow,
  completeConditions,
  isEmptySelector,
  nonNegativeCounts,
  plainValue,
  selectorIsFixed,
  selects,
  TEMPLATE_ADDRESSES,
  templateWarnings,
  unselected,
  validateWorkloadTemplate,
} from '../../shared/workloads'

const read = (object: ApiObject): Draft<apps.DaemonSet> => asDraft<apps.DaemonSet>(object)
const ZEROS = {
  currentNumberScheduled: 0,
  desiredNumberScheduled: 0,
  numberMisscheduled: 0,
  numberReady: 0,
}
const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
]

function validateStrategy(strategy: Draft<apps.DaemonSetUpdateStrategy>, release: number, errors: Errors): void {
  if (strategy.type === 'OnDelete') return
  if (strategy.type !== 'RollingUpdate')
    return void errors.push(
      notSupported('spec.updateStrategy', goStrategy('DaemonSet', strategy), ['RollingUpdate', 'OnDelete']),
    )
  const field = 'spec.updateStrategy.rollingUpdate'
  if (!strategy.rollingUpdate) return void errors.push(required(field))
  const { maxUnavailable, maxSurge } = strategy.rollingUpdate
  amountOrPercent(maxUnavailable, `${field}.maxUnavailable`, errors)
  atMostAll(maxUnavailable, `${field}.maxUnavailable`, errors)
  amountOrPercent(maxSurge, `${field}.maxSurge`, errors)
  atMostAll(maxSurge, `${field}.maxSurge`, errors)
  const [down, up] = [plainValue(maxUnavailable), plainValue(maxSurge)]
  if (!behaves('daemon-set-surge', release)) {
    if (down === 0) errors.push(invalid(`${field}.maxUnavailable`, goIntOrString(maxUnavailable), 'cannot be 0'))
  } else if (down > 0 && up > 0)
    errors.push(invalid(`${field}.maxSurge`, goIntOrString(maxSurge), 'may not be set when maxUnavailable is non-zero'))
  else if (down === 0 && up === 0) errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'))
}

function validate(object: ApiObject, context: KindContext): Errors {
  const { spec = {} } = read(object)
  const { template = {}, selector } = spec
  const errors: Errors = []
  labelSelector(selector, 'spec.selector', errors)
  if (!selects(selector, template.metadata?.labels)) errors.push(unselected(template.metadata?.labels))
  if (isEmptySelector(selector))
    errors.push(invalid('spec.selector', goSelector(selector), 'empty selector is invalid for daemonset'))
  validateWorkloadTemplate(template, 'DaemonSet', context, errors)
  validateSharedDisks(template, 'spec.template', errors)
  nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  validateStrategy(spec.updateStrategy ?? {}, context.release, errors)
  nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit', errors)
  return errors
}

const templateGeneration = (object: ApiObject): number => {
  const value = Number(object.metadata.annotations?.[TEMPLATE_GENERATION])
  return Number.isInteger(value) && value > 0 ? value : 1
}
function countTemplate(object: ApiObject, generation: number): void {
  object.metadata.annotations = { ...object.metadata.annotations, [TEMPLATE_GENERATION]: String(generation) }
}

/** The annotation is present in every version, so a writer owns it even without setting it. */
function nameTemplateGeneration({ metadata }: ApiObject): void {
  if (metadata.annotations?.[TEMPLATE_GENERATION] === undefined)
    metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: '0' }
}

/** Runs a pod on every matching node. */
export const daemonSet: KindBehaviour = {
  group: 'apps',
  resource: 'daemonsets',
  kind: 'DaemonSet',
  unreadable: unreadableNumber(TEMPLATE_GENERATION),
  repeatsObjectErrors: true,
  defaults(object, _version, served) {
    nameTemplateGeneration(object)
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.template = defaultPodTemplate(spec.template, served)
    spec.updateStrategy ??= {}
    spec.updateStrategy.type ||= 'RollingUpdate'
    if (spec.updateStrategy.type === 'RollingUpdate') {
      spec.updateStrategy.rollingUpdate ??= {}
      spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1
      if (behaves('daemon-set-surge', served.release)) spec.updateStrategy.rollingUpdate.maxSurge ??= 0
    }
    spec.revisionHistoryLimit ??= 10
    draft.status = { ...ZEROS, ...draft.status }
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    object['status'] = { ...ZEROS }
    countTemplate(object, templateGeneration(object))
  },
  prepareForUpdate(object, old) {
    const changed = !equal(read(object).spec?.template, read(old).spec?.template)
    countTemplate(object, templateGeneration(old) + (changed ? 1 : 0))
  },
  validate,
  validateUpdate: selectorIsFixed,
  addresses: TEMPLATE_ADDRESSES,
  warnings: templateWarnings,
  hasStatus: true,
  orphansThrough: ['extensions/v1beta1', 'apps/v1beta2'],
  subresources: {
    status: {
      validateUpdate(object, old) {
        const { status = {} } = read(object)
        const errors: Errors = []
        nonNegativeCounts(status, COUNTS, errors)
        collisionsGrow(status, read(old).status ?? {}, errors)
        return errors
      },
    },
  },
  ...tableOf(
    read,
    ['Desired', 'integer', ({ status = {} }) => status.desiredNumberScheduled ?? 0],
    ['Current', 'integer', ({ status = {} }) => status.currentNumberScheduled ?? 0],
    ['Ready', 'integer', ({ status = {} }) => status.numberReady ?? 0],
    ['Up-to-date', 'integer', ({ status = {} }) => status.updatedNumberScheduled ?? 0],
    ['Available', 'integer', ({ status = {} }) => status.numberAvailable ?? 0],
    ['Node Selector', 'string', ({ spec = {} }) => labelsText(spec.template?.spec?.nodeSelector)],
    AGE,
    ...containerColumns<Draft<apps.DaemonSet>>(({ spec = {} }) => spec.template?.spec),
    ['Selector', 'string', ({ spec = {} }) => selectorCell(spec.selector), { priority: 1 }],
  ),
}
