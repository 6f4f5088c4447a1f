import { describe, expect, it } from 'vitest'
import { parseFeatureGates } from '../api/releases/feature-gates'
import { clone } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { request, rule } from '../testing/rbac'
import { lint } from '../access-analysis/lint'
import { aggregate } from './aggregation'
import { defaultRbacObjects, nodeRules, reconcileDefault } from './default-roles'
import { policyOf, type PolicyRule, roleOf } from './policy'
import { ruleAllows } from './rules'

const RELEASES = [15, 16, 18, 20, 21, 22, 25, 27, 29, 30, 33, 34, 35]
const find = (release: number, kind: string, name: string): ApiObject | undefined =>
  defaultRbacObjects(release).find((object) => object.kind === kind && object.metadata.name === name)
const rolesOf = (release: number) =>
  aggregate(
    defaultRbacObjects(release)
      .filter(({ kind }) => kind === 'ClusterRole')
      .map((object) => roleOf(object, 'ClusterRole')),
  )

describe('default roles', () => {
  it.each([
    [25, ''],
    [26, 'patch, update'],
    [34, 'patch, update'],
  ])('1.%i: what the disruption controller may do with the status of pods: %s', (release, verbs) => {
    const { rules } = find(release, 'ClusterRole', 'system:controller:disruption-controller') as unknown as {
      rules: PolicyRule[]
    }
    const held = rules.filter(({ resources }) => resources?.includes('pods/status')).flatMap((one) => one.verbs)
    expect(held.sort().join(', ')).toBe(verbs)
  })

  it.each(RELEASES)('1.%i: every binding has its role, and names are unique', (release) => {
    const objects = defaultRbacObjects(release)
    const ids = objects.map(({ kind, metadata }) => `${kind ?? ''}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { kind, metadata, roleRef } of objects) {
      if (!kind?.endsWith('Binding')) continue
      const ref = roleRef as { kind: string; name: string }
      expect(ids, metadata.name).toContain(
        `${ref.kind}/${ref.kind === 'Role' ? (metadata.namespace ?? '') : ''}/${ref.name}`,
      )
    }
    for (const { metadata } of objects) {
      expect(metadata.labels).toMatchObject({ 'orch.io/bootstrapping': 'rbac-defaults' })
      expect(metadata.annotations).toEqual({ 'rbac.authorization.orch.io/autoupdate': 'true' })
    }
  })

  it.each<[number, string, string, boolean]>([
    [20, 'edit', 'create endpoints', true],
    [22, 'edit', 'create endpoints', false],
    [25, 'edit', 'create services', true],
    [25, 'edit', 'create serviceaccounts/token', true],
    [20, 'view', 'get endpointslices of discovery.orch.io', false],
    [25, 'view', 'get endpointslices of discovery.orch.io', true],
    [25, 'admin', 'get endpointslices of discovery.orch.io', true],
    [25, 'view', 'get secrets', false],
    [25, 'edit', 'get secrets', true],
    [25, 'edit', 'create roles of rbac.authorization.orch.io', false],
    [25, 'admin', 'create roles of rbac.authorization.orch.io', true],
    [25, 'edit', 'create events', true],
    [34, 'edit', 'create events of events.orch.io', false],
    [35, 'edit', 'create events of events.orch.io', true],
    [34, 'view', 'get events of events.orch.io', false],
    [35, 'view', 'get events of events.orch.io', true],
    [36, 'view', 'get workloads of scheduling.orch.io', false],
    [20, 'system:orch-scheduler', 'list namespaces', false],
    [21, 'system:orch-scheduler', 'list namespaces', true],
    [28, 'system:orch-scheduler', 'list volumeattachments of storage.orch.io', false],
    [29, 'system:orch-scheduler', 'list volumeattachments of storage.orch.io', true],
    [30, 'system:orch-scheduler', 'create leasecandidates of coordination.orch.io', false],
    [31, 'system:orch-scheduler', 'create leasecandidates of coordination.orch.io', true],
    [34, 'system:orch-scheduler', 'update pods/finalizers', true],
    [34, 'system:orch-scheduler', 'get pods/finalizers', false],
    [35, 'system:orch-scheduler', 'create resourceclaims of resource.orch.io', false],
    [36, 'system:orch-scheduler', 'create resourceclaims of resource.orch.io', true],
    [26, 'system:kubelet-api-admin', 'get nodes/spec', true],
    [27, 'system:kubelet-api-admin', 'get nodes/spec', false],
    [33, 'system:monitoring', 'get nodes/metrics', false],
    [34, 'system:monitoring', 'get nodes/metrics', true],
    [34, 'system:node', 'create events of events.orch.io', false],
    [35, 'system:node', 'create events of events.orch.io', true],
    [24, 'system:controller:horizontal-pod-autoscaler', 'list pods of external.metrics.orch.io', false],
    [25, 'system:controller:horizontal-pod-autoscaler', 'list pods of external.metrics.orch.io', true],
    [31, 'system:controller:namespace-controller', 'watch pods', false],
    [32, 'system:controller:namespace-controller', 'watch pods', true],
    [31, 'system:controller:expand-controller', 'get secrets', true],
    [32, 'system:controller:expand-controller', 'get secrets', false],
    [32, 'system:controller:persistent-volume-binder', 'get services', true],
    [36, 'system:controller:persistent-volume-binder', 'get services', false],
    [29, 'system:controller:node-controller', 'list clustercidrs of networking.orch.io', true],
    [30, 'system:controller:node-controller', 'list clustercidrs of networking.orch.io', false],
    [24, 'edit', 'create serviceaccounts/token', false],
    [24, 'edit', 'create pods/eviction', false],
    [25, 'edit', 'create pods/eviction', true],
    [24, 'edit', 'create leases of coordination.orch.io', false],
    [25, 'edit', 'create leases of coordination.orch.io', true],
    [28, 'admin', 'get leases of coordination.orch.io', true],
    [28, 'view', 'get leases of coordination.orch.io', false],
    [32, 'view', 'get resourceclaims of resource.orch.io', false],
    [34, 'view', 'get resourceclaims of resource.orch.io', true],
    [34, 'view', 'create resourceclaims of resource.orch.io', false],
    [34, 'edit', 'create resourceclaimtemplates of resource.orch.io', true],
    [34, 'edit', 'update resourceclaims/status of resource.orch.io', false],
    [34, 'admin', 'delete resourceclaims of resource.orch.io', true],
    [27, 'system:orch-scheduler', 'create endpoints', true],
    [28, 'system:orch-scheduler', 'create endpoints', false],
    [28, 'system:orch-scheduler', 'get services', true],
    [33, 'system:orch-scheduler', 'patch resourceclaims/status of resource.orch.io', false],
    [34, 'system:orch-scheduler', 'patch resourceclaims/status of resource.orch.io', true],
    [27, 'system:orch-controller-manager', 'update endpoints named orch-controller-manager', true],
    [28, 'system:orch-controller-manager', 'update endpoints named orch-controller-manager', false],
    [32, 'system:kubelet-api-admin', 'get nodes/healthz', false],
    [33, 'system:kubelet-api-admin', 'get nodes/healthz', true],
    [32, 'system:node-proxier', 'watch servicecidrs of networking.orch.io', false],
    [33, 'system:node-proxier', 'watch servicecidrs of networking.orch.io', true],
    [33, 'system:node', 'deletecollection resourceslices of resource.orch.io', false],
    [34, 'system:node', 'deletecollection resourceslices of resource.orch.io', true],
    [33, 'system:node', 'get serviceaccounts', false],
    [34, 'system:node', 'get serviceaccounts', true],
    [27, 'system:basic-user', 'create selfsubjectreviews of authentication.orch.io', true],
  ])('1.%i: %s may %s: %s', (release, name, text, allowed) => {
    const attributes = request('u', text)
    expect(
      rolesOf(release)
        .find((role) => role.name === name)
        ?.rules.some((one) => ruleAllows(one, attributes)),
    ).toBe(allowed)
  })

  it('come and go with releases', () => {
    const name = 'system:controller:ephemeral-volume-controller'
    expect(find(20, 'ClusterRole', name)).toBeUndefined()
    expect(find(25, 'ClusterRoleBinding', name)?.['subjects']).toEqual([
      { kind: 'ServiceAccount', name: 'ephemeral-volume-controller', namespace: 'orch-system' },
    ])
    expect(find(19, 'ClusterRole', 'system:monitoring')).toBeUndefined()
    for (const [since, later] of [
      [29, 'legacy-service-account-token-cleaner'],
      [30, 'validatingadmissionpolicy-status-controller'],
      [33, 'service-cidrs-controller'],
      [34, 'resource-claim-controller'],
      [36, 'device-taint-eviction-controller'],
    ] as const) {
      expect(find(since - 1, 'ClusterRole', `system:controller:${later}`)).toBeUndefined()
      expect(find(since, 'ClusterRole', `system:controller:${later}`)).toBeDefined()
    }
    expect(nodeRules(25)).toEqual(find(25, 'ClusterRole', 'system:node')?.['rules'])
  })

  it.each([
    [32, 'ClusterTrustBundle', 'system:cluster-trust-bundle-discovery'],
    [32, 'MultiCIDRServiceAllocator', 'system:controller:service-cidrs-controller'],
    [35, 'StorageVersionMigrator', 'system:controller:storage-version-migrator-controller'],
    [36, 'GenericWorkload', 'system:controller:podgroup-protection-controller'],
  ] as const)('1.%i: %s brings %s', (release, gate, name) => {
    const names = (settings: readonly string[]) =>
      defaultRbacObjects(release, parseFeatureGates(settings, release).enabled)
        .filter(({ kind }) => kind === 'ClusterRole' || kind === 'ClusterRoleBinding')
        .map(({ metadata }) => metadata.name)
    expect(names([])).not.toContain(name)
    expect(names([`${gate}=true`]).filter((one) => one === name)).toHaveLength(2)
  })

  it('take a right away with its gate', () => {
    const off = parseFeatureGates(['DRAExtendedResource=false'], 36).enabled
    const scheduler = defaultRbacObjects(36, off).find(
      ({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'system:orch-scheduler',
    )
    const asked = request('u', 'create resourceclaims of resource.orch.io')
    expect((scheduler?.['rules'] as PolicyRule[]).some((one) => ruleAllows(one, asked))).toBe(false)
  })

  it('let participants of an election write lease candidates', () => {
    const name = 'system::leader-locking-orch-controller-manager'
    const rights = (release: number) => JSON.stringify(find(release, 'Role', name)?.['rules'])
    expect(rights(30)).not.toContain('leasecandidates')
    expect(rights(31)).toContain('leasecandidates')
    expect(rights(34)).toContain('configmaps')
    expect(rights(35)).not.toContain('configmaps')
    const subjects = (release: number) => JSON.stringify(find(release, 'RoleBinding', name)?.['subjects'])
    expect(subjects(30)).not.toContain('leader-election-controller')
    expect(subjects(31)).toContain('leader-election-controller')
  })

  it('are nothing that lint complains about', () => {
    const all = defaultRbacObjects(25)
    const of = (kind: string) => all.filter((object) => object.kind === kind)
    expect(
      lint(
        policyOf({
          roles: of('Role'),
          clusterRoles: of('ClusterRole'),
          roleBindings: of('RoleBinding'),
          clusterRoleBindings: of('ClusterRoleBinding'),
        }),
      ),
    ).toEqual([])
  })
})

describe('reconciliation', () => {
  const viewer = () => clone(find(25, 'ClusterRole', 'system:public-info-viewer')) as ApiObject
  const bound = () => clone(find(25, 'ClusterRoleBinding', 'system:public-info-viewer')) as ApiObject
  const changedTo = (object: ApiObject, change: (draft: ApiObject) => void): ApiObject => {
    change(object)
    return object
  }

  it.each<[string, ApiObject | undefined, ApiObject, string, object?]>([
    ['creates what is missing', undefined, viewer(), 'create'],
    ['leaves alone what is complete', viewer(), viewer(), 'none'],
    [
      'adds a rule that was taken away',
      changedTo(viewer(), (role) => (role['rules'] = null)),
      viewer(),
      'update',
      {
        rules: [
          expect.objectContaining({ nonResourceURLs: ['/healthz'] }),
          expect.anything(),
          expect.anything(),
          expect.anything(),
          expect.anything(),
        ] as unknown[],
      },
    ],
    [
      'keeps an added rule',
      changedTo(viewer(), (role) => (role['rules'] as PolicyRule[]).push(rule('get pods'))),
      viewer(),
      'none',
    ],
    [
      'adds a label, keeps others',
      changedTo(viewer(), (role) => (role.metadata.labels = { mine: 'x' })),
      viewer(),
      'update',
      { metadata: { labels: { mine: 'x', 'orch.io/bootstrapping': 'rbac-defaults' } } },
    ],
    [
      'leaves alone what says so',
      changedTo(viewer(), (role) => {
        role['rules'] = null
        role.metadata.annotations = { 'rbac.authorization.orch.io/autoupdate': 'false' }
      }),
      viewer(),
      'none',
    ],
    [
      'adds a subject that was taken away',
      changedTo(bound(), (binding) => (binding['subjects'] as unknown[]).pop()),
      bound(),
      'update',
      { subjects: [{ name: 'system:authenticated' }, { name: 'system:unauthenticated' }] },
    ],
    [
      'makes a binding to another role again',
      changedTo(bound(), (binding) => ((binding['roleRef'] as { name: string }).name = 'view')),
      bound(),
      'recreate',
      { roleRef: { name: 'system:public-info-viewer' } },
    ],
    [
      'adds a selector',
      changedTo(clone(find(25, 'ClusterRole', 'view')) as ApiObject, (role) => delete role['aggregationRule']),
      find(25, 'ClusterRole', 'view') as ApiObject,
      'update',
      { aggregationRule: { clusterRoleSelectors: [{}] } },
    ],
    [
      'leaves gathered rules alone',
      changedTo(clone(find(25, 'ClusterRole', 'view')) as ApiObject, (role) => (role['rules'] = [rule('get pods')])),
      find(25, 'ClusterRole', 'view') as ApiObject,
      'none',
    ],
  ])('%s', (_what, existing, expected, action, object) => {
    const todo = reconcileDefault(existing, expected)
    expect(todo.action).toBe(action)
    if (object) expect(todo).toMatchObject({ object })
  })
})
