import { notSupported, required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../../kind'
import { policySpecOf } from '../../../policies/policy'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { validateChangeable } from '../match-resources'
import { mayNameParamKind } from '../param-rights'
import { validateMutations } from '../policy-expressions'
import { defaultPolicy, PARAM_KIND, validatePolicy } from '../policy-rules'

const REINVOCATION = ['Never', 'IfNeeded']

function validate(object: ApiObject, { release }: KindContext): Errors {
  const errors: Errors = []
  const spec = policySpecOf(object)
  validatePolicy(spec, release, errors)
  if (spec.matchConstraints) validateChangeable(spec.matchConstraints, 'spec.matchConstraints', errors)
  validateMutations(spec, release, errors)
  const { reinvocationPolicy = '' } = spec
  if (reinvocationPolicy === '') errors.push(required('spec.reinvocationPolicy'))
  else if (!REINVOCATION.includes(reinvocationPolicy))
    errors.push(notSupported('spec.reinvocationPolicy', reinvocationPolicy, REINVOCATION))
  return errors
}

/** Changes objects in requests, as defined by expressions. */
export const mutatingAdmissionPolicy: KindBehaviour = {
  group: 'admissionregistration.orch.io',
  resource: 'mutatingadmissionpolicies',
  kind: 'MutatingAdmissionPolicy',
  unconditionalUpdate: false,
  generation: true,
  defaults: (object) => defaultPolicy(object),
  validate,
  verify: mayNameParamKind(validate),
  ...tableOf(policySpecOf, ['Mutations', 'integer', ({ mutations = [] }) => mutations.length], PARAM_KIND, AGE),
}
