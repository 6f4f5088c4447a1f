import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../machinery/base64'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../testing/kinds'
import type { KindBehaviour } from '../../kind'
import { columnsAt } from '../../release-columns'
import { configMap } from './config-map/config-map'
import { endpoints } from './endpoints/endpoints'
import { event } from './event/event'
import { limitRange } from './limit-range/limit-range'
import { namespace } from './namespace/namespace'
import { node } from './node/node'
import { persistentVolume } from './persistent-volume/persistent-volume'
import { persistentVolumeClaim } from './persistent-volume-claim/persistent-volume-claim'
import { podTemplate } from './pod-template/pod-template'
import { replicationController } from './replication-controller/replication-controller'
import { resourceQuota } from './resource-quota/resource-quota'
import { secret } from './secret/secret'

const volume = (spec: object) => ({ spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec } })
const claim = (spec: object) => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const large = encodeText('x'.repeat(1024 * 1024 + 3))

test.each<[string, KindBehaviour, object, string[]]>([
  ['a key with a space', configMap, { data: { 'a b': '' } }, ['Invalid data[a b]']],
  ['a key in both maps', configMap, { data: { a: '' }, binaryData: { a: '' } }, ['Invalid data[a]']],
  ['a megabyte and more', configMap, { binaryData: { a: large } }, ['TooLong []']],
  ['a megabyte of secrets and more', secret, { data: { a: large } }, ['TooLong data']],
  ['a pair without its parts', secret, { type: 'orch.io/tls' }, ['Required data[tls.crt]', 'Required data[tls.key]']],
  [
    'a registry without JSON',
    secret,
    { type: 'orch.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{' } },
    ['Invalid data[.dockerconfigjson]'],
  ],
  [
    'a token of nobody',
    secret,
    { type: 'orch.io/service-account-token' },
    ['Required metadata.annotations[orch.io/service-account.name]'],
  ],
  ['a type of its own', secret, { type: 'example.com/anything' }, []],
  ['a finalizer with a space', namespace, { spec: { finalizers: ['a b'] } }, ['Invalid spec.finalizers']],
  ['a finalizer without a domain', namespace, { spec: { finalizers: ['mine'] } }, ['Invalid spec.finalizers']],
  [
    'taints twice and of no effect',
    node,
    {
      spec: {
        taints: [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
          { key: 'b', effect: 'Often' },
        ],
      },
    },
    ['Duplicate metadata.taints[1]', 'NotSupported metadata.taints[2].effect'],
  ],
  [
    'two networks of one family',
    node,
    { spec: { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] } },
    ['Invalid spec.podCIDRs'],
  ],
  ['a local volume anywhere', persistentVolume, volume({ local: { path: '/x' } }), ['Required spec.nodeAffinity']],
  [
    'a volume of a driver',
    persistentVolume,
    volume({ csi: { driver: 'd.example.com' } }),
    ['Required spec.csi.volumeHandle'],
  ],
  [
    'the root, recycled',
    persistentVolume,
    volume({ hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' }),
    ['Forbidden spec.persistentVolumeReclaimPolicy'],
  ],
  [
    'one pod and others',
    persistentVolume,
    volume({ hostPath: { path: '/x' }, accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] }),
    ['Forbidden spec.accessModes'],
  ],
  [
    'a claim of everything',
    persistentVolumeClaim,
    claim({ accessModes: ['All'], volumeMode: 'Tape' }),
    ['NotSupported spec.accessModes', 'NotSupported spec.volumeMode'],
  ],
  [
    'a claim from a config map',
    persistentVolumeClaim,
    claim({ dataSourceRef: { kind: 'ConfigMap', name: 'a' } }),
    ['Invalid spec.dataSource', 'Invalid spec.dataSourceRef'],
  ],
  [
    'a limit of claims without storage',
    limitRange,
    { spec: { limits: [{ type: 'PersistentVolumeClaim', max: { cpu: '1' } }] } },
    ['Required spec.limits[0].limits'],
  ],
  [
    'a ratio below one',
    limitRange,
    { spec: { limits: [{ type: 'Container', maxLimitRequestRatio: { cpu: '500m' } }] } },
    ['Invalid spec.limits[0].maxLimitRequestRatio[cpu]'],
  ],
  [
    'a resource with the name of what every object has',
    limitRange,
    { spec: { limits: [{ type: 'Container', default: { 'a.b/constructor': '1', constructor: '6' } }] } },
    ['Invalid spec.limits[0].defaultRequest[constructor]', 'Invalid spec.limits[0].default[constructor]'],
  ],
  ['a type of no kind', limitRange, { spec: { limits: [{ type: 'Machine' }] } }, ['Invalid spec.limits[0].type']],
  [
    'a quota of parts of pods',
    resourceQuota,
    { spec: { hard: { pods: '500m', money: '1' } } },
    ['Invalid spec.hard[money]', 'Invalid spec.hard[pods]'],
  ],
  [
    'scopes against each other',
    resourceQuota,
    { spec: { hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] } },
    ['Invalid spec.scopes'],
  ],
  [
    'a scope that came later',
    resourceQuota,
    { spec: { hard: { pods: '1' }, scopes: ['CrossNamespacePodAffinity'] } },
    [],
  ],
  [
    'a scope of what it is not about',
    resourceQuota,
    { spec: { hard: { cpu: '1' }, scopes: ['BestEffort'] } },
    ['Invalid spec.scopes'],
  ],
  [
    'a selector that should only ask',
    resourceQuota,
    {
      spec: {
        hard: { pods: '1' },
        scopeSelector: { matchExpressions: [{ scopeName: 'Terminating', operator: 'In', values: ['x'] }] },
      },
    },
    ['Invalid spec.scopeSelector.matchExpressions.operator'],
  ],
  [
    'counts of objects',
    resourceQuota,
    { spec: { hard: { 'count/deployments.apps': '2', 'requests.example.com/gpu': '1' } } },
    [],
  ],
  [
    'an event of another namespace',
    event,
    { involvedObject: { namespace: 'other' } },
    ['Invalid involvedObject.namespace'],
  ],
  [
    'an exact time without a reporter',
    event,
    { involvedObject: { namespace: 'default' }, eventTime: '2030-01-01T00:00:00.000000Z' },
    [
      'Invalid reportingComponent',
      'Required action',
      'Required reason',
      'Required reportingComponent',
      'Required reportingInstance',
    ],
  ],
  [
    'addresses of the machine',
    endpoints,
    { subsets: [{ addresses: [{ ip: '127.0.0.1' }, { ip: '0.0.0.0' }, { ip: '169.254.1.1' }], ports: [{ port: 1 }] }] },
    [0, 1, 2].map((i) => `Invalid subsets[0].addresses[${i}].ip`),
  ],
  ['a template without containers', podTemplate, {}, ['Required template.spec.containers']],
  [
    'a controller of other pods',
    replicationController,
    {
      spec: {
        selector: { a: 'b' },
        template: {
          metadata: { labels: { a: 'c' } },
          spec: { containers: [{ name: 'c', image: 'x' }], restartPolicy: 'Never' },
        },
      },
    },
    ['Invalid spec.template.metadata.labels', 'NotSupported spec.template.spec.restartPolicy'],
  ],
])('%s is refused', (_, kind, body, expected) => expect(refusals(kind, body)).toEqual(expected))

test('secrets for logins need one key of those that there are', () => {
  expect(refusals(secret, { type: 'orch.io/basic-auth', stringData: { password: 'x' } })).toEqual([])
  expect(refusals(secret, { type: 'orch.io/basic-auth' })).toEqual([
    'Required data[%s][password]',
    'Required data[%s][username]',
  ])
  expect(refusals(secret, { type: 'orch.io/ssh-auth' })).toEqual(['Required data[%s][ssh-privatekey]'])
})

test('stringData overrides data and is not stored', () => {
  expect(filled(secret, { data: { a: 'b2xk' }, stringData: { a: 'new', b: 'ü' } })).toMatchObject({
    type: 'Opaque',
    data: { a: encodeText('new'), b: encodeText('ü') },
  })
  expect(filled(secret, { stringData: {} })).not.toHaveProperty('stringData')
})

test('release 1.20 does not know a scope that came later', () => {
  const quota = { spec: { hard: { pods: '1' }, scopes: ['CrossNamespacePodAffinity'] } }
  expect(refusals(resourceQuota, quota, kindContext({ release: 20 }))).toEqual(['Invalid spec.scopes'])
})

describe('changes', () => {
  const sealed = { immutable: true, data: { a: 'eA==' } }
  const bound: ApiObject = { ...filled(persistentVolumeClaim, claim({ volumeName: 'v' })), status: { phase: 'Bound' } }
  const spec = (draft: ApiObject) => draft['spec'] as Record<string, unknown>
  const request = (storage: string) => (draft: ApiObject) => void (spec(draft)['resources'] = { requests: { storage } })

  test.each<[string, KindBehaviour, ApiObject, (draft: ApiObject) => void, string[]]>([
    ['of sealed data', configMap, filled(configMap, sealed), (draft) => (draft['data'] = {}), ['Forbidden data']],
    ['of a seal', secret, filled(secret, sealed), (draft) => delete draft['immutable'], ['Forbidden immutable']],
    ['of a type', secret, filled(secret, {}), (draft) => (draft['type'] = 'other'), ['Invalid type']],
    [
      'of a source',
      persistentVolume,
      filled(persistentVolume, volume({ hostPath: { path: '/x' } })),
      (draft) => (spec(draft)['hostPath'] = { path: '/y' }),
      ['Forbidden spec.persistentvolumesource'],
    ],
    ['of a size, larger', persistentVolumeClaim, bound, request('2Gi'), []],
    ['of a size, smaller', persistentVolumeClaim, bound, request('1Mi'), ['Forbidden spec.resources.requests.storage']],
    [
      'of a size, unbound',
      persistentVolumeClaim,
      filled(persistentVolumeClaim, claim({})),
      request('2Gi'),
      ['Forbidden spec'],
    ],
    [
      'of a volume, for the first time',
      persistentVolumeClaim,
      filled(persistentVolumeClaim, claim({})),
      (draft) => (spec(draft)['volumeName'] = 'v'),
      [],
    ],
    [
      'of a network',
      node,
      filled(node, { spec: { podCIDR: '10.0.0.0/24' } }),
      (draft) => (draft['spec'] = { podCIDR: '10.0.1.0/24' }),
      ['Forbidden spec.podCIDRs'],
    ],
    [
      'of scopes',
      resourceQuota,
      filled(resourceQuota, { spec: { hard: { pods: '1' }, scopes: ['Terminating'] } }),
      (draft) => (spec(draft)['scopes'] = ['BestEffort']),
      ['Invalid spec.scopes'],
    ],
  ])('%s', (_, kind, live, change, expected) => expect(updateRefusals(kind, live, change)).toEqual(expected))
})

describe('namespaces', () => {
  test('carry their name since 1.21', () => {
    expect(filled(namespace, {}).metadata.labels).toEqual({ 'orch.io/metadata.name': 'a' })
    expect(filled(namespace, {}, kindContext({ release: 20 })).metadata.labels).toBeUndefined()
  })
  test('have a finalizer in their spec', () => {
    const live = filled(namespace, {})
    expect(live).toMatchObject({ spec: { finalizers: ['orch'] }, status: { phase: 'Active' } })
    expect(namespace.holdsDeletion?.(live)).toBe(true)
    namespace.markTerminating?.(live)
    expect(live).toMatchObject({ status: { phase: 'Terminating' } })
    const draft = { ...live, spec: {} }
    namespace.subresources?.['finalize']?.prepareForUpdate?.(draft, live, kindContext())
    expect(namespace.holdsDeletion?.(draft)).toBe(false)
  })
})

test('limit ranges get defaults', () => {
  expect(
    filled(limitRange, { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }] } }),
  ).toMatchObject({
    spec: { limits: [{ default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Mi' } }] },
  })
})

test.each<[KindBehaviour, object, unknown[]]>([
  [configMap, { data: { a: '' }, binaryData: { b: '', c: '' } }, [3, '60m']],
  [
    node,
    {
      metadata: { labels: { 'node-role.orch.io/b': '', 'node-role.orch.io/a': '' } },
      spec: { unschedulable: true },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    },
    ['NotReady,SchedulingDisabled', 'a,b', '60m', '', '<none>', '<none>', ...Array<string>(3).fill('<unknown>')],
  ],
  [
    resourceQuota,
    { status: { hard: { pods: '2', 'limits.cpu': '1' }, used: { pods: '1' } } },
    ['pods: 1/2', 'limits.cpu: 0/1', '60m'],
  ],
  [
    persistentVolume,
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadOnlyMany', 'ReadWriteOnce'],
        claimRef: { namespace: 'n', name: 'c' },
        persistentVolumeReclaimPolicy: 'Retain',
      },
      status: { phase: 'Bound' },
    },
    ['1Gi', 'RWO,ROX', 'Retain', 'Bound', 'n/c', '', '<unset>', '', '60m', '<unset>'],
  ],
  [
    endpoints,
    { subsets: [{ addresses: ['1', '2', '3', '4'].map((ip) => ({ ip })), ports: [{ port: 80 }] }] },
    ['1:80,2:80,3:80 + 1 more...', '60m'],
  ],
  [
    event,
    {
      involvedObject: { kind: 'Pod', name: 'p' },
      type: 'Normal',
      reason: 'R',
      message: ' m ',
      firstTimestamp: '2029-12-31T22:00:00Z',
      lastTimestamp: '2029-12-31T23:59:00Z',
      source: { component: 'c', host: 'h' },
    },
    ['60s', 'Normal', 'R', 'pod/p', '', 'c, h', 'm', '120m', 1, 'a'],
  ],
])('cells', (kind, body, cells) => {
  const metadata = { name: 'a', creationTimestamp: '2029-12-31T23:00:00Z', ...(body as { metadata?: object }).metadata }
  expect(columnsAt(kind, 36).cells?.({ ...body, metadata }, Date.parse('2030-01-01T00:00:00Z'))).toEqual(cells)
})
