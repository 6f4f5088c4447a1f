import { describe, expect, it } from 'vitest'
import { ApiError } from '../machinery/api-error'
import type { ApiObject } from '../machinery/object'
import { binding, clusterRole, policy, role, rule } from '../testing/rbac'
import { PolicyIndex } from './policy-index'
import { RbacAuthorizer } from './rbac'
import { reviewAccess, type ReviewKind } from './reviews'

const authorizer = new RbacAuthorizer(
  PolicyIndex.of(
    policy(
      role('a', 'reader', rule('get configmaps')),
      binding('a', 'reader', 'R:reader', 'alice', '@devs'),
      clusterRole('paths', rule('get /version')),
      binding('', 'paths', 'C:paths', 'alice'),
      binding('b', 'broken', 'R:missing', 'alice'),
    ),
  ),
)
const alice = { name: 'alice', groups: [] }
const get = { namespace: 'a', verb: 'get', resource: 'configmaps' }
const review = (
  kind: ReviewKind,
  spec: object,
  metadata: object = {},
  namespace = 'a',
  version = 'v1',
): Promise<ApiObject> =>
  reviewAccess(
    kind,
    { apiVersion: `authorization.orch.io/${version}`, kind, metadata, spec },
    alice,
    authorizer,
    namespace,
  )

describe('answers', () => {
  it.each<[string, ReviewKind, object, boolean, object?]>([
    ['allowed', 'SelfSubjectAccessReview', { resourceAttributes: get }, true],
    ['refused', 'SelfSubjectAccessReview', { resourceAttributes: { ...get, resource: 'secrets' } }, false],
    ['a path', 'SelfSubjectAccessReview', { nonResourceAttributes: { path: '/version', verb: 'get' } }, true],
    ['another user', 'SubjectAccessReview', { user: 'bob', resourceAttributes: get }, false],
    ['a group alone', 'SubjectAccessReview', { groups: ['devs'], resourceAttributes: get }, true],
    ['a group by its old name', 'SubjectAccessReview', { group: ['devs'], resourceAttributes: get }, true],
    [
      'in a namespace',
      'LocalSubjectAccessReview',
      { user: 'alice', resourceAttributes: get },
      true,
      { namespace: 'a' },
    ],
    [
      'field ownership in the metadata',
      'SelfSubjectAccessReview',
      { resourceAttributes: get },
      true,
      { managedFields: [{}] },
    ],
  ])('%s', async (_what, kind, spec, allowed, metadata) => {
    const answer = await review(kind, spec, metadata)
    expect(answer['status']).toMatchObject({ allowed })
    expect(answer['spec']).toEqual(spec)
  })

  it('says why', async () => {
    expect((await review('SelfSubjectAccessReview', { resourceAttributes: get }))['status']).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "reader/a" of Role "reader" to User "alice"',
    })
  })

  it('lists rules and what could not be resolved', async () => {
    expect(await review('SelfSubjectRulesReview', { namespace: 'a' })).toMatchObject({
      spec: {},
      status: { resourceRules: [rule('get configmaps')], nonResourceRules: [rule('get /version')], incomplete: false },
    })
    expect((await review('SelfSubjectRulesReview', { namespace: 'b' }))['status']).toMatchObject({
      evaluationError: expect.stringContaining('"missing" not found') as string,
    })
  })
})

describe('refusals', () => {
  it.each<[string, ReviewKind, object, object, [string, string][]]>([
    ['no attributes', 'SelfSubjectAccessReview', {}, {}, [['FieldValueInvalid', 'spec.resourceAttributes']]],
    [
      'both attributes',
      'SelfSubjectAccessReview',
      { resourceAttributes: {}, nonResourceAttributes: {} },
      {},
      [['FieldValueInvalid', 'spec.nonResourceAttributes']],
    ],
    [
      'metadata',
      'SelfSubjectAccessReview',
      { resourceAttributes: get },
      { name: 'x' },
      [['FieldValueInvalid', 'metadata']],
    ],
    ['nobody', 'SubjectAccessReview', { resourceAttributes: get }, {}, [['FieldValueInvalid', 'spec.user']]],
    [
      'nobody and nothing',
      'SubjectAccessReview',
      {},
      {},
      [
        ['FieldValueInvalid', 'spec.resourceAttributes'],
        ['FieldValueInvalid', 'spec.user'],
      ],
    ],
    [
      'another namespace',
      'LocalSubjectAccessReview',
      { user: 'a', resourceAttributes: { ...get, namespace: 'b' } },
      { namespace: 'a' },
      [['FieldValueInvalid', 'spec.resourceAttributes.namespace']],
    ],
    [
      'a path in a namespace',
      'LocalSubjectAccessReview',
      { user: 'a', nonResourceAttributes: { path: '/' } },
      { namespace: 'a' },
      [['FieldValueInvalid', 'spec.nonResourceAttributes']],
    ],
  ])('%s', async (_what, kind, spec, metadata, causes) => {
    const error = await review(kind, spec, metadata).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).code).toBe(422)
    expect((error as ApiError).details?.causes?.map(({ reason, field }) => [reason, field])).toEqual(causes)
  })

  it.each<[string, ReviewKind, object, object, string]>([
    ['rules of no namespace', 'SelfSubjectRulesReview', {}, {}, 'a'],
    [
      'a body for another namespace than the path',
      'LocalSubjectAccessReview',
      { user: 'a', resourceAttributes: get },
      { namespace: 'a' },
      'b',
    ],
    [
      'a local review of no namespace',
      'LocalSubjectAccessReview',
      { user: 'a', resourceAttributes: { ...get, namespace: '' } },
      {},
      '',
    ],
  ])('400 for %s', async (_what, kind, spec, metadata, namespace) => {
    await expect(review(kind, spec, metadata, namespace)).rejects.toMatchObject({ code: 400 })
  })
})
