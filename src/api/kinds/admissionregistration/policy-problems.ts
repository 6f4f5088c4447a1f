import { notSupported, required } from '../../../machinery/field-error'
import { clone } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { policySpecOf } from '../../policies/policy'
import type { Errors } from '../meta/rules'
import { validateChangeable } from './match-resources'
import { validateExpressions, validateMutations } from './policy-expressions'
import { defaultPolicy, validatePolicy } from './policy-rules'

const REINVOCATION = ['IfNeeded', 'Never']

/** What is wrong with a validating policy, defaults included. */
export function validatingPolicyErrors(object: ApiObject, release: number): Errors {
  const errors: Errors = []
  const spec = policySpecOf(object)
  validatePolicy(spec, release, errors)
  validateExpressions(spec, object.metadata.name ?? '', release, errors)
  return errors
}

/** What is wrong with a mutating policy, defaults included. */
export function mutatingPolicyErrors(object: ApiObject, release: number): Errors {
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

/** What a server of a release would refuse in a policy that is still being written, without the defaults. */
export function policyProblems(policy: ApiObject, release: number): Errors {
  const whole = clone(policy)
  defaultPolicy(whole)
  return policySpecOf(whole).mutations === undefined
    ? validatingPolicyErrors(whole, release)
    : mutatingPolicyErrors(whole, release)
}
