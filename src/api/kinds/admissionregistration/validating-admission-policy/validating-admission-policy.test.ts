import { expect, it } from 'vitest'
import { filled, kindContext, refusals } from '../../../../testing/kinds'
import { loadExpressions } from '../../../expressions'
import { validatingAdmissionPolicy } from './validating-admission-policy'

await loadExpressions()

const context = kindContext({ release: 30 })
const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }
const policy = (spec: object) => ({
  spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }], ...spec },
})

it.each<[string, object, string[]]>([
  ['a policy', {}, []],
  ['nothing to say', { validations: [] }, ['Required spec.auditAnnotations', 'Required spec.validations']],
  ['no rules', { matchConstraints: {} }, ['Required spec.matchConstraints.resourceRules']],
  ['no constraints', { matchConstraints: undefined }, ['Required spec.matchConstraints']],
  ['another failure policy', { failurePolicy: 'Maybe' }, ['NotSupported spec.failurePolicy']],
  ['an expression that is none', { validations: [{ expression: '1 +' }] }, ['Invalid spec.validations[0].expression']],
  ['an expression of another type', { validations: [{ expression: '1' }] }, ['Invalid spec.validations[0].expression']],
  ['a blank expression', { validations: [{ expression: ' ' }] }, ['Required spec.validations[0].expression']],
  [
    'parameters that it has none of',
    { validations: [{ expression: 'params.a' }] },
    ['Invalid spec.validations[0].expression'],
  ],
  [
    'parameters',
    { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'params.a == 1' }] },
    [],
  ],
  ['half a kind of parameters', { paramKind: { apiVersion: 'v1' } }, ['Required spec.paramKind.kind']],
  [
    'a message that asks the authorizer',
    { validations: [{ expression: 'true', messageExpression: "authorizer.path('/').check('get').reason()" }] },
    ['Invalid spec.validations[0].messageExpression'],
  ],
  [
    'a message of two lines',
    { validations: [{ expression: 'true', message: 'a\nb' }] },
    ['Invalid spec.validations[0].message'],
  ],
  [
    'another reason',
    { validations: [{ expression: 'true', reason: 'NotFound' }] },
    ['NotSupported spec.validations[0].reason'],
  ],
  [
    'variables that use those before them',
    {
      variables: [
        { name: 'a', expression: '1' },
        { name: 'b', expression: 'variables.a + 1' },
      ],
      validations: [{ expression: 'variables.b == 2' }],
    },
    [],
  ],
  [
    'variables that use those after them',
    {
      variables: [
        { name: 'b', expression: 'variables.a + 1' },
        { name: 'a', expression: '1' },
      ],
    },
    ['Invalid spec.variables[0].expression'],
  ],
  [
    'a variable that is a word of the language',
    { variables: [{ name: 'if', expression: '1' }] },
    ['Invalid spec.variables[0].name'],
  ],
  [
    'conditions of one name',
    {
      matchConditions: [
        { name: 'a', expression: 'true' },
        { name: 'a', expression: 'true' },
      ],
    },
    ['Duplicate spec.matchConditions[1].name'],
  ],
  [
    'annotations',
    {
      auditAnnotations: [
        { key: 'a', valueExpression: "'x'" },
        { key: 'b', valueExpression: '1' },
      ],
    },
    ['Invalid spec.auditAnnotations[1].valueExpression'],
  ],
])('%s', (_, spec, expected) => expect(refusals(validatingAdmissionPolicy, policy(spec), context)).toEqual(expected))

it('defaults missing fields', () =>
  expect(filled(validatingAdmissionPolicy, policy({}), context)).toMatchObject({
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ scope: '*' }],
      },
    },
  }))
