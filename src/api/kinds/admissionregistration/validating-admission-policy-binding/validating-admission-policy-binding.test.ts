import { expect, it } from 'vitest'
import { kindContext, refusals } from '../../../../testing/kinds'
import { validatingAdmissionPolicyBinding } from './validating-admission-policy-binding'

it.each<[string, object, string[]]>([
  ['a binding', {}, []],
  ['no policy', { policyName: '' }, ['Required spec.policyName']],
  ['no action', { validationActions: [] }, ['Required spec.validationActions']],
  ['another action', { validationActions: ['Log'] }, ['NotSupported spec.validationActions[0]']],
  ['an action twice', { validationActions: ['Audit', 'Audit'] }, ['Duplicate spec.validationActions[1]']],
  ['a warning of what is refused', { validationActions: ['Deny', 'Warn'] }, ['Invalid spec.validationActions']],
  ['parameters by name', { paramRef: { name: 'a', parameterNotFoundAction: 'Deny' } }, []],
  ['parameters by labels', { paramRef: { selector: {}, parameterNotFoundAction: 'Allow' } }, []],
  [
    'parameters by both',
    { paramRef: { name: 'a', selector: {}, parameterNotFoundAction: 'Deny' } },
    ['Forbidden spec.paramRef.name', 'Forbidden spec.paramRef.selector'],
  ],
  ['parameters by neither', { paramRef: { parameterNotFoundAction: 'Deny' } }, ['Required spec.paramRef']],
  [
    'nothing for parameters that are not there',
    { paramRef: { name: 'a' } },
    ['Required spec.paramRef.parameterNotFoundAction'],
  ],
])('%s', (_, spec, expected) =>
  expect(
    refusals(
      validatingAdmissionPolicyBinding,
      { spec: { policyName: 'p', validationActions: ['Deny'], ...spec } },
      kindContext({ release: 30 }),
    ),
  ).toEqual(expected),
)
