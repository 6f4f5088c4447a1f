import { expect, it } from 'vitest'
import { INT, listOf, mapOf, objectType, STRING } from '../../expressions/types'
import { completeAt, type ExpressionWorld, rulesAround } from './complete-policy'

const CONTAINER = objectType('Container', { name: STRING, image: STRING })
const POD = objectType('Pod', { spec: objectType('PodSpec', { containers: listOf(CONTAINER), nodeName: STRING }) })
const WORLD: ExpressionWorld = {
  release: 35,
  typesFor: (rules) => (rules.some(({ resources }) => resources?.includes('pods')) ? [POD] : []),
  typeOfKind: (apiVersion, kind) =>
    apiVersion === 'v1' && kind === 'ConfigMap' ? objectType('ConfigMap', { data: mapOf(STRING, STRING) }) : undefined,
}
const RULES = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
const POLICY = {
  kind: 'ValidatingAdmissionPolicy',
  spec: {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConstraints: { resourceRules: RULES },
    variables: [
      { name: 'first', expression: 'object.spec.containers[0]' },
      { name: 'second', expression: 'variables.' },
    ],
    validations: [{}],
  },
}
const MUTATING = { ...POLICY, kind: 'MutatingAdmissionPolicy' }
const WEBHOOKS = { kind: 'ValidatingWebhookConfiguration', webhooks: [{ rules: RULES }] }
const SCHEMA = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { size: { type: 'integer' }, 'my-name': { type: 'string' } } } },
}
const DEFINITION = {
  kind: 'CustomResourceDefinition',
  spec: {
    versions: [{ schema: { openAPIV3Schema: { ...SCHEMA, 'x-orch-validations': [{ optionalOldSelf: true }] } } }],
  },
}
const RULE_AT = ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'x-orch-validations', 0]

it.each([
  [POLICY, ['spec', 'validations', 0, 'expression'], 'object.spec.', ['containers', 'nodeName'], []],
  [
    POLICY,
    ['spec', 'validations', 0, 'expression'],
    '',
    ['params', 'variables', 'authorizer', 'namespaceObject'],
    ['Object'],
  ],
  [POLICY, ['spec', 'validations', 0, 'expression'], 'params.', ['data'], []],
  [POLICY, ['spec', 'validations', 0, 'expression'], 'request.userInfo.', ['username', 'groups'], []],
  [POLICY, ['spec', 'validations', 0, 'expression'], 'authorizer.', ['requestResource', 'group', 'serviceAccount'], []],
  [POLICY, ['spec', 'validations', 0, 'expression'], "authorizer.group('').resource('pods').", ['check'], []],
  [POLICY, ['spec', 'validations', 0, 'messageExpression'], '', ['object', 'params'], ['authorizer']],
  [POLICY, ['spec', 'matchConditions', 0, 'expression'], '', ['object', 'authorizer'], ['variables']],
  [POLICY, ['spec', 'auditAnnotations', 0, 'valueExpression'], 'variables.first.', ['image'], []],
  [POLICY, ['spec', 'variables', 1, 'expression'], 'variables.', ['first'], ['second']],
  [POLICY, ['spec', 'variables', 0, 'expression'], 'namespaceObject.metadata.', ['labels'], []],
  [MUTATING, ['spec', 'mutations', 0, 'applyConfiguration', 'expression'], '', ['Object'], []],
  [MUTATING, ['spec', 'mutations', 0, 'applyConfiguration', 'expression'], 'Object{', ['spec'], []],
  [
    MUTATING,
    ['spec', 'mutations', 0, 'applyConfiguration', 'expression'],
    'Object{spec: Object.spec{',
    ['nodeName'],
    [],
  ],
  [MUTATING, ['spec', 'mutations', 0, 'jsonPatch', 'expression'], '[JSONPatch{', ['op', 'path', 'value'], []],
  [MUTATING, ['spec', 'mutations', 0, 'jsonPatch', 'expression'], 'jsonpatch.', ['escapeKey'], []],
  [WEBHOOKS, ['webhooks', 0, 'matchConditions', 0, 'expression'], 'object.spec.containers[0].', ['image'], []],
  [DEFINITION, [...RULE_AT, 'rule'], 'self.spec.', ['size', 'my__dash__name'], []],
  [DEFINITION, [...RULE_AT, 'rule'], 'oldSelf.', ['orValue', 'spec'], []],
  [DEFINITION, [...RULE_AT, 'messageExpression'], '', ['self', 'oldSelf'], ['object']],
] as const)('%#: %o %s', (object, path, before, expected, absent) => {
  const labels = completeAt(object, path, before, WORLD)?.suggestions.map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining([...expected]))
  for (const label of absent) expect(labels).not.toContain(label)
})

it.each([
  [POLICY, ['spec', 'failurePolicy']],
  [POLICY, ['metadata', 'name']],
  [{ kind: 'Pod' }, ['spec', 'validations', 0, 'expression']],
  [DEFINITION, ['spec', 'group']],
  [undefined, []],
])('%#: no expression at %o', (object, path) => {
  expect(completeAt(object, path, 'object.', WORLD)).toBeUndefined()
})

it.each([
  [25, 'object.spec.containers[0].name.', 'contains', true],
  [29, '', 'quantity', true],
  [28, '', 'quantity', false],
  [32, '', 'ip', true],
  [30, '', 'ip', false],
])('in release %i, %s knows %s: %s', (release, before, label, known) => {
  const found = completeAt(POLICY, ['spec', 'validations', 0, 'expression'], before, { ...WORLD, release })
  expect(found?.suggestions.some((one) => one.label === label)).toBe(known)
})

it('numbers of a type have what numbers have', () => {
  const world = { ...WORLD, typesFor: () => [objectType('Scale', { replicas: INT })] }
  const found = completeAt(POLICY, ['spec', 'validations', 0, 'expression'], 'object.', world)
  expect(found?.suggestions[0]).toEqual({ label: 'replicas', kind: 'field', detail: 'int', text: 'replicas' })
})

it.each([
  [POLICY, ['spec', 'validations', 0, 'expression'], 1],
  [WEBHOOKS, ['webhooks', 0, 'matchConditions', 0, 'expression'], 1],
  [WEBHOOKS, ['metadata', 'name'], 0],
  [undefined, [], 0],
] as const)('%#: rules around %o', (object, path, count) => expect(rulesAround(object, path)).toHaveLength(count))
