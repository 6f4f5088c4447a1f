import { expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { AdmissionStage, type AskedOfStage, configured, podWith } from '../../testing/admission-stage'
import { resourceQuota } from './resource-quota'

const quota = (hard: object, used: object, spec: object = {}, name = 'q') => ({
  metadata: { name, namespace: 'ns', resourceVersion: '1' },
  spec: { hard, ...spec },
  status: { hard, used },
})
/** A stage whose control plane stores written statuses, each as a new version. */
function stageWith(...quotas: object[]): AdmissionStage {
  const stage = new AdmissionStage().put('resourcequotas', ...quotas)
  let version = 1
  stage.answer = async (request) => {
    const sent = (await request.json()) as ApiObject
    const live = stage.reader.get({ group: '', resource: 'resourcequotas' }, 'ns', sent.metadata.name ?? '')
    if (live?.metadata.resourceVersion !== sent.metadata.resourceVersion)
      return Response.json({ message: 'modified' }, { status: 409 })
    stage.put('resourcequotas', { ...sent, metadata: { ...sent.metadata, resourceVersion: String(++version) } })
    return Response.json(sent)
  }
  return stage
}
const usedOf = (stage: AdmissionStage, name = 'q') =>
  (stage.reader.get({ group: '', resource: 'resourcequotas' }, 'ns', name)?.status as { used: object }).used
const map = (name: string): AskedOfStage => ({ of: 'configmaps', object: { metadata: { name, uid: `uid-${name}` } } })
const sized = (requests: object, limits: object = {}) => ({
  containers: [{ name: 'c', resources: { requests, limits } }],
})
const pod = (spec: object = {}): AskedOfStage => ({ of: 'pods', object: podWith(spec, { uid: 'u' }) })
const service = (spec: object, old?: object): AskedOfStage => ({
  of: 'services',
  object: { metadata: { name: 's', uid: 'u', namespace: 'ns' }, spec },
  ...(old && { oldObject: { metadata: { name: 's', uid: 'u', namespace: 'ns' }, spec: old } }),
})
const claim = (storage: string, storageClassName?: string, old?: string): AskedOfStage => {
  const of = (size: string) => ({
    metadata: { name: 'c', uid: 'u' },
    spec: { storageClassName, resources: { requests: { storage: size } } },
  })
  return { of: 'persistentvolumeclaims', object: of(storage), ...(old && { oldObject: of(old) }) }
}

const rows: readonly (readonly [string, object, object, object, AskedOfStage, object | string])[] = [
  ['counted by name', { configmaps: '2' }, { configmaps: '1' }, {}, map('a'), { configmaps: '2' }],
  [
    'counted by resource',
    { 'count/configmaps': '2' },
    { 'count/configmaps': '1' },
    {},
    map('a'),
    { 'count/configmaps': '2' },
  ],
  [
    'counted by resource and group',
    { 'count/deployments.apps': '1' },
    { 'count/deployments.apps': '0' },
    {},
    { of: 'apps/deployments', object: { metadata: { name: 'd' } } },
    { 'count/deployments.apps': '1' },
  ],
  [
    'counted in the group that stores it',
    { 'count/deployments.apps': '1' },
    { 'count/deployments.apps': '0' },
    {},
    { of: 'extensions/deployments', object: { metadata: { name: 'd' } } },
    { 'count/deployments.apps': '1' },
  ],
  [
    'over a count',
    { configmaps: '1' },
    { configmaps: '1' },
    {},
    map('a'),
    'exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
  ],
  [
    'a quota without a status',
    { configmaps: '0' },
    {},
    {},
    map('a'),
    'status unknown for quota: q, resources: configmaps',
  ],
  ['a quota of other things', { secrets: '0' }, { secrets: '0' }, {}, map('a'), { secrets: '0' }],
  [
    'an event',
    { 'count/events': '0' },
    { 'count/events': '0' },
    {},
    { of: 'events', object: { metadata: { name: 'e' } } },
    { 'count/events': '0' },
  ],
  ['cpu by its short name', { cpu: '1' }, { cpu: '250m' }, {}, pod(sized({ cpu: '750m' }, { cpu: '5' })), { cpu: '1' }],
  [
    'cpu over its short name',
    { cpu: '1' },
    { cpu: '250m' },
    {},
    pod(sized({ cpu: '751m' })),
    'requested: cpu=751m, used: cpu=250m, limited: cpu=1',
  ],
  [
    'limits',
    { 'limits.memory': '1Gi' },
    { 'limits.memory': '0' },
    {},
    pod(sized({}, { memory: '1Gi' })),
    { 'limits.memory': '1Gi' },
  ],
  [
    'a size that must be declared',
    { 'requests.cpu': '1', 'limits.memory': '1Gi' },
    { 'requests.cpu': '0', 'limits.memory': '0' },
    {},
    pod(),
    'failed quota: q: must specify limits.memory,requests.cpu',
  ],
  [
    'an init container that takes more',
    { 'requests.cpu': '9' },
    { 'requests.cpu': '0' },
    {},
    pod({ ...sized({ cpu: '1' }), initContainers: [{ name: 'i', resources: { requests: { cpu: '3' } } }] }),
    { 'requests.cpu': '3' },
  ],
  [
    'an init container that takes less',
    { 'requests.cpu': '9' },
    { 'requests.cpu': '0' },
    {},
    pod({ ...sized({ cpu: '5' }), initContainers: [{ name: 'i', resources: { requests: { cpu: '3' } } }] }),
    { 'requests.cpu': '5' },
  ],
  [
    'overhead',
    { 'requests.cpu': '9', pods: '9' },
    { 'requests.cpu': '0', pods: '0' },
    {},
    pod({ ...sized({ cpu: '5' }), overhead: { cpu: '250m' } }),
    { 'requests.cpu': '5250m', pods: '1' },
  ],
  [
    'an extended resource',
    { 'requests.example.com/gpu': '2' },
    { 'requests.example.com/gpu': '0' },
    {},
    pod(sized({ 'example.com/gpu': '2' })),
    { 'requests.example.com/gpu': '2' },
  ],
  [
    'huge pages',
    { 'hugepages-2Mi': '4Mi' },
    { 'hugepages-2Mi': '0' },
    {},
    pod(sized({ cpu: '1', 'hugepages-2Mi': '4Mi' })),
    { 'hugepages-2Mi': '4Mi' },
  ],
  [
    'ephemeral storage',
    { 'limits.ephemeral-storage': '1Gi' },
    { 'limits.ephemeral-storage': '0' },
    {},
    pod(sized({}, { 'ephemeral-storage': '1Gi' })),
    { 'limits.ephemeral-storage': '1Gi' },
  ],
  ['best effort, in scope', { pods: '0' }, { pods: '0' }, { scopes: ['BestEffort'] }, pod(), 'exceeded quota'],
  [
    'best effort, out of scope',
    { pods: '0' },
    { pods: '0' },
    { scopes: ['BestEffort'] },
    pod(sized({ cpu: '1' })),
    { pods: '0' },
  ],
  [
    'not best effort',
    { pods: '0' },
    { pods: '0' },
    { scopes: ['NotBestEffort'] },
    pod(sized({ cpu: '1' })),
    'exceeded quota',
  ],
  [
    'terminating',
    { pods: '0' },
    { pods: '0' },
    { scopes: ['Terminating'] },
    pod({ activeDeadlineSeconds: 5 }),
    'exceeded quota',
  ],
  [
    'not terminating',
    { pods: '0' },
    { pods: '0' },
    { scopes: ['NotTerminating'] },
    pod({ activeDeadlineSeconds: 5 }),
    { pods: '0' },
  ],
  [
    'a priority class',
    { pods: '0' },
    { pods: '0' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } },
    pod({ priorityClassName: 'high' }),
    'exceeded quota',
  ],
  [
    'another priority class',
    { pods: '0' },
    { pods: '0' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } },
    pod({ priorityClassName: 'low' }),
    { pods: '0' },
  ],
  [
    'a priority class that is not among some',
    { pods: '0' },
    { pods: '0' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['high'] }] } },
    pod({ priorityClassName: 'low' }),
    'exceeded quota',
  ],
  [
    'no priority class',
    { pods: '0' },
    { pods: '0' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] } },
    pod(),
    { pods: '0' },
  ],
  [
    'affinity to other namespaces',
    { pods: '0' },
    { pods: '0' },
    { scopeSelector: { matchExpressions: [{ scopeName: 'CrossNamespacePodAffinity', operator: 'Exists' }] } },
    pod({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['x'] }] } } }),
    'exceeded quota',
  ],
  [
    'something without scopes',
    { configmaps: '0' },
    { configmaps: '0' },
    { scopes: ['BestEffort'] },
    map('a'),
    { configmaps: '0' },
  ],
  [
    'node ports',
    { 'services.nodeports': '2', services: '1' },
    { 'services.nodeports': '0', services: '0' },
    {},
    service({ type: 'NodePort', ports: [{}, {}] }),
    { 'services.nodeports': '2', services: '1' },
  ],
  [
    'a load balancer',
    { 'services.loadbalancers': '1', 'services.nodeports': '9' },
    { 'services.loadbalancers': '0', 'services.nodeports': '0' },
    {},
    service({ type: 'LoadBalancer', ports: [{}] }),
    { 'services.loadbalancers': '1', 'services.nodeports': '1' },
  ],
  [
    'a load balancer without node ports',
    { 'services.loadbalancers': '1', 'services.nodeports': '9' },
    { 'services.loadbalancers': '0', 'services.nodeports': '0' },
    {},
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{}, { nodePort: 30000 }] }),
    { 'services.loadbalancers': '1', 'services.nodeports': '1' },
  ],
  [
    'a service that becomes a load balancer',
    { 'services.loadbalancers': '0' },
    { 'services.loadbalancers': '0' },
    {},
    service({ type: 'LoadBalancer', ports: [{}] }, { ports: [{}] }),
    'exceeded quota',
  ],
  [
    'a service that changes in other ways',
    { services: '1' },
    { services: '1' },
    {},
    service({ ports: [{}, {}] }, { ports: [{}] }),
    { services: '1' },
  ],
  [
    'more of one thing, where another is over its limit already',
    { services: '1', 'services.nodeports': '9' },
    { services: '2', 'services.nodeports': '0' },
    {},
    service({ type: 'NodePort', ports: [{}] }, { ports: [{}] }),
    'requested: services=0, used: services=2, limited: services=1',
  ],
  [
    'an update that takes nothing, over the limit',
    { services: '1' },
    { services: '2' },
    {},
    service({ ports: [{}, {}] }, { ports: [{}] }),
    { services: '2' },
  ],
  [
    'nothing at all of what is over its limit',
    { 'requests.cpu': '1' },
    { 'requests.cpu': '2' },
    {},
    pod(sized({ cpu: '0' })),
    'requested: requests.cpu=0, used: requests.cpu=2, limited: requests.cpu=1',
  ],
  [
    'storage',
    { 'requests.storage': '5Gi', persistentvolumeclaims: '1' },
    { 'requests.storage': '1Gi', persistentvolumeclaims: '0' },
    {},
    claim('4Gi'),
    { 'requests.storage': '5Gi', persistentvolumeclaims: '1' },
  ],
  [
    'storage of a class',
    { 'gold.storageclass.storage.orch.io/requests.storage': '1Gi' },
    { 'gold.storageclass.storage.orch.io/requests.storage': '0' },
    {},
    claim('2Gi', 'gold'),
    'exceeded quota',
  ],
  [
    'storage of another class',
    { 'gold.storageclass.storage.orch.io/requests.storage': '1Gi' },
    { 'gold.storageclass.storage.orch.io/requests.storage': '0' },
    {},
    claim('2Gi', 'tin'),
    { 'gold.storageclass.storage.orch.io/requests.storage': '0' },
  ],
  [
    'a claim that grows',
    { 'requests.storage': '3Gi' },
    { 'requests.storage': '3Gi' },
    {},
    claim('2Gi', undefined, '1Gi'),
    'requested: requests.storage=1Gi',
  ],
]
test.each(rows)('%s', async (_, hard, used, spec, asked, expected) => {
  const stage = stageWith(quota(hard, used, spec))
  const verdict = await stage.verdict(resourceQuota(stage.environment), asked)
  if (typeof expected === 'string') {
    expect(verdict).toContain(expected)
    expect(usedOf(stage)).toEqual(used)
  } else {
    expect(verdict).toBe('passed')
    expect(usedOf(stage)).toEqual(expected)
  }
})

test('a dry run is checked against the quota, but not charged', async () => {
  const stage = stageWith(quota({ configmaps: '1' }, { configmaps: '0' }))
  const plugin = resourceQuota(stage.environment)
  for (let i = 0; i < 3; i++) expect(await stage.verdict(plugin, { ...map('a'), dryRun: true })).toBe('passed')
  expect(usedOf(stage)).toEqual({ configmaps: '0' })
  await stage.pass(plugin, map('b'))
  expect(await stage.verdict(plugin, { ...map('c'), dryRun: true })).toContain('exceeded quota')
})

test('concurrent creations never exceed the limit, even during a recalculation', async () => {
  const stage = stageWith(
    quota({ configmaps: '3' }, { configmaps: '0' }),
    quota({ configmaps: '9' }, { configmaps: '0' }, {}, 'wide'),
  )
  const plugin = resourceQuota(stage.environment)
  const waves = [1, 2, 3].flatMap((wave) => {
    const verdicts = Array.from({ length: 5 }, (_, i) => stage.verdict(plugin, map(`${wave}-${i}`)))
    // Somebody who has not seen the new objects yet puts the use back.
    stage.put('resourcequotas', {
      ...quota({ configmaps: '3' }, { configmaps: '0' }),
      metadata: { name: 'q', namespace: 'ns', resourceVersion: `w${wave}` },
    })
    return verdicts
  })
  const results = await Promise.all(waves)
  expect(results.filter((verdict) => verdict === 'passed').length).toBe(3)
  expect(usedOf(stage)).toEqual({ configmaps: '3' })
  expect(usedOf(stage, 'wide')).toEqual({ configmaps: '3' })
})

test('a charge expires if its object is never stored', async () => {
  const stage = stageWith(quota({ configmaps: '1' }, { configmaps: '0' }))
  const plugin = resourceQuota(stage.environment)
  await stage.pass(plugin, map('a'))
  stage.put('resourcequotas', {
    ...quota({ configmaps: '1' }, { configmaps: '0' }),
    metadata: { name: 'q', namespace: 'ns', resourceVersion: 'x' },
  })
  expect(await stage.verdict(plugin, map('b'))).toContain('exceeded quota')
  await stage.clock.advance(6000)
  expect(await stage.verdict(plugin, map('b'))).toBe('passed')
})

test('a creation that fails because the name exists is not charged', async () => {
  const stage = stageWith(quota({ configmaps: '5' }, { configmaps: '1' })).put('configmaps', {
    metadata: { name: 'a', namespace: 'ns', uid: 'other' },
  })
  expect(await stage.verdict(resourceQuota(stage.environment), map('a'))).toBe('passed')
  expect(usedOf(stage)).toEqual({ configmaps: '1' })
  stage.put('resourcequotas', quota({ configmaps: '1' }, { configmaps: '1' }))
  expect(await stage.verdict(resourceQuota(stage.environment), map('a'))).toContain('exceeded quota')
})

test("existing objects count before the quota's status has been computed", async () => {
  const stage = stageWith(quota({ configmaps: '2' }, { configmaps: '0' }))
  for (const name of ['x', 'y']) stage.put('configmaps', { metadata: { name, namespace: 'ns', uid: name } })
  expect(await stage.verdict(resourceQuota(stage.environment), map('a'))).toContain('used: configmaps=2')
})

const LIMITED = configured(`
apiVersion: apiserver.config.orch.io/v1
kind: ResourceQuotaConfiguration
limitedResources:
- resource: persistentvolumeclaims
  matchContains: [gold.storageclass.storage.orch.io/requests.storage]
- resource: pods
  matchScopes: [{scopeName: PriorityClass, operator: In, values: [high]}]
`)
test.each<[string, AskedOfStage, object | undefined, string]>([
  ['a class that is limited', claim('1Gi', 'gold'), undefined, 'insufficient quota to consume: gold'],
  [
    'a class that is limited, with a quota',
    claim('1Gi', 'gold'),
    quota(
      { 'gold.storageclass.storage.orch.io/requests.storage': '1Gi' },
      { 'gold.storageclass.storage.orch.io/requests.storage': '0' },
    ),
    'passed',
  ],
  ['another class', claim('1Gi', 'tin'), undefined, 'passed'],
  [
    'a priority that is limited',
    pod({ priorityClassName: 'high' }),
    undefined,
    'insufficient quota to match these scopes',
  ],
  [
    'a priority that is limited, with a quota',
    pod({ priorityClassName: 'high' }),
    quota(
      { pods: '1' },
      { pods: '0' },
      { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } },
    ),
    'passed',
  ],
  ['another priority', pod(), undefined, 'passed'],
])('limited by the configuration: %s', async (_, asked, own, expected) => {
  const stage = own ? stageWith(own) : stageWith()
  expect(await stage.verdict(resourceQuota(stage.environment, LIMITED), asked)).toContain(expected)
})
test('unknown fields of a configuration are refused', () => {
  const yaml = 'apiVersion: apiserver.config.orch.io/v1\nkind: ResourceQuotaConfiguration\nlimited: []'
  expect(() => resourceQuota(new AdmissionStage().environment, configured(yaml))).toThrow('unknown field "limited"')
})

test.each([
  ['2', 'passed', '2'],
  ['1', 'passed', '1500m'],
  ['3', '403', '1500m'],
])('a pod that is to get %s CPUs: %s, with %s used', async (cpu, expected, used) => {
  const stage = stageWith(quota({ 'requests.cpu': '2' }, { 'requests.cpu': '1500m' }))
  const verdict = await stage.verdict(resourceQuota(stage.environment), {
    of: 'pods/resize',
    object: podWith(sized({ cpu }), { uid: 'u' }),
    oldObject: podWith(sized({ cpu: '1500m' }), { uid: 'u' }),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
  expect(usedOf(stage)).toEqual({ 'requests.cpu': used })
})
