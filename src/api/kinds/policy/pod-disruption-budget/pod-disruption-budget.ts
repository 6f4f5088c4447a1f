import type * as policy from 'kt126/policy/v1'
import { invalid } from '../../../../machinery/field-error'
import { goStructJson, GoText } from '../../../../machinery/go-values'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelSelector, optionalOneOf } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { amountOrPercent, atMostAll, completeConditions, nonNegativeCounts } from '../../shared/workloads'

const read = (object: ApiObject): Draft<policy.PodDisruptionBudget> => asDraft<policy.PodDisruptionBudget>(object)
const goBudget = (spec: NonNullable<Draft<policy.PodDisruptionBudget>['spec']>): GoText => {
  const { minAvailable = null, selector = null, maxUnavailable = null, unhealthyPodEvictionPolicy = null } = spec
  const fields = {
    MinAvailable: minAvailable,
    Selector: selector,
    MaxUnavailable: maxUnavailable,
    UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy,
  }
  return new GoText(goStructJson('policy.PodDisruptionBudgetSpec', spec).text, fields)
}
const ZEROS = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 }

/** Limits how many pods of an application may be unavailable at once. */
export const podDisruptionBudget: KindBehaviour = {
  group: 'policy',
  resource: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  metadataPasses: [0, 0],
  anyFinalizer: true,
  nameRule: 'path',
  unconditionalUpdate: false,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.status = { ...ZEROS, ...draft.status }
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    object['status'] = { ...ZEROS }
  },
  validate(object) {
    const { spec = {} } = read(object)
    const { minAvailable, maxUnavailable } = spec
    const errors: Errors = []
    if (minAvailable !== undefined && maxUnavailable !== undefined)
      errors.push(invalid('spec', goBudget(spec), 'minAvailable and maxUnavailable cannot be both set'))
    for (const member of ['minAvailable', 'maxUnavailable'] as const) {
      amountOrPercent(spec[member], `spec.${member}`, errors)
      atMostAll(spec[member], `spec.${member}`, errors)
    }
    labelSelector(spec.selector, 'spec.selector', errors)
    optionalOneOf(
      spec.unhealthyPodEvictionPolicy,
      ['AlwaysAllow', 'IfHealthyBudget'],
      'spec.unhealthyPodEvictionPolicy',
      errors,
    )
    return errors
  },
  hasStatus: true,
  subresources: {
    status: {
      validateUpdate(object, _old, { version }) {
        const errors: Errors = []
        // The beta version takes any numbers.
        if (version === 'v1beta1') return errors
        nonNegativeCounts(read(object).status ?? {}, Object.keys(ZEROS), errors)
        return errors
      },
    },
  },
  ...tableOf(
    read,
    ['Min Available', 'string', ({ spec = {} }) => String(spec.minAvailable ?? 'N/A')],
    ['Max Unavailable', 'string', ({ spec = {} }) => String(spec.maxUnavailable ?? 'N/A')],
    ['Allowed Disruptions', 'integer', ({ status = {} }) => status.disruptionsAllowed ?? 0],
    AGE,
  ),
}
