import { expect, it } from 'vitest'
import { runBench } from '../../../../api/policies/bench'
import type { PolicySpec } from '../../../../api/policies/policy'
import { INT, objectType, STRING } from '../../../../expressions/types'
import { expressionProblems, problemMarks } from './policy-marks'
import { policyText } from './policy-texts'

const NEWEST = 36
const GOOD: PolicySpec = {
  matchConstraints: {
    resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
  },
  validations: [{ expression: 'object.spec.replicas < 5' }],
}
it.each<[string, PolicySpec]>([
  [
    'spec.matchConditions[0].expression',
    { ...GOOD, matchConditions: [{ name: 'a', expression: 'object.replicaz > 1' }] },
  ],
  ['spec.variables[0].expression', { ...GOOD, variables: [{ name: 'a', expression: 'object.replicaz' }] }],
  [
    'spec.auditAnnotations[0].valueExpression',
    { ...GOOD, auditAnnotations: [{ key: 'a', valueExpression: 'string(object.replicaz)' }] },
  ],
  [
    'spec.matchConditions[0].expression',
    {
      ...GOOD,
      paramKind: { apiVersion: 'v1', kind: 'L' },
      matchConditions: [{ name: 'a', expression: 'params.mx > 1' }],
    },
  ],
])('types are checked in %s, too', (field, spec) => {
  const types = { object: objectType('object', { replicas: INT }), params: objectType('params', { max: STRING }) }
  const run = runBench(
    spec,
    { operation: 'CREATE', object: { spec: { replicas: 1 } } },
    { release: NEWEST, merge: (object) => object, types },
  )
  expect(expressionProblems(run.expressions)).toContainEqual({
    field,
    message: expect.stringContaining('undefined field') as string,
    severity: 'warning',
  })
})

it('marks are at the field in the text', () => {
  const text = policyText({ id: 'p', spec: GOOD })
  const [mark] = problemMarks(text, [{ field: 'spec.validations[0].expression', message: 'm', severity: 'error' }])
  expect(text.slice(mark?.from, mark?.to)).toContain('object.spec.replicas < 5')
})
