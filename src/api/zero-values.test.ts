// Members that answers always contain although nobody set them: the smallest objects as a create, read, list and watch
// return them. A client that writes back what it read changes nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNamespace, startAdminsCluster, type TestCluster } from '../testing/cluster'

type Json = Record<string, unknown>

const AUTOSCALER = { spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' } } }
const SCALED = { currentReplicas: 0, desiredReplicas: 0 }
const FLOW = {
  spec: {
    priorityLevelConfiguration: { name: 'l' },
    rules: [
      {
        subjects: [{ kind: 'Group', group: { name: 'g' } }],
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true }],
      },
    ],
  },
}
const CLAIM = {
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    dataSource: { kind: 'PersistentVolumeClaim', name: 'y' },
  },
}
const POD = { containers: [{ name: 'a', image: 'b' }] }
const WORKLOAD = { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: POD } }

/** The body sent to a path of namespace `n`, with version and kind, and the members that answers add. */
const AT_20: [path: string, kind: string, body: Json, shown: Json][] = [
  ['/api/v1/namespaces/n/limitranges', 'LimitRange', {}, { spec: { limits: null } }],
  ['/api/v1/namespaces/n/limitranges', 'LimitRange', { spec: { limits: [] } }, { spec: { limits: null } }],
  ['/api/v1/namespaces/n/resourcequotas', 'ResourceQuota', {}, { spec: {}, status: {} }],
  ['/api/v1/nodes', 'Node', {}, { status: { daemonEndpoints: { kubeletEndpoint: { Port: 0 } } } }],
  [
    '/api/v1/namespaces/n/pods',
    'Pod',
    {
      spec: {
        automountServiceAccountToken: false,
        containers: [
          { name: 'a', image: 'b', env: [{ name: 'X', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] },
        ],
        volumes: [{ name: 'p', projected: {} }],
      },
    },
    {
      spec: {
        containers: [{ resources: {}, env: [{ valueFrom: { resourceFieldRef: { divisor: '0' } } }] }],
        volumes: [{ projected: { sources: null } }],
      },
    },
  ],
  [
    '/api/v1/namespaces/n/persistentvolumeclaims',
    'PersistentVolumeClaim',
    CLAIM,
    { spec: { dataSource: { apiGroup: null } } },
  ],
  [
    '/apis/apps/v1/namespaces/n/daemonsets',
    'DaemonSet',
    { spec: WORKLOAD },
    {
      spec: { template: { metadata: { creationTimestamp: null } } },
      status: { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
    },
  ],
  [
    '/apis/autoscaling/v1/namespaces/n/horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    AUTOSCALER,
    { status: SCALED },
  ],
  ...['v2beta1', 'v2beta2'].map((version): [string, string, Json, Json] => [
    `/apis/autoscaling/${version}/namespaces/n/horizontalpodautoscalers`,
    'HorizontalPodAutoscaler',
    AUTOSCALER,
    { status: { ...SCALED, conditions: null, currentMetrics: null } },
  ]),
  ['/apis/networking.orch.io/v1/namespaces/n/networkpolicies', 'NetworkPolicy', {}, { spec: { podSelector: {} } }],
  [
    '/apis/networking.orch.io/v1beta1/namespaces/n/ingresses',
    'Ingress',
    { spec: { backend: { resource: { kind: 'A', name: 'b' } } } },
    { spec: { backend: { resource: { apiGroup: null }, servicePort: 0 } }, status: { loadBalancer: {} } },
  ],
  ['/apis/rbac.authorization.orch.io/v1/namespaces/n/roles', 'Role', {}, { rules: null }],
  ['/apis/rbac.authorization.orch.io/v1beta1/clusterroles', 'ClusterRole', { rules: [] }, { rules: null }],
  ['/apis/storage.orch.io/v1/csinodes', 'CSINode', {}, { spec: { drivers: null } }],
  [
    '/apis/storage.orch.io/v1/csinodes',
    'CSINode',
    { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
    { spec: { drivers: [{ topologyKeys: null }] } },
  ],
  [
    '/apis/discovery.orch.io/v1beta1/namespaces/n/endpointslices',
    'EndpointSlice',
    { addressType: 'IPv4' },
    { endpoints: null, ports: null },
  ],
  [
    '/apis/discovery.orch.io/v1beta1/namespaces/n/endpointslices',
    'EndpointSlice',
    { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }], ports: [] },
    { endpoints: [{ conditions: {} }], ports: null },
  ],
  ['/apis/scheduling.orch.io/v1/priorityclasses', 'PriorityClass', {}, { value: 0 }],
  ['/apis/coordination.orch.io/v1/namespaces/n/leases', 'Lease', {}, { spec: {} }],
  [
    '/apis/flowcontrol.apiserver.orch.io/v1beta1/flowschemas',
    'FlowSchema',
    FLOW,
    { spec: { rules: [{ resourceRules: [{ namespaces: null }] }] }, status: {} },
  ],
  ['/apis/apps/v1/namespaces/n/controllerrevisions', 'ControllerRevision', { data: { a: 1 } }, { revision: 0 }],
]

/** What only newer releases carry. */
const AT_25: typeof AT_20 = [
  [
    '/apis/apps/v1/namespaces/n/statefulsets',
    'StatefulSet',
    { spec: { ...WORKLOAD, serviceName: 's' } },
    { status: { replicas: 0, availableReplicas: 0 } },
  ],
  ['/apis/networking.orch.io/v1/namespaces/n/networkpolicies', 'NetworkPolicy', {}, { status: {} }],
  [
    '/apis/autoscaling/v2/namespaces/n/horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    AUTOSCALER,
    { status: { desiredReplicas: 0, currentMetrics: null } },
  ],
]

const apiVersionOf = (path: string): string =>
  /^\/(?:api|apis\/([^/]+))\/([^/]+)/.exec(path)?.slice(1).filter(Boolean).join('/') ?? ''

describe.each([
  ['1.20', AT_20],
  ['1.25', AT_25],
])('of release %s', (release, cases) => {
  let cluster: TestCluster
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await cluster.send(method, path, body)
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    return (await response.json()) as Json
  }
  beforeAll(async () => {
    cluster = await startAdminsCluster(release)
    await createNamespace(cluster, 'n')
  })
  afterAll(() => cluster.stop())

  test.each(cases.map((row, i) => [i, ...row] as const))('%i: %s, %s %j', async (i, path, kind, body, shown) => {
    const name = `x${String(i)}`
    const created = await send('POST', path, { apiVersion: apiVersionOf(path), kind, metadata: { name }, ...body })
    expect(created).toMatchObject(shown)
    const read = await send('GET', `${path}/${name}`)
    expect(read).toEqual(created)
    const { items } = (await send('GET', `${path}?fieldSelector=metadata.name=${name}`)) as { items: Json[] }
    expect(items).toMatchObject([shown])
    expect(await send('PUT', `${path}/${name}`, read), 'sent back').toEqual(read)
  })
})
