import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

interface StatusBody {
  readonly code: number
  readonly details?: {
    readonly group?: string
    readonly kind?: string
    readonly causes?: readonly { readonly reason: string; readonly field: string }[]
  }
  readonly spec?: { readonly clusterIP?: string }
}

const clusters = new Map<string, TestCluster>()
beforeAll(async () => {
  for (const release of ['1.20', '1.27']) clusters.set(release, await startAdminsCluster(release))
})
afterAll(() => Promise.all([...clusters.values()].map((cluster) => cluster.stop())))

async function told(release: string, path: string, body: object): Promise<StatusBody> {
  const answer = await clusters.get(release)?.send('POST', `${path}?dryRun=All`, { metadata: { name: 'a' }, ...body })
  return (await answer?.json()) as StatusBody
}
const causesOf = ({ details }: StatusBody): string[] =>
  (details?.causes ?? []).map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`).sort()

const PODS = '/api/v1/namespaces/default/pods'
const pod = (container: object, spec: object = {}) => ({
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
})
const init = (container: object) => pod({}, { initContainers: [{ name: 'i', image: 'i', ...container }] })
const term = { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b c' } } }
const HANDLER_OF_INIT = { livenessProbe: { httpGet: { path: '/', port: 0 } } }
const QUOTAS = '/api/v1/namespaces/default/resourcequotas'
const LIMITS = '/api/v1/namespaces/default/limitranges'
const NODES = '/apis/storage.orch.io/v1/csinodes'
const SCALERS = '/apis/autoscaling/v2beta2/namespaces/default/horizontalpodautoscalers'
const OLDER_SCALERS = '/apis/autoscaling/v2beta1/namespaces/default/horizontalpodautoscalers'
const scaled = (metric: object) => ({
  spec: { maxReplicas: 2, scaleTargetRef: { kind: 'Deployment', name: 'd' }, metrics: [metric] },
})

describe('what a refusal at 1.20 tells, by field', () => {
  test.each<[string, string, object, string[]]>([
    [
      'a name of a driver',
      '/apis/storage.orch.io/v1/csidrivers',
      { metadata: { name: 'A' }, spec: {} },
      ['Invalid metadata.name', 'Invalid metadata.name'],
    ],
    [
      'a resource that there is not, for containers and at all',
      PODS,
      pod({ resources: { requests: { gold: '1' } } }),
      ['Invalid spec.containers[0].resources.requests[gold]', 'Invalid spec.containers[0].resources.requests[gold]'],
    ],
    [
      'a handler that init containers may not have, and what is wrong with it',
      PODS,
      init(HANDLER_OF_INIT),
      ['Invalid spec.initContainers[0].livenessProbe', 'Invalid spec.initContainers[0].livenessProbe.httpGet.port'],
    ],
    [
      'names of maps that variables come from',
      PODS,
      pod({
        env: [{ name: 'A', valueFrom: { configMapKeyRef: { key: 'k' } } }],
        envFrom: [{ secretRef: { name: 'B c' } }],
      }),
      [
        'Invalid spec.containers[0].env[0].valueFrom.configMapKeyRef.name',
        'Invalid spec.containers[0].envFrom[0].secretRef.name',
      ],
    ],
    [
      'labels that pods are sought by',
      PODS,
      pod({}, { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }),
      [
        'Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchExpressions.matchLabels',
      ],
    ],
    [
      'addresses that are none',
      '/api/v1/namespaces/default/endpoints',
      { subsets: [{ addresses: [{ ip: 'x' }] }] },
      ['Invalid subsets[0].addresses[0].ip', 'Invalid subsets[0].addresses[0].ip'],
    ],
    [
      'a metric without a type',
      SCALERS,
      scaled({}),
      ['NotSupported spec.metrics[0].type', 'NotSupported spec.metrics[0].type', 'Required spec.metrics[0].type'],
    ],
    [
      'an older metric without its number',
      OLDER_SCALERS,
      scaled({ type: 'Pods', pods: { metricName: 'm' } }),
      ['Invalid spec.metrics[0].pods.target.averageValue'],
    ],
    [
      'a driver without a node',
      NODES,
      { spec: { drivers: [{ name: 'd.example.com' }] } },
      ['Required spec.drivers[0].nodeID', 'Required spec.drivers[0].nodeID'],
    ],
    [
      'paths beside resources in a role',
      '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles',
      { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], apiGroups: [''], resources: ['pods'] }] },
      ['Invalid rules[0].nonResourceURLs', 'Invalid rules[0].nonResourceURLs'],
    ],
    [
      'tolerations of a runtime class',
      '/apis/node.orch.io/v1/runtimeclasses',
      { handler: 'h', scheduling: { tolerations: [{}] } },
      ['Invalid scheduling.tolerations.tolerations[0].operator'],
    ],
    ['a quota of a known resource', QUOTAS, { spec: { hard: { pods: '1' } } }, []],
    ['a limit range without a name', LIMITS, { metadata: {}, spec: { limits: [] } }, []],
  ])('%s', async (_what, path, body, causes) => {
    expect(causesOf(await told('1.20', path, body))).toEqual(causes.sort())
  })
})

test('from 1.27 on, the handler of an init container is refused and not looked into, and selectors are named', async () => {
  expect(causesOf(await told('1.27', PODS, init(HANDLER_OF_INIT)))).toEqual([
    'Forbidden spec.initContainers[0].livenessProbe',
  ])
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
  expect(causesOf(await told('1.27', PODS, pod({}, { affinity })))).toEqual([
    'Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels',
  ])
})

test('a refusal names the group that the kind had first, up to 1.21', async () => {
  const path = '/apis/networking.orch.io/v1/namespaces/default/networkpolicies'
  const body = { spec: { podSelector: {}, policyTypes: ['Sideways'] } }
  expect((await told('1.20', path, body)).details).toMatchObject({ group: 'extensions', kind: 'NetworkPolicy' })
  expect((await told('1.27', path, body)).details).toMatchObject({ group: 'networking.orch.io' })
})

test('a refused access review names its group alone', async () => {
  const path = '/apis/authorization.orch.io/v1/subjectaccessreviews'
  const { code, details } = await told('1.20', path, { metadata: {}, spec: {} })
  expect([code, details?.group, details?.kind]).toEqual([422, 'authorization.orch.io', undefined])
})

test('a service that is only tried gets an address from 1.23 on', async () => {
  const body = { spec: { ports: [{ port: 80 }] } }
  const at = '/api/v1/namespaces/default/services'
  expect((await told('1.20', at, body)).spec?.clusterIP).toBeUndefined()
  expect((await told('1.27', at, body)).spec?.clusterIP).toMatch(/^10\.0\.0\./)
})

interface Sent {
  readonly code?: number
  readonly reason?: string
  readonly message?: string
  readonly details?: object
  readonly metadata?: { readonly managedFields?: readonly { readonly fieldsV1: Record<string, object> }[] }
}
async function sent(release: string, method: string, path: string, body: unknown, type = 'json'): Promise<Sent> {
  const headers = { 'content-type': `application/${type}` }
  const answer = await clusters.get(release)?.send(method, path, body, headers)
  const text = (await answer?.text()) ?? ''
  return { code: answer?.status, ...(text && (JSON.parse(text) as Sent)) }
}
const MAPS = '/api/v1/namespaces/default/configmaps'

test('up to 1.22, a conflict with generateName is answered with a timeout', async () => {
  const body = { metadata: { name: 'taken', generateName: 't-' } }
  for (const release of ['1.20', '1.27']) await sent(release, 'POST', MAPS, body)
  expect(await sent('1.20', 'POST', MAPS, body)).toMatchObject({
    code: 500,
    reason: 'ServerTimeout',
    message: 'The POST operation against ConfigMap could not be completed at this time, please try again.',
    details: { name: 'POST', kind: 'ConfigMap' },
  })
  expect(await sent('1.27', 'POST', MAPS, body)).toMatchObject({ code: 409, reason: 'AlreadyExists' })
})

test('a name of an object that waits for its finalizers', async () => {
  const body = { metadata: { name: 'waits', finalizers: ['a/b'] } }
  await sent('1.27', 'POST', MAPS, body)
  await sent('1.27', 'DELETE', `${MAPS}/waits`, {})
  expect((await sent('1.27', 'POST', MAPS, body)).message).toBe(
    'object is being deleted: configmaps "waits" already exists',
  )
})

test('the writer owns fields that are switched off too', async () => {
  const body = { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }], ipFamilies: ['IPv4'] } }
  const { metadata } = await sent('1.20', 'POST', '/api/v1/namespaces/default/services?dryRun=All', body)
  expect(metadata?.managedFields?.[0]?.fieldsV1['f:spec']).toMatchObject({ 'f:ipFamilies': {} })
})

test('up to 1.21 the whole object has no path in a JSON patch', async () => {
  const body = { metadata: { name: 'root' } }
  const patch = [{ op: 'replace', path: '', value: { apiVersion: 'v1', kind: 'ConfigMap', ...body } }]
  for (const [release, code] of [
    ['1.20', 422],
    ['1.27', 200],
  ] as const) {
    await sent(release, 'POST', MAPS, body)
    expect(await sent(release, 'PATCH', `${MAPS}/root`, patch, 'json-patch+json')).toMatchObject({ code })
  }
})

test('up to 1.21 the size of a workload is put with its namespace', async () => {
  const at = '/api/v1/namespaces/default/replicationcontrollers'
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const scale = { metadata: { name: 'r' }, spec: { replicas: 2 } }
  for (const release of ['1.20', '1.27'])
    await sent(release, 'POST', at, { metadata: { name: 'r' }, spec: { replicas: 0, template } })
  expect(await sent('1.20', 'PUT', `${at}/r/scale`, scale)).toMatchObject({
    code: 422,
    details: { causes: [{ reason: 'FieldValueRequired', field: 'metadata.namespace' }] },
  })
  expect(await sent('1.27', 'PUT', `${at}/r/scale`, scale)).toMatchObject({ code: 200 })
})

test('the port of a service that is only tried is not looked at, up to 1.22', async () => {
  const body = { metadata: { name: 'p' }, spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } }
  const at = '/api/v1/namespaces/default/services?dryRun=All'
  expect((await sent('1.20', 'POST', at, body)).code).toBe(201)
  expect((await sent('1.27', 'POST', at, body)).code).toBe(422)
})

test('the log of a pod without a node is no content', async () => {
  await sent('1.27', 'POST', PODS, { metadata: { name: 'free' }, ...pod({}) })
  expect((await sent('1.27', 'GET', `${PODS}/free/log`, undefined)).code).toBe(204)
})

test('an applied value that can not be converted is refused with the group of its kind, empty or not', async () => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, binaryData: { c: '!' } }
  const { message } = await sent('1.20', 'PATCH', `${MAPS}/x?fieldManager=f`, body, 'apply-patch+yaml')
  expect(message).toMatch(/^failed to convert new object to proper version: .* to \/v1, Kind=ConfigMap: /)
})
