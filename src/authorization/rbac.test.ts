import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { MemoryReader } from '../testing/memory-reader'
import { binding, clusterRole, policy, request, role, rule } from '../testing/rbac'
import type { Attributes } from './authorizer'
import { type PolicyRule, RBAC_RESOURCES } from './policy'
import { PolicyIndex } from './policy-index'
import { createPolicyIndex, RbacAuthorizer } from './rbac'

const cluster = policy(
  role('a', 'reader', rule('get,list configmaps')),
  role('a', 'named', rule('get,update,list,create secrets core mine')),
  role('a', 'logs', rule('get pods/log')),
  role('a', 'any-verb', rule('* jobs batch')),
  role('a', 'any-resource', rule('get *')),
  role('a', 'any-group', rule('get roles *')),
  clusterRole('scales', rule('get */scale apps')),
  clusterRole('paths', rule('get /exact,/tree/*')),
  clusterRole('nodes', rule('list nodes,configmaps')),
  binding('a', 'reader', 'R:reader', 'alice', '@devs', '/robot'),
  binding('a', 'named', 'R:named', 'alice'),
  binding('a', 'logs', 'R:logs', 'alice'),
  binding('a', 'verb', 'R:any-verb', 'bob'),
  binding('a', 'resource', 'R:any-resource', 'carol'),
  binding('a', 'group', 'R:any-group', 'dora'),
  binding('a', 'nodes', 'C:nodes', 'bob'),
  binding('', 'nodes', 'C:nodes', 'other/robot'),
  binding('', 'scales', 'C:scales', 'alice'),
  binding('', 'paths', 'C:paths', 'alice'),
  binding('a', 'missing', 'R:later', 'eve'),
  binding('', 'missing', 'C:later', 'eve'),
)
const authorizer = new RbacAuthorizer(PolicyIndex.of(cluster))
const robot = 'system:serviceaccount:a:robot'

describe('what a grant reaches', () => {
  it.each<[string, string, boolean, string[]?]>([
    ['alice', 'list configmaps in a', true],
    ['alice', 'list configmaps in b', false],
    ['alice', 'list configmaps', false],
    ['alice', 'delete configmaps in a named x', false],
    ['Alice', 'list configmaps in a', false],
    ['zoe', 'list configmaps in a', true, ['devs']],
    ['devs', 'list configmaps in a', false],
    [robot, 'list configmaps in a', true],
    ['system:serviceaccount:b:robot', 'list configmaps in a', false],
    ['alice', 'get secrets in a named mine', true],
    ['alice', 'get secrets in a named other', false],
    ['alice', 'list secrets in a named mine', true],
    ['alice', 'list secrets in a', false],
    ['alice', 'create secrets in a', false],
    ['alice', 'get pods/log in a named p', true],
    ['alice', 'get pods in a named p', false],
    ['bob', 'frobnicate jobs in a of batch', true],
    ['bob', 'get jobs in a', false],
    ['carol', 'get widgets in a', true],
    ['carol', 'get pods/log in a', true],
    ['carol', 'get widgets in a of apps', false],
    ['dora', 'get roles in a of any.example.com', true],
    ['dora', 'get rolebindings in a of any.example.com', false],
    ['bob', 'list nodes', false],
    ['bob', 'list configmaps in a', true],
    ['system:serviceaccount:other:robot', 'list nodes', true],
    ['system:serviceaccount:other:robot', 'list configmaps in anywhere', true],
    ['alice', 'get deployments/scale in b of apps', true],
    ['alice', 'get deployments in b of apps', false],
    ['alice', 'get /exact', true],
    ['alice', 'get /exact/more', false],
    ['alice', 'get /tree/a/b', true],
    ['alice', 'get /tree', false],
    ['alice', 'post /exact', false],
    ['alice', 'get exact', false],
  ])('%s: %s → %s', (user, text, allowed, groups = []) => {
    const decision = authorizer.authorize(request(user, text, groups))
    expect(decision.verdict).toBe(allowed ? 'allow' : 'no-opinion')
  })

  it('names the binding, the role and the subject', () => {
    expect(authorizer.authorize(request('zoe', 'list configmaps in a', ['devs'])).reason).toBe(
      'RBAC: allowed by RoleBinding "reader/a" of Role "reader" to Group "devs"',
    )
    expect(authorizer.authorize(request(robot, 'list configmaps in a')).reason).toBe(
      'RBAC: allowed by RoleBinding "reader/a" of Role "reader" to ServiceAccount "robot/a"',
    )
  })

  it('names the roles that bindings miss', () => {
    expect(authorizer.authorize(request('eve', 'get pods in a')).reason).toBe(
      'RBAC: [clusterrole.rbac.authorization.orch.io "later" not found, role.rbac.authorization.orch.io "later" not found]',
    )
    expect(authorizer.rulesFor({ name: 'eve', groups: [] }, 'a')).toMatchObject({
      incomplete: false,
      evaluationError: expect.stringContaining('"later" not found') as string,
    })
  })

  it('lists the rules of a user, a namespace at a time', () => {
    expect(authorizer.rulesFor({ name: 'alice', groups: [] }, 'a')).toEqual({
      resourceRules: [
        rule('get */scale apps'),
        rule('get,list configmaps'),
        rule('get,update,list,create secrets core mine'),
        rule('get pods/log'),
      ],
      nonResourceRules: [rule('get /exact,/tree/*')],
      incomplete: false,
    })
  })
})

/** Role-based access as the document says it, without any index: every binding, every subject, every rule. */
function naive(
  objects: readonly ApiObject[],
  { user, verb, isResourceRequest, apiGroup, resource, subresource, namespace, name, path }: Attributes,
): boolean {
  const roleNamed = (kind: string, where: string | undefined, wanted: string): ApiObject | undefined =>
    objects.find(
      (object) =>
        object.kind === kind &&
        object.metadata.name === wanted &&
        (kind === 'ClusterRole' || object.metadata.namespace === where),
    )
  const isMeant = (who: { kind: string; name: string; namespace?: string }, where: string | undefined): boolean => {
    if (who.kind === 'User') return who.name === user.name
    if (who.kind === 'Group') return user.groups.includes(who.name)
    return user.name === `system:serviceaccount:${who.namespace ?? where ?? ''}:${who.name}`
  }
  const matches = (values: readonly string[] | undefined, value: string): boolean =>
    (values ?? []).some((one) => one === '*' || one === value)
  const allows = (one: PolicyRule): boolean => {
    if (!matches(one.verbs, verb)) return false
    if (!isResourceRequest)
      return (one.nonResourceURLs ?? []).some(
        (url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))),
      )
    const whole = subresource === '' ? resource : `${resource}/${subresource}`
    if (!matches(one.apiGroups, apiGroup)) return false
    if (!matches(one.resources, whole) && !(subresource !== '' && (one.resources ?? []).includes(`*/${subresource}`)))
      return false
    return !one.resourceNames || one.resourceNames.length === 0 || one.resourceNames.includes(name)
  }
  return objects.some((object) => {
    if (object.kind === 'RoleBinding' && object.metadata.namespace !== namespace) return false
    if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding') return false
    const subjects = object['subjects'] as { kind: string; name: string; namespace?: string }[]
    if (!subjects.some((who) => isMeant(who, object.metadata.namespace))) return false
    const { kind, name: wanted } = object['roleRef'] as { kind: string; name: string }
    const rules = roleNamed(kind, object.metadata.namespace, wanted)?.['rules'] as PolicyRule[] | undefined
    return (rules ?? []).some(allows)
  })
}

describe('the index against a naive reading of the document', () => {
  const namespaces = ['a', 'b']
  const some = (...values: string[]) => fc.subarray(values, { minLength: 1, maxLength: 2 })
  const rules = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record(
          {
            verbs: some('get', 'list', 'create', '*'),
            apiGroups: some('', 'apps', '*'),
            resources: some('pods', 'pods/log', 'jobs', '*', '*/log'),
            resourceNames: fc.option(some('x', 'y'), { nil: undefined }),
          },
          { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
        ),
      },
      { weight: 1, arbitrary: fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/v', '/v/*', '*') }) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  const users = ['alice', 'bob', 'devs', 'system:serviceaccount:a:robot', 'system:serviceaccount:b:robot']
  const subjects = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('User'), name: fc.constantFrom(...users) }),
      fc.record({ kind: fc.constant('Group'), name: fc.constantFrom('devs', 'ops', 'alice') }),
      fc.record(
        { kind: fc.constant('ServiceAccount'), name: fc.constant('robot'), namespace: fc.constantFrom('a', 'b') },
        { requiredKeys: ['kind', 'name'] },
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  const named = fc.constantFrom('one', 'two')
  const where = fc.constantFrom(...namespaces)
  const roleRef = fc.record({ kind: fc.constantFrom('Role', 'ClusterRole'), name: named })
  const object = fc.oneof(
    fc.record({ kind: fc.constant('Role'), metadata: fc.record({ namespace: where, name: named }), rules }),
    fc.record({ kind: fc.constant('ClusterRole'), metadata: fc.record({ name: named }), rules }),
    fc.record({
      kind: fc.constant('RoleBinding'),
      metadata: fc.record({ namespace: where, name: named }),
      roleRef,
      subjects,
    }),
    // A cluster binding of a Role grants nothing; validation refuses it, decisions must not depend on that.
    fc.record({ kind: fc.constant('ClusterRoleBinding'), metadata: fc.record({ name: named }), roleRef, subjects }),
  ) as fc.Arbitrary<ApiObject>
  const requests = fc.record({
    user: fc.record({ name: fc.constantFrom(...users), groups: fc.subarray(['devs', 'ops']) }),
    verb: fc.constantFrom('get', 'list', 'create', 'delete'),
    isResourceRequest: fc.boolean(),
    apiGroup: fc.constantFrom('', 'apps'),
    apiVersion: fc.constant('v1'),
    resource: fc.constantFrom('pods', 'jobs'),
    subresource: fc.constantFrom('', 'log'),
    namespace: fc.constantFrom('', ...namespaces),
    name: fc.constantFrom('', 'x', 'z'),
    path: fc.constantFrom('/v', '/v/w', '/other'),
  })
  const idOf = ({ kind, metadata }: ApiObject): string => `${kind}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`

  it('decides 100,000 requests alike, while roles and bindings come, change and go', () => {
    const PER_RUN = 200
    let decisions = 0
    let allowed = 0
    const change = fc.record({ object, remove: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0) })
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 20, maxLength: 50 }),
        fc.array(requests, { minLength: PER_RUN, maxLength: PER_RUN }),
        (changes, asked) => {
          const reader = new MemoryReader()
          const index = new RbacAuthorizer(createPolicyIndex(reader))
          const present = new Map<string, ApiObject>()
          const step = Math.ceil(asked.length / changes.length)
          changes.forEach(({ object: changed, remove }, i) => {
            const of = RBAC_RESOURCES[changed.kind as keyof typeof RBAC_RESOURCES]
            if (remove && present.has(idOf(changed))) {
              reader.remove(of, changed.metadata.namespace, changed.metadata.name ?? '')
              present.delete(idOf(changed))
            } else {
              reader.put(of, changed)
              present.set(idOf(changed), changed)
            }
            for (const attributes of asked.slice(i * step, (i + 1) * step)) {
              const expected = naive([...present.values()], attributes)
              decisions += 1
              if (expected) allowed += 1
              expect(index.authorize(attributes).verdict, JSON.stringify(attributes)).toBe(
                expected ? 'allow' : 'no-opinion',
              )
            }
          })
        },
      ),
      { numRuns: 500 },
    )
    expect(decisions).toBe(100_000)
    // Both answers are frequent enough for the comparison to mean something.
    expect(allowed).toBeGreaterThan(10_000)
    expect(allowed).toBeLessThan(90_000)
  })
})
