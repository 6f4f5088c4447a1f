import { describe, expect, it } from 'vitest'
import type { NamedResource } from '../../machinery/named-resource'
import { answerOf, runBench } from './bench'
import type { BenchRequest } from './bench-request'
import type { PolicySpec } from './policy'

const DEPLOYMENTS: NamedResource = {
  ...{ group: 'apps', version: 'v1', resource: 'deployments', singular: 'deployment', kind: 'Deployment' },
  ...{ namespaced: true, verbs: ['list'], shortNames: [], categories: [] },
}
const OPTIONS = { release: 36, merge: (object: object) => object, resources: [DEPLOYMENTS] }
const OBJECT = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', namespace: 'web' } }
const spec = (expression: string, more: Partial<PolicySpec> = {}): PolicySpec => ({
  matchConstraints: {
    resourceRules: [{ operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] }],
  },
  validations: [{ expression }],
  ...more,
})
function said(policy: PolicySpec, request: Partial<BenchRequest> = {}) {
  const whole = { operation: 'CREATE', object: OBJECT, ...request }
  const run = runBench(policy, whole, OPTIONS)
  return [answerOf(run, policy, whole).said, run.skipped]
}

describe('the request that expressions see on the bench', () => {
  it.each<[string, Partial<BenchRequest>]>([
    ["request.kind.group == 'apps' && request.kind.version == 'v1' && request.kind.kind == 'Deployment'", {}],
    ["request.requestKind == request.kind && request.resource.resource == 'deployments'", {}],
    ["request.name == 'shop' && request.namespace == 'web' && !request.dryRun && !has(request.subResource)", {}],
    ["request.userInfo.username == 'alice' && 'system:authenticated' in request.userInfo.groups", {}],
    [
      "request.userInfo.uid == 'u' && request.userInfo.groups == ['a']",
      { user: { username: 'bob', uid: 'u', groups: ['a'] } },
    ],
    ['request.dryRun', { dryRun: true }],
  ])('%s', (expression, request) => {
    expect(said(spec(expression), request)).toEqual(['allowed', undefined])
  })
})

describe('a request that a policy does not match', () => {
  it.each<[string, Partial<PolicySpec>, Partial<BenchRequest>, string]>([
    ['by its rules', {}, { operation: 'UPDATE' }, 'no rule of matchConstraints names this operation on this resource'],
    [
      'by a match condition',
      { matchConditions: [{ name: 'never', expression: 'false' }] },
      {},
      'a match condition is false',
    ],
  ])('is let through %s, and its values are shown all the same', (_, more, request, why) => {
    expect(said(spec('false', more), request)).toEqual(['not for this request', why])
  })
  it('shows values of its expressions', () => {
    const run = runBench(spec("object.metadata.name == 'other'"), { operation: 'DELETE', object: OBJECT }, OPTIONS)
    expect(run.expressions[0]?.parts.map(({ value }) => value)).toContain('false')
  })
})
