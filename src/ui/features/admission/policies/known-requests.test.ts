import { describe, expect, it } from 'vitest'
import type { PolicySpec } from '../../../../api/policies/policy'
import type { NamedResource } from '../../../../machinery/named-resource'
import type { ApiObject } from '../../../../machinery/object'
import type { RequestTrace, TraceStep } from '../../../../server/trace'
import { answersOf, pastRequest, kindsMatchedBy, storedRequests } from './known-requests'

const options = { release: 35, merge: (object: object) => object }
const resource = (name: string, kind: string, group = '', version = 'v1'): NamedResource => ({
  ...{ group, version, resource: name, kind, namespaced: true, shortNames: [], categories: [] },
  ...{ singular: kind.toLowerCase(), verbs: ['list'] },
})
const PODS = resource('pods', 'Pod')
const DEPLOYMENTS = resource('deployments', 'Deployment', 'apps')
const pod = (name: string, labels: Record<string, string> = {}): ApiObject => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  metadata: { name, namespace: 'shop', labels, managedFields: [] },
})
const spec: PolicySpec = {
  matchConstraints: {
    resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['*'], resources: ['pods'] }],
  },
  validations: [{ expression: "'team' in object.metadata.labels", message: 'a team is missing' }],
}
const SHOP: ApiObject = { ...{ apiVersion: 'v1', kind: 'Namespace' }, metadata: { name: 'shop' } }
const step = (stage: TraceStep['stage'], before: unknown, after: unknown): TraceStep => ({
  ...{ stage, verdict: 'changed', reason: '', startMs: 0, durationMs: 0, before, after },
})
const trace = (verb: string, ...steps: TraceStep[]): RequestTrace => ({
  ...{ id: '1', at: 0, method: 'POST', path: '/', verb, user: 'bob', groups: [], status: 200, durationMs: 0, steps },
})

describe('the kinds of a policy', () => {
  it.each<[string, Partial<NonNullable<PolicySpec['matchConstraints']>>, string[]]>([
    ['are those of its rules', {}, ['pods']],
    [
      'are all where it says so',
      { resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }] },
      ['pods', 'deployments'],
    ],
    ['lack what is excluded', { excludeResourceRules: spec.matchConstraints?.resourceRules ?? [] }, []],
  ])('%s', (_, constraints, expected) => {
    const changed = { ...spec, matchConstraints: { ...spec.matchConstraints, ...constraints } }
    expect(kindsMatchedBy(changed, [PODS, PODS, DEPLOYMENTS]).map((one) => one.resource)).toEqual(expected)
  })
})

it('stored objects are asked for as if they were created now, in their namespace', () => {
  expect(storedRequests([pod('a')], [SHOP])).toEqual([
    {
      title: 'Pod shop/a',
      request: {
        operation: 'CREATE',
        object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'shop', labels: {} } },
        namespaceObject: SHOP,
      },
    },
  ])
})

describe('a request that was made', () => {
  it.each<[string, RequestTrace, unknown]>([
    ['creates', trace('create', step('store', undefined, pod('a'))), { operation: 'CREATE', old: undefined }],
    ['changes', trace('patch', step('store', pod('a'), pod('b'))), { operation: 'UPDATE', old: 'a' }],
    ['was refused', trace('create', step('defaulting', {}, pod('a'))), { operation: 'CREATE', old: undefined }],
  ])('%s', (_, one, expected) => {
    const known = pastRequest(one, [PODS], [SHOP])?.request
    const old = (known?.oldObject as ApiObject | undefined)?.metadata.name
    expect({ operation: known?.operation, old }).toEqual(expected)
    expect(known?.user).toEqual({ username: 'bob', groups: [] })
    expect(known?.namespaceObject).toBe(SHOP)
  })
  it.each<[string, RequestTrace]>([
    ['reads', trace('get')],
    ['is of another kind', trace('create', step('store', undefined, { ...pod('a'), kind: 'Secret' }))],
  ])('does not count where it %s', (_, one) => expect(pastRequest(one, [PODS], [SHOP])).toBeUndefined())
})

it('the policy answers each, and what it refuses comes first', () => {
  const known = storedRequests([pod('good', { team: 'a' }), pod('bad')], [])
  expect(answersOf(spec, known, options, undefined).map(({ title, said, passes }) => [title, said, passes])).toEqual([
    ['Pod shop/bad', 'a team is missing', false],
    ['Pod shop/good', 'allowed', true],
  ])
})

describe('a past request that the policy does not match', () => {
  const only = { ...spec.matchConstraints?.resourceRules?.[0], operations: ['CREATE'] }
  const creations: PolicySpec = { ...spec, matchConstraints: { resourceRules: [only] } }
  it.each<[string, RequestTrace, string]>([
    [
      'is let through if it has another operation',
      trace('delete', step('store', pod('a'), pod('a'))),
      'not for this request',
    ],
    [
      'is let through if it is for a subresource',
      { ...trace('create', step('store', undefined, pod('a'))), path: '/api/v1/namespaces/shop/pods/a/status' },
      'not for this request',
    ],
    ['else is judged', trace('create', step('store', undefined, pod('a'))), 'a team is missing'],
  ])('%s', (_, one, said) => {
    const known = pastRequest(one, [PODS], [SHOP])
    expect(answersOf(creations, known ? [known] : [], { ...options, resources: [PODS] }, undefined)[0]?.said).toBe(said)
  })
})
