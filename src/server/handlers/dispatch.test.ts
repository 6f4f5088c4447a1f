import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { eventually } from '../../testing/eventually'
import { askLine, causesIn, type JsonAnswer } from '../../testing/request-line'

/** What differs from kind to kind, or from later releases, as release 1.20 has it. */
const FLAGS = ['--release=1.20', '--token-auth-file=tokens', '--authorization-mode=RBAC']

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(FLAGS, { files: { tokens: 'admin,admin,1,"system:masters"\n' } })
})
afterAll(() => cluster.stop())

/** The types of the first events of a watch. */
async function eventTypes(path: string, count: number): Promise<string[]> {
  const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.split('\n').length <= count) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
}

const ask = (line: string, body?: unknown, headers?: Record<string, string>): Promise<JsonAnswer> =>
  askLine(cluster, line, body, headers)
const causesOf = ({ body }: JsonAnswer): string[] => causesIn(body)

const NS = '/api/v1/namespaces/default'
const containers = [{ name: 'c', image: 'i:1' }]
const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers, ...spec },
})
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers } } }
const service = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
})

describe('a delete that names no policy', () => {
  test.each([
    ['a job', '/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'a' }, spec: jobSpec }, ['orphan']],
    [
      'a cron job in its old version',
      '/apis/batch/v1beta1/namespaces/default/cronjobs',
      { metadata: { name: 'a' }, spec: { schedule: '0 0 * * *', suspend: true, jobTemplate: { spec: jobSpec } } },
      ['orphan'],
    ],
    [
      'a replication controller',
      `${NS}/replicationcontrollers`,
      {
        metadata: { name: 'a' },
        spec: { replicas: 0, template: { metadata: { labels: { a: 'b' } }, spec: { containers } } },
      },
      ['orphan'],
    ],
    ['a config map', `${NS}/configmaps`, { metadata: { name: 'a' } }, undefined],
  ])('of %s', async (_name, path, body, finalizers) => {
    await ask(`POST ${path}`, body)
    const { status, body: answer } = await ask(`DELETE ${path}/a`)
    expect(status).toBe(200)
    expect((answer.metadata as { finalizers?: string[] }).finalizers).toEqual(finalizers)
  })
})

test.each([
  ['GET', '/api/v1/namespaces/default/pods//status'],
  ['GET', '/api/v1/namespaces/default/services//proxy/'],
  ['POST', '/api/v1/namespaces/default/services//proxy/'],
  ['POST', '/api/v1/namespaces/default/serviceaccounts//token'],
  ['PUT', '/apis/apps/v1/namespaces/default/deployments//scale'],
])('%s %s needs a name', async (method, path) => {
  const { status, body } = await ask(`${method} ${path}`, method === 'GET' ? undefined : {})
  expect([status, body.message]).toEqual([400, 'name must be provided'])
})

describe('fields of selectors', () => {
  test.each([
    ['pods', 'spec.host=n', 200],
    ['pods', 'status.podIPs=', 200],
    ['pods', 'spec.hostNetwork=true', 400],
    ['services', 'spec.type=ClusterIP', 400],
    ['events', 'involvedObject.kind=Pod', 200],
    ['events', 'source=c', 200],
    ['events', 'regarding.kind=Pod', 400],
    ['events.orch.io/v1 events', 'regarding.kind=Pod', 200],
    ['events.orch.io/v1 events', 'reportingController=c', 200],
    ['events.orch.io/v1 events', 'involvedObject.kind=Pod', 400],
    ['events.orch.io/v1beta1 events', 'source=c', 400],
    ['batch/v1beta1 cronjobs', 'status.successful=0', 200],
  ])('%s ?%s', async (resource, selector, status) => {
    const [gv, plural] = resource.includes(' ') ? resource.split(' ') : [undefined, resource]
    const path = `${gv ? `/apis/${gv}/namespaces/default` : NS}/${plural ?? ''}?fieldSelector=${encodeURIComponent(selector)}`
    expect((await ask(`GET ${path}`)).status).toBe(status)
  })
})

describe('unconditional updates and creation by PUT', () => {
  const flowSchema = {
    metadata: { name: 'f' },
    spec: {
      priorityLevelConfiguration: { name: 'p' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'nobody' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/x'] }],
        },
      ],
    },
  }
  const LEVEL = '/apis/flowcontrol.apiserver.orch.io/v1beta1'
  test.each([
    ['a flow schema', `${LEVEL}/flowschemas`, flowSchema, 200],
    [
      'a priority level',
      `${LEVEL}/prioritylevelconfigurations`,
      { metadata: { name: 'f' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
      200,
    ],
    ['a runtime class', '/apis/node.orch.io/v1/runtimeclasses', { metadata: { name: 'f' }, handler: 'h' }, 422],
  ])('%s', async (_name, path, body, status) => {
    expect((await ask(`POST ${path}`, body)).status).toBe(201)
    expect((await ask(`PUT ${path}/f`, body)).status).toBe(status)
  })
  test('a service is not made by PUT', async () => {
    expect((await ask(`PUT ${NS}/services/new`, service('new'))).status).toBe(404)
  })
})

describe('services', () => {
  test('answer to a delete with a status, and take their endpoints along', async () => {
    await ask(`POST ${NS}/services`, service('gone', {}, { finalizers: ['example.com/hold'] }))
    await ask(`POST ${NS}/endpoints`, { metadata: { name: 'gone' } })
    expect((await ask(`DELETE ${NS}/services/gone`)).body).toMatchObject({ kind: 'Status', status: 'Success' })
    expect((await ask(`GET ${NS}/endpoints/gone`)).status).toBe(404)
    await ask(`PATCH merge ${NS}/services/gone`, { metadata: { finalizers: null } })
    expect((await ask(`GET ${NS}/services/gone`)).status).toBe(404)
  })
  test('a dry run does not delete the endpoints', async () => {
    await ask(`POST ${NS}/services`, service('kept'))
    await ask(`POST ${NS}/endpoints`, { metadata: { name: 'kept' } })
    await ask(`DELETE ${NS}/services/kept?dryRun=All`)
    expect((await ask(`GET ${NS}/endpoints/kept`)).status).toBe(200)
  })
  test('lose the status of a balancer that they no longer have', async () => {
    await ask(`POST ${NS}/services`, service('lb', { type: 'LoadBalancer' }))
    const status = (ip: string) => ({ status: { loadBalancer: { ingress: [{ ip }] } } })
    expect(causesOf(await ask(`PATCH merge ${NS}/services/lb/status`, status('x')))).toEqual([
      'Invalid status.loadBalancer.ingress[0].ip',
    ])
    expect((await ask(`PATCH merge ${NS}/services/lb/status`, status('1.2.3.4'))).body).toMatchObject(status('1.2.3.4'))
    expect((await ask(`PATCH merge ${NS}/services/lb`, { spec: { type: 'ClusterIP' } })).body.status).toEqual({
      loadBalancer: {},
    })
  })
  test('what goes with the type is looked at last', async () => {
    const wrong = { externalTrafficPolicy: 'Local', healthCheckNodePort: 31000 }
    expect(causesOf(await ask(`POST ${NS}/services`, service('x', { ...wrong, sessionAffinity: 'Odd' })))).toEqual([
      'NotSupported spec.sessionAffinity',
    ])
    expect(causesOf(await ask(`POST ${NS}/services`, service('x', wrong)))).toEqual([
      'Invalid spec.externalTrafficPolicy',
      'Invalid spec.healthCheckNodePort',
    ])
  })
})

describe('graceful deletion', () => {
  beforeAll(() => eventually(async () => expect((await ask(`GET ${NS}/serviceaccounts/default`)).status).toBe(200)))
  const grace = ({ body }: JsonAnswer) =>
    (body.metadata as { deletionGracePeriodSeconds?: number }).deletionGracePeriodSeconds
  test('only gets shorter', async () => {
    await ask(`POST ${NS}/pods`, pod('slow', { nodeName: 'n', terminationGracePeriodSeconds: 20 }))
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=9`))).toBe(9)
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=30`))).toBe(9)
    await ask(`PATCH merge ${NS}/pods/slow/status`, { status: { phase: 'Succeeded' } })
    expect(grace(await ask(`DELETE ${NS}/pods/slow`))).toBe(9)
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=0`))).toBe(0)
    expect((await ask(`GET ${NS}/pods/slow`)).status).toBe(404)
  })
  test('shows both steps to watches', async () => {
    const { body } = await ask(`GET ${NS}/pods`)
    const from = (body.metadata as { resourceVersion: string }).resourceVersion
    await ask(`POST ${NS}/pods`, pod('quick'))
    await ask(`DELETE ${NS}/pods/quick`)
    expect(await eventTypes(`${NS}/pods?watch=1&resourceVersion=${from}`, 3)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
  })
})

describe('what a patch may leave', () => {
  const CM = `${NS}/configmaps/patched`
  beforeAll(() => ask(`POST ${NS}/configmaps`, { metadata: { name: 'patched' }, data: { a: '1' } }))
  test.each([
    ['another kind', 'merge', { kind: 'Secret' }, 422, ['Invalid patch']],
    ['another version', 'merge', { apiVersion: 'v2' }, 422, ['Invalid patch']],
    ['another kind, where the type itself is merged', 'strategic', { kind: 'Secret' }, 200, []],
    ['no name', 'merge', { metadata: null }, 400, []],
    ['an unknown directive', 'strategic', { data: { $patch: 'frob' } }, 500, []],
  ])('%s (%s)', async (_name, type, body, status, causes) => {
    const answer = await ask(`PATCH ${type} ${CM}`, body)
    expect(answer.status).toBe(status)
    expect(causesOf(answer)).toEqual(causes)
  })
  test('no other creation time, which is no reason to refuse', async () => {
    const { body } = await ask(`GET ${CM}`)
    const times = { creationTimestamp: '2001-01-01T00:00:00Z' }
    const put = await ask(`PUT ${CM}`, { metadata: { name: 'patched', ...times }, data: { b: '2' } })
    expect(put).toMatchObject({ status: 200, body: { data: { b: '2' } } })
    expect((put.body.metadata as Record<string, unknown>).creationTimestamp).toBe(
      (body.metadata as Record<string, unknown>).creationTimestamp,
    )
  })
})

describe('events', () => {
  const about = { kind: 'Pod', namespace: 'default', name: 'p' }
  const timed = {
    eventTime: '2020-01-01T00:00:00.000000Z',
    reportingInstance: 'i',
    action: 'A',
    reason: 'R',
    type: 'Normal',
  }
  const V1 = '/apis/events.orch.io/v1/namespaces/default/events'
  const controller = { reportingController: 'example.com/c' }
  test.each([
    ['any name does', `${NS}/events`, { metadata: { name: 'Any_Name' }, involvedObject: about }, 201, []],
    [
      'but not in the stable version',
      V1,
      { metadata: { name: 'Any_other' }, regarding: about, ...timed, ...controller },
      422,
      ['Invalid metadata.name'],
    ],
    [
      'the namespace must be that of what it is about',
      `${NS}/events`,
      { metadata: { name: 'b' }, involvedObject: { ...about, namespace: 'other' } },
      422,
      ['Invalid involvedObject.namespace'],
    ],
    [
      'unless it has an exact time',
      V1,
      { metadata: { name: 'c' }, regarding: { ...about, namespace: 'other' }, ...timed, ...controller },
      201,
      [],
    ],
  ])('%s', async (_name, path, body, status, causes) => {
    const answer = await ask(`POST ${path}`, body)
    expect(causesOf(answer)).toEqual(causes)
    expect(answer.status).toBe(status)
  })
  test('changes through the stable version are judged by themselves', async () => {
    const old = { metadata: { name: 'old' }, involvedObject: about, count: 3, source: { component: 'c' } }
    await ask(`POST ${NS}/events`, old)
    const series = (count: number) => ({ series: { count, lastObservedTime: '2020-01-01T00:00:00.000000Z' } })
    expect((await ask(`PATCH merge ${V1}/old`, series(1))).status).toBe(200)
    expect((await ask(`PATCH merge ${V1}/old`, { note: 'another' })).status).toBe(200)
    expect((await ask(`PATCH merge ${V1}/old`, { deprecatedSource: { component: 'd' } })).status).toBe(200)
  })
})

describe('paths', () => {
  test('the root lists what is served', async () => {
    const { body } = await ask('GET /')
    expect(body.paths).toEqual(expect.arrayContaining(['/api/v1', '/apis/apps/v1', '/healthz', '/version']))
  })
  test('one object is watched by its old path', async () => {
    await ask(`POST ${NS}/configmaps`, { metadata: { name: 'seen' } })
    await ask(`POST ${NS}/configmaps`, { metadata: { name: 'unseen' } })
    const path = '/api/v1/watch/namespaces/default/configmaps/seen'
    void ask(`PATCH merge ${NS}/configmaps/unseen`, { data: { a: '1' } })
    void ask(`PATCH merge ${NS}/configmaps/seen`, { data: { a: '1' } })
    expect(await eventTypes(path, 2)).toEqual(['ADDED', 'MODIFIED'])
  })
})

describe('scales', () => {
  const G = 'scale.example.com'
  const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
  const OBJECTS = `/apis/${G}/v1/namespaces/default/things`
  const integers = { type: 'object', properties: { n: { type: 'integer' } } }
  beforeAll(async () => {
    await ask(`POST ${DEFINITIONS}`, {
      metadata: { name: `things.${G}` },
      spec: {
        group: G,
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec: integers, status: integers } } },
            subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
          },
        ],
      },
    })
    await eventually(async () => expect((await ask(`GET ${OBJECTS}`)).status).toBe(200))
    await ask(`POST ${OBJECTS}`, { apiVersion: `${G}/v1`, kind: 'Thing', metadata: { name: 'a' }, spec: {} })
  })
  test('of a custom object that has no size can only be written', async () => {
    expect((await ask(`GET ${OBJECTS}/a/scale`)).status).toBe(500)
    expect((await ask(`PATCH merge ${OBJECTS}/a/scale`, { spec: { replicas: 2 } })).body).toMatchObject({
      spec: { replicas: 2 },
    })
    expect((await ask(`GET ${OBJECTS}/a/scale`)).body).toMatchObject({ spec: { replicas: 2 } })
  })
  test('of a custom object are judged where it keeps its size', async () => {
    const answer = await ask(`PATCH merge ${OBJECTS}/a/scale`, { spec: { replicas: -1 } })
    expect(answer.body).toMatchObject({ reason: 'Invalid', details: { kind: 'Thing', group: G } })
    expect(causesOf(answer)).toEqual(['Invalid .spec.n'])
  })
  test('conflict like all else that is applied', async () => {
    await ask(`PATCH merge ${OBJECTS}/a/scale?fieldManager=one`, { spec: { replicas: 3 } })
    const intent = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 4 } }
    const refused = await ask(`PATCH apply ${OBJECTS}/a/scale?fieldManager=two`, intent)
    expect(refused.status).toBe(409)
    expect(causesOf(refused)).toEqual(['FieldManagerConflict .spec.replicas'])
    expect((await ask(`PATCH apply ${OBJECTS}/a/scale?fieldManager=two&force=true`, intent)).status).toBe(200)
    const nothing = { ...intent, spec: { replicas: 0 } }
    expect((await ask(`PATCH apply ${OBJECTS}/a/scale?fieldManager=two`, nothing)).status).toBe(409)
  })
  test('leave the records of the object as they are', async () => {
    const before = (await ask(`GET ${OBJECTS}/a`)).body.metadata as { managedFields: unknown }
    await ask(`PATCH merge ${OBJECTS}/a/scale?fieldManager=scaler`, { spec: { replicas: 7 } })
    const after = (await ask(`GET ${OBJECTS}/a`)).body
    expect(after).toMatchObject({ spec: { n: 7 }, metadata: { managedFields: before.managedFields } })
  })
  test('need the name of their object', async () => {
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: {}, spec: { replicas: 1 } }
    expect((await ask(`PUT ${OBJECTS}/a/scale`, scale)).status).toBe(400)
  })
  test.each<[object, string]>([
    [{ kind: 'Other' }, 'Invalid kind'],
    [{ apiVersion: `${G}/v9` }, 'Invalid apiVersion'],
    [{ kind: null }, 'Invalid patch'],
  ])('a patch of %j does not make a custom object another one', async (patch, cause) => {
    const answer = await ask(`PATCH merge ${OBJECTS}/a`, patch)
    expect([answer.status, causesOf(answer)]).toEqual([422, [cause]])
  })
  test('a definition whose stored versions are wrong can still be deleted', async () => {
    await ask(`PATCH merge ${DEFINITIONS}/things.${G}/status`, { status: { storedVersions: ['v9'] } })
    const { metadata } = (await ask(`DELETE ${DEFINITIONS}/things.${G}`)).body as { metadata: object }
    expect(metadata).toMatchObject({ generation: 1, deletionTimestamp: expect.any(String) as string })
    expect(metadata).not.toHaveProperty('deletionGracePeriodSeconds')
    await eventually(async () => expect((await ask(`GET ${DEFINITIONS}/things.${G}`)).status).toBe(404))
  })
})

describe('definitions', () => {
  test('a version without a name is refused', async () => {
    const answer = await ask('POST /apis/apiextensions.orch.io/v1/customresourcedefinitions?dryRun=All', {
      metadata: { name: 'things.first.example.com' },
      spec: {
        group: 'first.example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    })
    expect(answer.status).toBe(422)
    expect(causesOf(answer)).toContain('Invalid spec.versions[0].name')
  })
})

describe('the first version of definitions', () => {
  const DEFINITIONS = '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions?dryRun=All'
  const schema = (type: string) => ({ openAPIV3Schema: { type: 'object', properties: { spec: { type } } } })
  const version = (name: string, storage: boolean, more: object = {}) => ({ name, served: true, storage, ...more })
  test.each([
    [
      'its version is the first of its versions',
      { version: 'v2', versions: [version('v1', true)] },
      ['Invalid spec.version'],
    ],
    [
      'what is the same in all versions stands at the top',
      { versions: [version('v1', true, { schema: schema('object') })] },
      ['Invalid spec.versions'],
    ],
    [
      'and in one place only',
      {
        validation: schema('object'),
        versions: [version('v1', true, { schema: schema('object') }), version('v2', false)],
      },
      ['Forbidden spec.validation'],
    ],
    [
      'versions may differ',
      {
        versions: [
          version('v1', true, { schema: schema('object') }),
          version('v2', false, { schema: schema('array') }),
        ],
      },
      [],
    ],
  ])('%s', async (_name, spec, causes) => {
    const answer = await ask(`POST ${DEFINITIONS}`, {
      metadata: { name: 'things.first.example.com' },
      spec: { group: 'first.example.com', names: { plural: 'things', kind: 'Thing' }, ...spec },
    })
    expect(causesOf(answer)).toEqual(causes)
    expect(answer.status).toBe(causes.length ? 422 : 201)
  })
})

test.each([
  ['GET', '/api/v1/componentstatuses', 200, true],
  ['DELETE', '/api/v1/componentstatuses/x', 405, false],
  ['POST', '/api/v1/componentstatuses', 405, false],
  ['GET', '/api/v1/componentstatuses?watch=1', 405, true],
  ['GET', '/api/v1/watch/componentstatuses', 404, false],
  ['GET', '/api/v1/watch', 500, false],
  ['GET', '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions/none', 404, true],
  ['HEAD', '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions', 405, false],
  ['PUT', '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions', 405, false],
  ['GET', '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions/none/nothing', 404, false],
  ['DELETE', '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions/none/status', 405, false],
])('%s %s answers %i and warns of its deprecated version: %s', async (method, path, status, warns) => {
  const response = await cluster.send(method, path, method === 'POST' ? {} : undefined, {
    authorization: 'Bearer admin',
  })
  expect(response.status).toBe(status)
  expect(response.headers.has('warning')).toBe(warns)
})

test.each([
  ['application/xml', false],
  ['application/json;as=Odd;v=v1;g=meta.orch.io', true],
])('an answer as %s is refused with a warning of the deprecated version: %s', async (accept, warns) => {
  const path = '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions/none'
  const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin', accept })
  expect(response.status).toBe(406)
  expect(response.headers.has('warning')).toBe(warns)
})

test.each([
  ['GET', '/scale', { accept: 'application/json;as=Table;v=v1;g=meta.orch.io' }, 406],
  ['GET', '/scale', {}, 404],
  ['PATCH', '/scale?fieldManager=m', { 'content-type': 'application/apply-patch+yaml' }, 404],
])('%s of %s of a missing deployment with %o: %i', async (method, part, headers, status) => {
  const path = `/apis/apps/v1/namespaces/default/deployments/none${part}`
  const body = method === 'PATCH' ? { apiVersion: 'apps/v1', kind: 'Deployment' } : undefined
  const response = await cluster.send(method, path, body, { authorization: 'Bearer admin', ...headers })
  expect(response.status).toBe(status)
})

test('a dry run shows the ports that a service would get, not its address', async () => {
  const spec = { type: 'NodePort', ports: [{ port: 80 }] }
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'dry' }, spec }
  const { status, body } = await ask('POST /api/v1/namespaces/default/services?dryRun=All', service)
  expect(status).toBe(201)
  expect(body['spec']).toMatchObject({ ports: [{ port: 80, nodePort: expect.any(Number) as number }] })
  expect(body['spec']).not.toHaveProperty('clusterIP')
})

test('component statuses say that they have no time of creation', async () => {
  const { body } = await ask('GET /api/v1/componentstatuses/etcd-0')
  expect(body).toMatchObject({ metadata: { name: 'etcd-0', creationTimestamp: null } })
})

describe('below a namespace without a name', () => {
  const NOBODY = '/api/v1/namespaces//configmaps'
  const map = { metadata: { name: 'a' } }
  test.each<[string, object | undefined, number, string]>([
    [`GET ${NOBODY}/a`, undefined, 400, 'Namespace parameter required.'],
    [`PUT ${NOBODY}/a`, map, 400, 'Namespace parameter required.'],
    [`PATCH merge ${NOBODY}/a`, map, 400, 'Namespace parameter required.'],
    [`DELETE ${NOBODY}/a`, undefined, 400, 'Namespace parameter required.'],
    [`DELETE ${NOBODY}`, undefined, 400, 'Namespace parameter required.'],
    [`POST ${NOBODY}`, map, 422, 'ConfigMap "a" is invalid: metadata.namespace: Required value'],
    [
      `POST ${NOBODY}`,
      { metadata: { name: 'a', namespace: 'default' } },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    ['POST /api/v1/configmaps', map, 405, 'the server does not allow this method on the requested resource'],
  ])('%s', async (line, body, status, message) => {
    expect(await ask(line, body)).toMatchObject({ status, body: { message } })
  })
  test('lists go over all namespaces', async () => {
    expect((await ask(`GET ${NOBODY}`)).status).toBe(200)
  })
})
