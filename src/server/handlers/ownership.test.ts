import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

/** An applied configuration owns the fields in its body, not the defaults that the server adds. */
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(['--release=1.21', '--token-auth-file=tokens', '--authorization-mode=RBAC'], {
    files: { tokens: 'admin,admin,1,"system:masters"\n' },
  })
})
afterAll(() => cluster.stop())

const NS = '/api/v1/namespaces/default'
interface Entry {
  readonly manager: string
  readonly fieldsV1: unknown
}
interface Answer {
  readonly status: number
  readonly metadata: { readonly managedFields?: readonly Entry[] }
}

async function ask(method: string, path: string, body: unknown): Promise<Answer> {
  const response = await cluster.send(method, path, body, {
    authorization: 'Bearer admin',
    ...(method === 'PATCH' && { 'content-type': 'application/apply-patch+yaml' }),
  })
  return { ...((await response.json()) as Answer), status: response.status }
}
const apply = (kind: string, name: string, manager: string, body: Record<string, unknown>): Promise<Answer> =>
  ask('PATCH', `${NS}/${kind.toLowerCase()}s/${name}?fieldManager=${manager}`, {
    apiVersion: 'v1',
    kind,
    ...body,
    metadata: { name, ...(body.metadata as object) },
  })

describe('an intent', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['a null map', { metadata: { labels: null } }, { 'f:metadata': { 'f:labels': {} } }],
    ['an empty map', { metadata: { annotations: {} } }, { 'f:metadata': { 'f:annotations': {} } }],
    ['a null list', { metadata: { finalizers: null } }, { 'f:metadata': { 'f:finalizers': {} } }],
    ['an empty list', { metadata: { finalizers: [] }, immutable: false }, { 'f:immutable': {} }],
    ['a null scalar', { immutable: null }, { 'f:immutable': {} }],
    ['a null under a key', { data: { a: null, b: '' } }, { 'f:data': { 'f:a': {}, 'f:b': {} } }],
    ['nulls that only the server writes', { metadata: { creationTimestamp: null }, data: {} }, { 'f:data': {} }],
  ])('with %s claims it', async (what, body, fieldsV1) => {
    const { metadata } = await apply('ConfigMap', `claims-${what.replaceAll(' ', '-')}`, 'one', body)
    expect(metadata.managedFields).toMatchObject([{ manager: 'one', fieldsV1 }])
  })

  test('that writes a live quantity in another way disagrees', async () => {
    const pod = (cpu: string) => ({ spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu } } }] } })
    expect((await apply('Pod', 'sized', 'one', pod('1000m'))).status).toBe(201)
    expect((await apply('Pod', 'sized', 'one', pod('1000m'))).status).toBe(200)
    expect((await apply('Pod', 'sized', 'two', pod('1'))).status).toBe(200)
    expect((await apply('Pod', 'sized', 'three', pod('1000m'))).status).toBe(409)
  })
})

test('an object with duplicate list keys has no recorded owners', async () => {
  const env = [{ name: 'A' }, { name: 'A', value: 'x' }]
  const body = { metadata: { name: 'twice' }, spec: { containers: [{ name: 'c', image: 'i', env }] } }
  const { status, metadata } = await ask('POST', `${NS}/pods`, body)
  expect(status).toBe(201)
  expect(metadata.managedFields).toBeUndefined()
})

test('what a version keeps in an annotation is owned by its writer', async () => {
  const path = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
  await ask('POST', path, { metadata: { name: 'cpu' }, spec: { scaleTargetRef, maxReplicas: 3 } })
  const written = await ask('PUT', `${path}/cpu/status`, {
    metadata: { name: 'cpu' },
    spec: { scaleTargetRef, maxReplicas: 3 },
    status: { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 90 },
  })
  expect(JSON.stringify(written.metadata.managedFields)).toContain('f:autoscaling.alpha.orch.io/current-metrics')
})

test.each<[string, object, number]>([
  ['of an operation that there is not', { operation: 'Replace' }, 422],
  ['without an operation', { operation: undefined }, 422],
  ['of an apply', { operation: 'Apply' }, 200],
  ['that cannot be read, which are ignored', { operation: 'Replace', fieldsType: 'Other' }, 200],
])('records that a write brings: %s', async (what, entry, expected) => {
  const name = `records-${expected}-${what.length}`
  const records = { manager: 'm', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:k': {} } } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: 'v' } }
  expect((await ask('POST', `${NS}/configmaps`, object)).status).toBe(201)
  const metadata = { name, managedFields: [{ ...records, ...entry }] }
  expect((await ask('PUT', `${NS}/configmaps/${name}`, { ...object, metadata })).status).toBe(expected)
})

describe('an intent with fields that do not exist', () => {
  test('is refused, and nothing is created', async () => {
    const answer = await apply('ConfigMap', 'undeclared', 'one', { spec: 1, data: { a: 'b' } })
    expect(answer).toMatchObject({
      status: 500,
      message: 'failed to create typed patch object: .spec: field not declared in schema',
    })
    expect((await ask('GET', `${NS}/configmaps/undeclared`, undefined)).status).toBe(404)
  })
  test('lists all of them with the keys of their list items', async () => {
    const pod = { spec: { nodename: 'n', containers: [{ name: 'c', image: 'i', imagee: 'j' }] } }
    expect(await apply('Pod', 'undeclared', 'one', pod)).toMatchObject({
      message: [
        'failed to create typed patch object: errors:',
        '  .spec.nodename: field not declared in schema',
        '  .spec.containers[name="c"].imagee: field not declared in schema',
      ].join('\n'),
    })
  })
  test.each<[string, string, Record<string, unknown>, string]>([
    [
      'a number for a text',
      'ConfigMap',
      { data: { a: 1 } },
      '.data.a: expected string, got &value.valueUnstructured{Value:1}',
    ],
    ['a list for a map', 'ConfigMap', { data: ['x'] }, '.data: expected map, got &{[x]}'],
    [
      'a map for a list',
      'Pod',
      { spec: { containers: { a: true } } },
      '.spec.containers: expected list, got &{map[a:true]}',
    ],
    [
      'a text for a number',
      'Pod',
      { spec: { priority: 'x' } },
      '.spec.priority: expected numeric (int or float), got string',
    ],
    ['a text for a boolean', 'Pod', { spec: { hostPID: 'x' } }, '.spec.hostPID: expected boolean, got &{x}'],
    ['what is secret', 'Secret', { data: { a: 7 } }, '.data.a: expected string, got another value'],
  ])('is refused with %s', async (_what, kind, more, message) => {
    expect(await apply(kind, 'mistyped', 'one', more)).toMatchObject({
      status: 500,
      message: `failed to create typed patch object: ${message}`,
    })
  })
  test('is a bad request where fields are validated strictly, and names its object in later releases', async () => {
    const later = await startCluster(['--release=1.25', '--token-auth-file=tokens'], {
      files: { tokens: 'admin,admin,1,"system:masters"\n' },
    })
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, spec: 1 }
    const send = async (query: string) => {
      const headers = { authorization: 'Bearer admin', 'content-type': 'application/apply-patch+yaml' }
      const response = await later.send('PATCH', `${NS}/configmaps/a?fieldManager=m${query}`, body, headers)
      return (await response.json()) as { code: number; message: string }
    }
    expect(await send('&fieldValidation=Strict')).toMatchObject({
      code: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "spec"',
    })
    expect(await send('')).toMatchObject({
      code: 500,
      message:
        'failed to create typed patch object (default/a; v1, Kind=ConfigMap): .spec: field not declared in schema',
    })
    await later.stop()
  })
})

test('who writes a daemon set owns the count of its templates', async () => {
  const labels = { app: 'd' }
  const spec = {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  }
  const { metadata } = await ask('POST', '/apis/apps/v1/namespaces/default/daemonsets?fieldManager=one', {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'd' },
    spec,
  })
  const counted = { 'f:metadata': { 'f:annotations': { 'f:deprecated.daemonset.template.generation': {} } } }
  expect(metadata.managedFields).toMatchObject([{ manager: 'one', fieldsV1: counted }])
})

test('errors of an object are reported before errors of its change', async () => {
  const labels = { app: 'r' }
  const path = '/apis/apps/v1/namespaces/default/replicasets'
  const body = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'r' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  }
  expect((await ask('POST', path, body)).status).toBe(201)
  const other = { ...body, spec: { ...body.spec, replicas: -1, selector: { matchLabels: { app: 'x' } } } }
  const answer = (await ask('PUT', `${path}/r`, other)) as Answer & { readonly details: { readonly causes: unknown } }
  expect(answer.details.causes).toMatchObject([
    { field: 'spec.replicas' },
    { field: 'spec.template.metadata.labels' },
    // The rule of a change looks at the whole, too.
    { field: 'spec.replicas' },
    { field: 'spec.template.metadata.labels' },
    {
      field: 'spec.selector',
      message:
        'Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"x"}, ' +
        'MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    },
  ])
})

describe('what an applied configuration says of itself', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['another kind', { kind: 'Secret' }, 500],
    ['no kind', { kind: undefined }, 500],
    ['another version', { apiVersion: 'apps/v1' }, 400],
    ['another namespace', { metadata: { name: 'own', namespace: 'other' } }, 400],
  ])('%s is refused', async (_, more, status) => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' }, ...more }
    expect((await ask('PATCH', `${NS}/configmaps/own?fieldManager=m`, body)).status).toBe(status)
  })

  test('a namespace may name itself, and nothing else', async () => {
    const path = '/api/v1/namespaces/own?fieldManager=m'
    const named = (namespace: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'own', namespace } })
    expect((await ask('PATCH', path, named('own'))).status).toBe(201)
    expect((await ask('PATCH', path, named('own'))).status).toBe(200)
    expect((await ask('PATCH', path, named('other'))).status).toBe(400)
  })
})

describe('before 1.21, an intent', () => {
  let old: TestCluster
  beforeAll(async () => {
    old = await startCluster(['--release=1.20', '--token-auth-file=tokens', '--authorization-mode=RBAC'], {
      files: { tokens: 'admin,admin,1,"system:masters"\n' },
    })
  })
  afterAll(() => old.stop())

  test.each<[string, string, Record<string, unknown>, number, string | undefined]>([
    ['with an empty map owns nothing', 'ConfigMap', { data: {} }, 201, undefined],
    [
      'with an unreadable time',
      'Secret',
      { metadata: { creationTimestamp: 'x' } },
      500,
      'Kind=Secret: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      'with a bad quantity',
      'ResourceQuota',
      { spec: { hard: { pods: '1x' } } },
      500,
      'Kind=ResourceQuota: quantities must match',
    ],
    ['with text in base64', 'Secret', { data: { a: '%' } }, 500, 'error decoding from json: illegal base64 data'],
    ['with half a second', 'Pod', { spec: { activeDeadlineSeconds: 1.5 } }, 500, 'cannot convert float64 to int64'],
    ['with a number as quantity', 'ResourceQuota', { spec: { hard: { pods: 5 } } }, 500, 'expected string'],
    ['without a name of a container', 'Pod', { spec: { containers: [{ image: 'i' }] } }, 422, 'containers[0].name'],
  ])('%s', async (_what, kind, body, status, message) => {
    const { metadata, ...rest } = body as { metadata?: object }
    const whole = { apiVersion: 'v1', kind, metadata: { name: 'x', ...metadata }, ...rest }
    const response = await old.send('PATCH', `${NS}/${kind.toLowerCase()}s/x?fieldManager=one`, whole, {
      authorization: 'Bearer admin',
      'content-type': 'application/apply-patch+yaml',
    })
    const answer = (await response.json()) as Answer & { readonly message?: string }
    expect(response.status).toBe(status)
    if (message === undefined) expect(answer.metadata.managedFields).toBeUndefined()
    else expect(answer.message).toContain(message)
  })
})
