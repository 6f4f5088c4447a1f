import { describe, expect, it, test } from 'vitest'
import { runBench } from '../../../../api/policies/bench'
import { POLICY_EXAMPLES } from '../../../../api/policies/examples/catalogue'
import type { PolicySpec } from '../../../../api/policies/policy'
import { loadExpressions } from '../../../../api/expressions'
import { formProblems } from './form-problems'
import { expressionProblems } from './policy-marks'

await loadExpressions()

const NEWEST = 36
const GOOD: PolicySpec = {
  matchConstraints: {
    resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
  },
  validations: [{ expression: 'object.spec.replicas < 5' }],
}
const problems = (spec: PolicySpec, release = NEWEST) => formProblems({ name: 'p', spec }, release, undefined, [])

test.each(POLICY_EXAMPLES.map((example) => [example.id, example] as const))('%s has none', (_, { id, spec }) =>
  expect(formProblems({ name: id, spec }, NEWEST, undefined, [])).toEqual([]),
)

describe('problems of the form', () => {
  it.each<[string, PolicySpec, string, string]>([
    ['no constraints', { validations: GOOD.validations ?? [] }, 'spec.matchConstraints', 'Required value'],
    [
      'an unknown failure policy',
      { ...GOOD, failurePolicy: 'Never' },
      'spec.failurePolicy',
      'Unsupported value: "Never"',
    ],
    [
      'no version of parameters',
      { ...GOOD, paramKind: { kind: 'Limit' } },
      'spec.paramKind.apiVersion',
      'Required value',
    ],
    [
      'a group that can not be',
      { ...GOOD, paramKind: { apiVersion: 'a/b/c', kind: 'L' } },
      'spec.paramKind.apiVersion',
      'Invalid value: "a/b/c"',
    ],
    [
      'conditions with one name',
      {
        ...GOOD,
        matchConditions: [
          { name: 'a', expression: 'true' },
          { name: 'a', expression: 'true' },
        ],
      },
      'spec.matchConditions[1].name',
      'Duplicate value: "a"',
    ],
    [
      'a condition without an expression',
      { ...GOOD, matchConditions: [{ name: 'a', expression: ' ' }] },
      'spec.matchConditions[0].expression',
      'Required value',
    ],
    [
      'an unknown reason',
      { ...GOOD, validations: [{ expression: 'true', reason: 'Why' }] },
      'spec.validations[0].reason',
      'Unsupported value: "Why"',
    ],
    [
      'a name that is no identifier',
      { ...GOOD, variables: [{ name: 'a-b', expression: '1' }] },
      'spec.variables[0].name',
      'a valid CEL identifier',
    ],
    [
      'nothing to do',
      { ...GOOD, mutations: [] },
      'spec.mutations',
      'Required value: mutations must contain at least one item',
    ],
  ])('tell of %s', (_, spec, field, message) =>
    expect(problems(spec)).toContainEqual({
      field,
      message: expect.stringContaining(message) as string,
      severity: 'error',
    }),
  )

  it('warn of parameters of a kind that the cluster does not serve', () => {
    const served = { group: 'example.com', version: 'v1', kind: 'Limit' }
    const discovery = { groups: [], missing: [], resources: [served] } as unknown as Parameters<typeof formProblems>[2]
    const of = (kind: string) =>
      formProblems(
        { name: 'p', spec: { ...GOOD, paramKind: { apiVersion: 'example.com/v1', kind } } },
        NEWEST,
        discovery,
        [],
      )
    expect(of('Limit')).toEqual([])
    expect(of('Limits')).toEqual([
      {
        field: 'spec.paramKind',
        message: expect.stringContaining('example.com/v1, Kind=Limits') as string,
        severity: 'warning',
      },
    ])
  })

  it('are left to the expression that already has one', () => {
    const spec = { ...GOOD, matchConditions: [{ name: 'a', expression: 'object.' }] }
    const told = expressionProblems(
      runBench(spec, { operation: 'CREATE' }, { release: NEWEST, merge: (object) => object }).expressions,
    )
    expect(told.map(({ field }) => field)).toEqual(['spec.matchConditions[0].expression'])
    expect(formProblems({ name: 'p', spec }, NEWEST, undefined, told)).toEqual([])
  })
})
