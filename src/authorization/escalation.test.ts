import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../machinery/api-error'
import type { ApiObject } from '../machinery/object'
import { binding, clusterRole, policy, role, rule } from '../testing/rbac'
import { compactRules, missingRights, ruleCovers } from './coverage'
import { checkEscalation, type EscalationWrite } from './escalation'
import type { PolicyRule } from './policy'
import { PolicyIndex } from './policy-index'
import { RbacAuthorizer } from './rbac'

const index = PolicyIndex.of(
  policy(
    role('a', 'own', rule('get,list configmaps'), rule('get secrets core mine'), rule('get */scale apps')),
    binding('a', 'own', 'R:own', 'alice'),
    role('a', 'strong', rule('get secrets')),
    clusterRole('view', rule('get,list,watch pods')),
    role(
      'a',
      'writer',
      rule('escalate roles rbac.authorization.orch.io'),
      rule('bind clusterroles rbac.authorization.orch.io view'),
    ),
    binding('a', 'writer', 'R:writer', 'bob'),
    clusterRole('full', rule('* * *'), { verbs: ['*'], nonResourceURLs: ['*'] }),
    binding('', 'full', 'C:full', 'carol'),
    clusterRole('almost', rule('get,list,create,update,delete * *')),
    binding('', 'almost', 'C:almost', 'dora'),
    binding('a', 'gone', 'R:gone', 'alice'),
  ),
)
const rights = { index, authorizer: new RbacAuthorizer(index) }
const groups: Record<string, readonly string[]> = { root: ['system:masters'] }
const write = (user: string, object: ApiObject, old?: ApiObject): Promise<unknown> =>
  checkEscalation(
    {
      resource: `${(object.kind ?? '').toLowerCase()}s` as EscalationWrite['resource'],
      object,
      old,
      user: { name: user, groups: groups[user] ?? [] },
      namespace: object.metadata.namespace ?? '',
      name: old ? (object.metadata.name ?? '') : '',
    },
    rights,
  ).catch((error: unknown) => error)

const strong = role('a', 'strong', rule('get secrets'))
const gathering = (clusterRoleSelectors: readonly object[]) => ({
  ...clusterRole('gather'),
  aggregationRule: { clusterRoleSelectors },
})
const aggregating = gathering([{ matchLabels: { x: 'y' } }])
const relabelled = (object: ApiObject, metadata: object): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
})

describe('writing roles and bindings', () => {
  it.each<[string, string, ApiObject, ApiObject | undefined, undefined | { code: number; name: string; kind: string }]>(
    [
      ['less than one has', 'alice', role('a', 'r', rule('get configmaps')), undefined, undefined],
      ['named where one has all', 'alice', role('a', 'r', rule('list configmaps core x')), undefined, undefined],
      [
        'all where one has named',
        'alice',
        role('a', 'r', rule('get secrets')),
        undefined,
        { code: 403, name: 'r', kind: 'roles' },
      ],
      [
        'one resource too many',
        'alice',
        role('a', 'r', rule('get configmaps,secrets')),
        undefined,
        { code: 403, name: 'r', kind: 'roles' },
      ],
      ['a star', 'alice', role('a', 'r', rule('* * *')), undefined, { code: 403, name: 'r', kind: 'roles' }],
      [
        'a subresource held for everything',
        'alice',
        role('a', 'r', rule('get deployments/scale apps')),
        undefined,
        undefined,
      ],
      [
        'the same in another namespace',
        'alice',
        role('b', 'r', rule('get configmaps')),
        undefined,
        { code: 403, name: 'r', kind: 'roles' },
      ],
      [
        'in the cluster',
        'alice',
        clusterRole('r', rule('get configmaps')),
        undefined,
        { code: 403, name: 'r', kind: 'clusterroles' },
      ],
      ['no rules at all', 'alice', clusterRole('r'), undefined, undefined],
      ['anything with escalate', 'bob', role('a', 'r', rule('* * *')), undefined, undefined],
      [
        'escalate of the namespace only',
        'bob',
        clusterRole('r', rule('get pods')),
        undefined,
        { code: 403, name: 'r', kind: 'clusterroles' },
      ],
      [
        'labels of a stronger role',
        'alice',
        relabelled(strong, { labels: { a: 'b' } }),
        strong,
        { code: 403, name: 'strong', kind: 'roles' },
      ],
      [
        'letting a stronger role go',
        'alice',
        relabelled(strong, { finalizers: [] }),
        relabelled(strong, { finalizers: ['x/y'] }),
        undefined,
      ],
      [
        'a stronger role just as it is, without what the server knows of it',
        'alice',
        strong,
        relabelled(strong, { uid: 'u', resourceVersion: '1' }),
        { code: 403, name: 'strong', kind: 'roles' },
      ],
      ['an aggregation rule that gathers nothing', 'dora', gathering([]), undefined, undefined],
      ['an aggregation rule', 'dora', aggregating, undefined, { code: 403, name: 'gather', kind: 'clusterroles' }],
      ['an aggregation rule with full rights', 'carol', aggregating, undefined, undefined],
      [
        'taking an aggregation rule away',
        'dora',
        clusterRole('gather'),
        aggregating,
        { code: 403, name: 'gather', kind: 'clusterroles' },
      ],
      ['anything as the privileged', 'root', aggregating, undefined, undefined],
      ['binding what one has', 'alice', binding('a', 'b', 'R:own', 'eve'), undefined, undefined],
      [
        'binding more',
        'alice',
        binding('a', 'b', 'R:strong', 'alice'),
        undefined,
        { code: 403, name: 'b', kind: 'rolebindings' },
      ],
      [
        'binding a cluster role',
        'alice',
        binding('a', 'b', 'C:view', 'alice'),
        undefined,
        { code: 403, name: 'b', kind: 'rolebindings' },
      ],
      [
        'binding what is not there',
        'alice',
        binding('a', 'b', 'R:none', 'alice'),
        undefined,
        { code: 404, name: 'none', kind: 'roles' },
      ],
      ['binding what is named', 'bob', binding('a', 'b', 'C:view', 'eve'), undefined, undefined],
      [
        'binding it everywhere',
        'bob',
        binding('', 'b', 'C:view', 'eve'),
        undefined,
        { code: 403, name: 'b', kind: 'clusterrolebindings' },
      ],
      [
        'binding what is not named',
        'bob',
        binding('a', 'b', 'C:full', 'eve'),
        undefined,
        { code: 403, name: 'b', kind: 'rolebindings' },
      ],
      ['binding anything as the privileged', 'root', binding('a', 'b', 'R:none', 'eve'), undefined, undefined],
    ],
  )('%s', async (_what, user, object, old, expected) => {
    const outcome = await write(user, object, old)
    if (!expected) return expect(outcome).toBeUndefined()
    expect(outcome).toBeInstanceOf(ApiError)
    const { code, ...details } = expected
    expect(outcome).toMatchObject({ code, details })
  })

  it('lists the missing rights, combined into few rules', async () => {
    expect(String(await write('alice', role('a', 'r', rule('get,delete secrets'), rule('get pods'))))).toContain(
      'user "alice" (groups=[]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}' +
        '; resolution errors: [role.rbac.authorization.orch.io "gone" not found]',
    )
  })
})

describe('coverage', () => {
  const some = (...values: string[]) => fc.subarray(values, { minLength: 1 })
  const rules: fc.Arbitrary<PolicyRule[]> = fc.array(
    fc.record(
      {
        verbs: some('get', 'list', '*'),
        apiGroups: some('', 'apps'),
        resources: some('pods', 'pods/log', '*/log', '*'),
        resourceNames: some('x', 'y'),
      },
      { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
    ),
    { maxLength: 4 },
  )

  it('finds missing rights, and none once they are added', () => {
    fc.assert(
      fc.property(rules, rules, (owned, wanted) => {
        const missing = missingRights(owned, wanted)
        expect(missing.every((atom) => !owned.some((one) => ruleCovers(one, atom)))).toBe(true)
        expect(missingRights([...owned, ...missing], wanted)).toEqual([])
        expect(missingRights(compactRules(wanted), wanted)).toEqual([])
        expect(missingRights(wanted, wanted)).toEqual([])
      }),
    )
  })
})
