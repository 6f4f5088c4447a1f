import { describe, expect, it } from 'vitest'
import { ApiError } from '../machinery/api-error'
import type { ApiObject } from '../machinery/object'
import { binding, clusterRole, policy, role, rule } from '../testing/rbac'
import { startCluster } from '../testing/cluster'
import { PolicyIndex } from './policy-index'
import { RbacAuthorizer } from './rbac'
import type { Attributes } from './authorizer'
import { reviewAccess } from './reviews'
import { selectorAttributes } from './selector-attributes'
import type { ReviewKind } from './review-spec'

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

  it('prints metadata as the type it is', () =>
    expect(review('SelfSubjectAccessReview', { resourceAttributes: get }, { name: 'x' })).rejects.toThrow(
      'metadata: Invalid value: v1.ObjectMeta{"name":"x"}: must be empty',
    ))

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

describe('selectors', () => {
  const list = { verb: 'list', resource: 'pods' }
  const asked = async (selectors: object, verb = 'list') => {
    const seen: Attributes[] = []
    const spec = { resourceAttributes: { ...list, verb, ...selectors } }
    const body = { apiVersion: 'authorization.orch.io/v1', kind: 'SelfSubjectAccessReview', metadata: {}, spec }
    const { status } = await reviewAccess('SelfSubjectAccessReview', body, alice, {
      name: 'Listening',
      authorize: (attributes) => {
        seen.push(attributes)
        return { verdict: 'allow', reason: '' }
      },
      rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
    })
    const [attributes] = seen
    return { status, selectors: attributes && selectorAttributes(attributes) }
  }
  const fieldSelector = (...requirements: object[]) => ({ fieldSelector: { requirements } })
  const labelSelector = (...requirements: object[]) => ({ labelSelector: { requirements } })
  const node = { key: 'spec.nodeName', operator: 'In', values: ['a'] }
  const tier = { key: 'tier', operator: 'NotIn', values: ['x', 'y'] }

  it.each<[string, object, object, string?]>([
    ['fields', fieldSelector(node), fieldSelector(node)],
    ['fields as a text', { fieldSelector: { rawSelector: 'spec.nodeName=a' } }, fieldSelector(node)],
    [
      'labels',
      labelSelector(tier, { key: 'app', operator: 'Exists' }),
      labelSelector(tier, { key: 'app', operator: 'Exists' }),
    ],
    ['labels as a text', { labelSelector: { rawSelector: 'tier notin (y, x)' } }, labelSelector(tier)],
    [
      'an empty value',
      labelSelector({ key: 'a', operator: 'In', values: [''] }),
      labelSelector({ key: 'a', operator: 'In', values: [''] }),
    ],
    ['nulls', { fieldSelector: null, labelSelector: null }, {}],
    [
      'a text that can not be read',
      { fieldSelector: { rawSelector: 'spec.nodeName' } },
      {},
      'spec.resourceAttributes.fieldSelector ignored due to parse error',
    ],
    [
      'an operator that fields do not have',
      fieldSelector(node, { key: 'b', operator: 'Exists' }),
      fieldSelector(node),
      'spec.resourceAttributes.fieldSelector partially ignored due to parse error',
    ],
    [
      'several values of a field, an unknown operator',
      { ...fieldSelector({ ...node, values: ['a', 'b'] }), ...labelSelector(tier, { key: 'a', operator: 'Near' }) },
      labelSelector(tier),
      'spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector partially ignored due to parse error',
    ],
  ])('%s', async (_what, given, selectors, evaluationError) =>
    expect(await asked(given)).toEqual({
      status: { allowed: true, ...(evaluationError !== undefined && { evaluationError }) },
      selectors,
    }),
  )
  it('are passed on for every verb', async () =>
    expect((await asked(fieldSelector(node), 'get')).selectors).toEqual(fieldSelector(node)))

  const at = 'spec.resourceAttributes.'
  it.each<[string, object, [string, string][]]>([
    [
      'nothing',
      { fieldSelector: {}, labelSelector: {} },
      [
        ['FieldValueRequired', `${at}fieldSelector.requirements`],
        ['FieldValueRequired', `${at}labelSelector.requirements`],
      ],
    ],
    [
      'both forms',
      { fieldSelector: { rawSelector: 'a=b', requirements: [node] } },
      [['FieldValueInvalid', `${at}fieldSelector.rawSelector`]],
    ],
    [
      'a field without name or values',
      fieldSelector({ operator: 'In' }),
      [
        ['FieldValueRequired', `${at}fieldSelector.requirements[0].key`],
        ['FieldValueRequired', `${at}fieldSelector.requirements[0].values`],
      ],
    ],
    [
      'values of nothing',
      labelSelector(tier, { key: 'a', operator: 'Exists', values: ['x'] }),
      [['FieldValueForbidden', `${at}labelSelector.requirements[1].values`]],
    ],
    [
      'bad keys and values of labels',
      labelSelector({ key: 'a b', operator: 'In', values: ['x', 'y z'] }),
      [
        ['FieldValueInvalid', `${at}labelSelector.requirements[0].key`],
        ['FieldValueInvalid', `${at}labelSelector.requirements[0].values[1]`],
      ],
    ],
  ])('422 for %s', async (_what, given, causes) => {
    const error = await asked(given).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).details?.causes?.map(({ reason, field }) => [reason, field])).toEqual(causes)
  })

  it.each<[string, boolean]>([
    ['1.30', false],
    ['1.31', false],
    ['1.31 --feature-gates=AuthorizeWithSelectors=true', true],
    ['1.32', true],
    ['1.33 --feature-gates=AuthorizeWithSelectors=false', false],
    ['1.35', true],
  ])('of release %s are known: %s', async (flags, known) => {
    const cluster = await startCluster([...`--release=${flags}`.split(' '), '--token-auth-file=tokens'], {
      files: { tokens: 'token,alice,1\n' },
    })
    const type = { apiVersion: 'authorization.orch.io/v1', kind: 'SelfSubjectAccessReview' }
    const post = (selector: object) =>
      cluster.send(
        'POST',
        '/apis/authorization.orch.io/v1/selfsubjectaccessreviews',
        { ...type, spec: { resourceAttributes: { ...list, ...selector } } },
        { authorization: 'Bearer token' },
      )
    expect(await (await post(fieldSelector(node))).json()).toMatchObject({
      spec: { resourceAttributes: known ? fieldSelector(node) : list },
      status: { allowed: true },
    })
    expect((await post({ fieldSelector: {} })).status).toBe(known ? 422 : 201)
    await cluster.stop()
  })
})
