import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { causesIn, sendLine } from '../../testing/request-line'
import { eventually } from '../../testing/eventually'

/** Requests that are odd but answered in one way only, whatever they are about. */
const FLAGS = ['--release=1.20', '--token-auth-file=tokens', '--authorization-mode=RBAC']
const NS = '/api/v1/namespaces/default'
const CM = `${NS}/configmaps`
const ROLES = '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles'
const THINGS = '/apis/odd.example.com/v1/namespaces/default/things'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(FLAGS, { files: { tokens: 'admin,admin,1,"system:masters"\nbob,bob,2\n' } })
  await ask(`POST ${CM}`, { metadata: { name: 'a' }, data: { k: '1' } })
  await ask('POST /apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'things.odd.example.com' },
    spec: {
      group: 'odd.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } },
          subresources: { status: {} },
        },
      ],
    },
  })
  await eventually(async () => expect((await ask(`GET ${THINGS}`)).status).toBe(200))
  await ask(`POST ${THINGS}`, { apiVersion: 'odd.example.com/v1', kind: 'Thing', metadata: { name: 'a' } })
})
afterAll(() => cluster.stop())

interface Status {
  reason?: string
  kind?: string
  details?: { name?: string; group?: string; kind?: string; causes?: { reason: string; field: string }[] }
  metadata?: Record<string, unknown>
  items?: { metadata: { name: string } }[]
}
interface Answer {
  readonly status: number
  readonly type: string
  readonly warnings: number
  readonly body: Status
}

/** `POST /path` or, for patches, `PATCH merge /path`. */
async function ask(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await sendLine(cluster, line, body, headers)
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    warnings: (response.headers.get('warning') ?? '').match(/299 /g)?.length ?? 0,
    body: text.startsWith('{') ? (JSON.parse(text) as Status) : {},
  }
}
const causesOf = ({ body }: Answer): string[] => causesIn(body)

describe('paths and methods', () => {
  test.each([
    [`HEAD ${CM}/a`, 405],
    [`HEAD ${CM}`, 405],
    [`HEAD ${CM}/none`, 405],
    ['HEAD /version', 405],
    ['HEAD /apis', 200],
    ['DELETE /apis/apps', 200],
    [`HEAD ${THINGS}/a`, 200],
    ['HEAD /healthz', 200],
    ['POST /healthz', 200],
    ['POST /metrics', 200],
    ['DELETE /readyz/ping', 200],
    ['GET /healthz/', 404],
    ['POST /apis', 200],
    ['POST /api', 405],
    ['POST /apis/apps/v1', 405],
    ['POST /apis/apps/v9', 404],
    ['POST /api/v2', 404],
    ['POST /apis/none.example.com', 404],
    ['GET /apis/apps/', 200],
    ['GET /index.html', 200],
    [`GET ${CM}/a/`, 200],
    [`GET ${NS}/status`, 200],
    [`GET ${NS}/status/more`, 404],
    [`GET ${NS}/namespaces`, 404],
    [`GET ${NS}/namespaces/other`, 404],
    ['GET /api/v1//configmaps', 404],
    ['GET /api/v1/namespaces/default%2Fconfigmaps', 200],
    ['POST /api/v1/watch/namespaces/default/configmaps', 405],
    [`PUT ${CM}`, 405],
    [`PATCH merge ${CM}`, 405],
    [`POST ${CM}/a`, 405],
    ['POST /api/v1/configmaps', 405],
  ])('%s answers %i', async (line, status) => {
    expect((await ask(line, /^(PUT|PATCH|POST)/.test(line) ? {} : undefined)).status).toBe(status)
  })
  test.each([
    ['/nosuch', 'application/json'],
    ['/apis/none.example.com', 'text/plain'],
    ['/apis/none.example.com/v1/things', 'text/plain'],
    ['/apis/odd.example.com/v9/things', 'text/plain'],
    ['/apis/odd.example.com/v1/things/a', 'text/plain'],
    ['/readyz/none', 'application/json'],
    ['/openapi/v3', 'application/json'],
    ['/openapi/v3/api/v1', 'application/json'],
    ['/api/v2', 'application/json'],
    ['/apis/apps/v9', 'application/json'],
    ['/apis/apps/v1/none', 'application/json'],
    ['/version/none', 'application/json'],
    [`${CM}/a/none`, 'application/json'],
  ])('%s is not found, as %s', async (path, type) => {
    const answer = await ask(`GET ${path}`)
    expect(answer.status).toBe(404)
    expect(answer.type).toMatch(new RegExp(`^${type}`))
  })
  const things = { group: 'odd.example.com', kind: 'things' }
  test.each([
    ['GET', `${THINGS}/a/scale`, 404, { ...things, name: 'a' }],
    ['DELETE', `${THINGS}/a/status`, 405, things],
    ['OPTIONS', THINGS, 405, things],
    ['PUT', THINGS, 400, undefined],
    ['POST', '/apis/odd.example.com/v1/things', 404, undefined],
    ['DELETE', '/apis/odd.example.com/v1/things', 404, undefined],
  ])('of a custom type: %s %s', async (method, path, status, details) => {
    const answer = await ask(`${method} ${path}`, method === 'PUT' || method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(answer.body.details).toEqual(details)
  })
})

describe('what answers look like', () => {
  const one = 'application/json;as=PartialObjectMetadata;g=meta.orch.io;v=v1,application/json'
  const list = one.replace('Metadata;', 'MetadataList;')
  test.each([
    ['one object of one', `GET ${CM}/a`, one, 200, 'PartialObjectMetadata'],
    ['one object of a list', `GET ${CM}`, one, 406, 'Status'],
    ['a list of one object', `GET ${CM}/a`, list, 406, 'Status'],
    ['a list of what a write leaves', `POST ${CM}?dryRun=All`, list, 406, 'Status'],
    ['a list of what is gone', `DELETE ${CM}/a?dryRun=All`, list, 200, 'Status'],
    ['a list of what is gone from a collection', `DELETE ${CM}?dryRun=All`, list, 200, 'PartialObjectMetadataList'],
  ])('%s', async (_name, line, accept, status, kind) => {
    const answer = await ask(line, line.startsWith('POST') ? { metadata: { name: 'b' } } : undefined, { accept })
    expect([answer.status, answer.body.kind]).toEqual([status, kind])
  })
  test.each([
    ['application/json', 200, 'application/json'],
    ['application/json;stream=watch', 200, 'application/json'],
    ['application/vnd.orch.protobuf', 200, 'application/vnd.orch.protobuf;stream=watch'],
    ['application/vnd.orch.protobuf;stream=watch, application/json', 200, 'application/vnd.orch.protobuf;stream=watch'],
    ['application/yaml', 406, 'application/yaml'],
    ['application/yaml, application/json', 406, 'application/yaml'],
    ['text/html', 406, 'application/json'],
  ])('a stream for %s', async (accept, status, type) => {
    const response = await cluster.send('GET', `${CM}?watch=1`, undefined, { authorization: 'Bearer admin', accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
    await response.body?.cancel()
  })
  test.each([
    ['application/json', 200],
    ['*/*', 200],
    ['application/json;as=Table;g=meta.orch.io;v=v1', 200],
    ['text/html', 406],
  ])('the description of the API for %s', async (accept, status) => {
    expect((await ask('GET /openapi/v2', undefined, { accept })).status).toBe(status)
  })
  test.each<[string, (tag: string, time: string) => Record<string, string>, number]>([
    ['its tag', (tag) => ({ 'if-none-match': tag }), 304],
    ['its tag, among others', (tag) => ({ 'if-none-match': `"other", W/${tag}` }), 304],
    ['any', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"other"' }), 200],
    ['its time', (_, time) => ({ 'if-modified-since': time }), 304],
    ['an older time', () => ({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }), 200],
    ['no time', () => ({ 'if-modified-since': 'yesterday' }), 200],
    ['another tag at its time', (_, time) => ({ 'if-none-match': '"other"', 'if-modified-since': time }), 200],
  ])('the description of the API for a client that has %s', async (_name, has, status) => {
    const get = (headers: Record<string, string>) =>
      cluster.send('GET', '/openapi/v2', undefined, { authorization: 'Bearer admin', ...headers })
    const { headers } = await get({})
    const again = await get(has(headers.get('etag') ?? '', headers.get('last-modified') ?? ''))
    expect(again.status).toBe(status)
    expect(again.headers.get('etag')).toBe(headers.get('etag'))
    expect(again.headers.has('content-type')).toBe(status === 200)
  })
})

describe('what a body says that it is', () => {
  test.each([
    ['application/json;', 201],
    ['application/JSON; charset=latin1', 201],
    ['*/*', 415],
    ['application/*', 415],
    ['text/yaml', 415],
    ['application/json, application/yaml', 415],
  ])('%s answers %i', async (type, status) => {
    const answer = await ask(`POST ${CM}?dryRun=All`, { metadata: { name: 'typed' } }, { 'content-type': type })
    expect(answer.status).toBe(status)
  })
  test.each([
    ['{"apiVersion":null,"kind":null}', 201],
    ['{"apiVersion":"","kind":""}', 201],
    ['{"kind":7}', 400],
    ['{"kind":"configmap"}', 400],
    ['{"apiVersion":"v1/"}', 400],
  ])('%s answers %i', async (text, status) => {
    const body = { ...(JSON.parse(text) as object), metadata: { name: 'typed' } }
    expect((await ask(`POST ${CM}?dryRun=All`, body)).status).toBe(status)
  })
})

describe('options', () => {
  test.each([
    [`GET ${CM}?limit=`, 400, []],
    [`GET ${CM}?limit=1.5`, 400, []],
    [`GET ${CM}?limit=-1`, 200, []],
    [`GET ${CM}?timeoutSeconds=soon`, 400, []],
    [`GET ${CM}?watch=1&limit=x`, 400, []],
    [
      `GET ${CM}?watch=1&resourceVersionMatch=Newest`,
      422,
      ['Forbidden resourceVersionMatch', 'Forbidden resourceVersionMatch', 'NotSupported resourceVersionMatch'],
    ],
    [`DELETE ${CM}?resourceVersionMatch=Exact`, 422, ['Forbidden resourceVersionMatch']],
    [`DELETE ${CM}?limit=x`, 400, []],
    [`DELETE ${CM}?continue=x`, 400, []],
    [`DELETE ${CM}/a?gracePeriodSeconds=`, 400, []],
    [`PATCH merge ${CM}/a?fieldValidation=Loud&dryRun=All`, 200, []],
  ])('%s', async (line, status, causes) => {
    const answer = await ask(line, line.startsWith('PATCH') ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(causesOf(answer)).toEqual(causes)
  })
  test.each([
    ['health checks are left out one by one', '/livez?verbose&exclude=ping,log', /^\[\+\]ping ok$/m],
    ['each of several', '/livez?verbose&exclude=ping&exclude=log', /^\[\+\]log excluded: ok$/m],
  ])('%s', async (_name, path, line) => {
    const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin' })
    expect(await response.text()).toMatch(line)
  })
})

describe('patches that leave no object of their kind', () => {
  const invalid = { status: 422, causes: ['Invalid patch'] }
  const bad = { status: 400, causes: [] }
  const unclassifiedError = { status: 500, causes: [] }
  test.each([
    ['merge', { data: { k: 7 } }, invalid],
    ['strategic', { data: { k: 7 } }, invalid],
    ['json-patch', [{ op: 'add', path: '/data', value: [] }], invalid],
    ['merge', { metadata: { labels: ['x'] } }, invalid],
    ['merge', { metadata: 'x' }, invalid],
    ['merge', [], invalid],
    ['merge', '"x"', unclassifiedError],
    ['merge', 'null', unclassifiedError],
    ['merge', '{', unclassifiedError],
    ['merge', { apiVersion: null }, bad],
    ['merge', { kind: null }, { status: 200, causes: [] }],
    ['json-patch', '{', bad],
    ['json-patch', [null], { status: 422, causes: [] }],
    ['strategic', '{', bad],
    ['strategic', [], bad],
    ['strategic', 'null', { status: 200, causes: [] }],
    ['json-patch', 'null', { status: 200, causes: [] }],
    ['json-patch', [1], bad],
    ['json-patch', [{ op: 'remove', path: '/metadata' }], bad],
    ['json-patch', [{ op: 'add' }], { status: 422, causes: [] }],
    ['strategic', { data: { $retainKeys: ['x'], y: '1' } }, bad],
    ['strategic', { data: { $retainKeys: 'x' } }, bad],
  ])('%s %j', async (type, patch, expected) => {
    const answer = await ask(`PATCH ${type} ${CM}/a?dryRun=All`, patch)
    expect({ status: answer.status, causes: causesOf(answer) }).toEqual(expected)
    // An object that is not there is not found before anything is said of the patch.
    expect((await ask(`PATCH ${type} ${CM}/none`, patch)).status).toBe(404)
  })
  test.each([
    ['merge', { spec: { replicas: 2 } }, { status: 200, causes: [] }],
    ['merge', { spec: { replicas: 'two' } }, invalid],
    ['merge', { spec: [] }, invalid],
    ['merge', { kind: 'Deployment' }, invalid],
    ['merge', { apiVersion: 'apps/v1' }, invalid],
    ['strategic', { kind: 'Deployment' }, { status: 200, causes: [] }],
    ['merge', { metadata: { name: 'other' } }, bad],
    ['merge', { metadata: { namespace: 'other' } }, bad],
    ['merge', { metadata: null }, bad],
    ['merge', { apiVersion: null }, bad],
    ['merge', [], invalid],
    ['merge', 'null', unclassifiedError],
    ['json-patch', [{ op: 'remove', path: '/spec/none' }], { status: 422, causes: [] }],
    ['merge', { spec: { replicas: -1 } }, { status: 422, causes: ['Invalid spec.replicas'] }],
  ])('of a scale: %s %j', async (type, patch, expected) => {
    const name = 'scaled'
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = { replicas: 1, paused: true, selector: { matchLabels: { a: 'b' } }, template }
    const sets = '/apis/apps/v1/namespaces/default/deployments'
    await ask(`POST ${sets}`, { metadata: { name }, spec })
    const answer = await ask(`PATCH ${type} ${sets}/${name}/scale?dryRun=All`, patch)
    expect({ status: answer.status, causes: causesOf(answer) }).toEqual(expected)
  })
  test.each([
    ['application/merge-patch+json;charset=utf-8', 200],
    ['application/merge-patch+json ;charset=utf-8', 415],
    ['Application/Merge-Patch+JSON', 415],
    ['application/merge-patch+json, application/json', 415],
  ])('of the type %j', async (type, status) => {
    expect((await ask(`PATCH ${CM}/a?dryRun=All`, {}, { 'content-type': type })).status).toBe(status)
  })
})

describe('a list of one object that is named', () => {
  const PATH = `${NS}/serviceaccounts`
  const NAME = 'fieldSelector=metadata.name%3Dnamed-b'
  let before = ''
  beforeAll(async () => {
    for (const name of ['named-a', 'named-b', 'named-c']) await ask(`POST ${PATH}`, { metadata: { name } })
    before = String((await ask(`GET ${PATH}`)).body.metadata?.resourceVersion)
    await ask(`PATCH merge ${PATH}/named-b`, { metadata: { labels: { late: 'yes' } } })
  })
  test.each([
    ['no page follows it', `${PATH}?${NAME}&limit=1`, false, 'yes'],
    ['nor where it is not the only one', `${PATH}?${NAME}%2Cmetadata.name!%3Dx&limit=1`, false, 'yes'],
    ['a page follows where names recur', `/api/v1/serviceaccounts?${NAME}&limit=1`, true, 'yes'],
    ['a limit with a version looks back', `${PATH}?${NAME}&limit=1&resourceVersion={before}`, false, ''],
    ['and so does a match', `${PATH}?${NAME}&resourceVersion={before}&resourceVersionMatch=Exact`, false, ''],
  ])('%s', async (_name, path, more, late) => {
    const { body } = await ask(`GET ${path.replace('{before}', before)}`)
    expect(body.items).toHaveLength(1)
    expect(body.items?.[0]?.metadata).toMatchObject({ name: 'named-b' })
    expect((body.items?.[0]?.metadata as { labels?: Record<string, string> }).labels?.late ?? '').toBe(late)
    expect(Boolean(body.metadata?.continue)).toBe(more)
  })
})

describe('versions', () => {
  test.each([
    [`GET ${CM}/a?resourceVersion=latest`, 500, ''],
    [`GET ${CM}/a?resourceVersion=-1`, 500, ''],
    [`GET ${CM}?resourceVersion=latest`, 500, ''],
    [`GET ${CM}?resourceVersion=latest&resourceVersionMatch=NotOlderThan`, 500, ''],
    [`GET ${CM}?resourceVersion=latest&resourceVersionMatch=Exact`, 400, 'BadRequest'],
    [`GET ${CM}?resourceVersion=latest&limit=1`, 400, 'BadRequest'],
    [`GET ${CM}?resourceVersion=latest&watch=1`, 500, ''],
    [`DELETE ${CM}?resourceVersion=latest&dryRun=All`, 500, ''],
    [`GET ${NS}/events?resourceVersion=latest`, 400, 'BadRequest'],
    [`GET ${NS}/events/a?resourceVersion=latest`, 400, 'BadRequest'],
    [`GET ${NS}/events?resourceVersion=latest&watch=1`, 500, ''],
  ])('that are none: %s', async (line, status, reason) => {
    const answer = await ask(line)
    expect({ status: answer.status, reason: answer.body.reason ?? '' }).toEqual({ status, reason })
  })
  test.each([
    ['POST', CM, 'v1', '7', 500],
    ['POST', `${CM}?dryRun=All`, 'v2', '7', 201],
    ['POST', CM, 'v3', '0', 201],
    ['POST', CM, 'v4', 'latest', 201],
    ['PUT', `${CM}/a?dryRun=All`, 'a', 'latest', 500],
    ['PUT', `${CM}/a?dryRun=All`, 'a', '-1', 500],
    ['PUT', `${CM}/a?dryRun=All`, 'a', '7777', 409],
    ['PUT', `${CM}/a?dryRun=All`, 'a', '0', 200],
    ['PUT', `${CM}/none`, 'none', 'latest', 404],
    ['PATCH merge', `${CM}/a`, 'a', 'latest', 500],
    ['PATCH merge', `${THINGS}/a`, 'a', 'latest', 500],
  ])('in a body: %s %s of %s at %j answers %i', async (method, path, name, resourceVersion, status) => {
    expect((await ask(`${method} ${path}`, { metadata: { name, resourceVersion } })).status).toBe(status)
  })
  test('are numbers, however they are written', async () => {
    const { body } = await ask(`GET ${CM}/a`)
    const resourceVersion = `0${String(body.metadata?.resourceVersion)}`
    expect((await ask(`PUT ${CM}/a?dryRun=All`, { metadata: { name: 'a', resourceVersion } })).status).toBe(200)
  })
})

describe('metadata that a client gives', () => {
  test.each([
    ['nothing at all', 'null', 422],
    ['version zero', { metadata: { name: 'b', resourceVersion: '0' } }, 201],
  ])('a create with %s', async (_name, body, status) => {
    expect((await ask(`POST ${CM}?dryRun=All`, body)).status).toBe(status)
  })
  test.each([
    ['of a kind that does not count', `POST ${CM}?dryRun=All`, 7, 201, 7],
    ['below zero', `POST ${CM}?dryRun=All`, -1, 422, undefined],
    ['of a kind that counts', 'POST /apis/apps/v1/namespaces/default/deployments?dryRun=All', 7, 201, 1],
    ['later on', `PUT ${CM}/a?dryRun=All`, 7, 200, undefined],
  ])('a generation %s', async (_name, line, generation, status, result) => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = line.includes('deployments') && { spec: { selector: { matchLabels: { a: 'b' } }, template } }
    const name = line.startsWith('PUT') ? 'a' : 'counted'
    const answer = await ask(line, { metadata: { name, generation }, ...spec })
    expect(answer.status).toBe(status)
    expect(answer.body.metadata?.generation).toBe(result)
  })
  test('a put that creates does not mind the version', async () => {
    const role = { metadata: { name: 'b', resourceVersion: '5' }, rules: [] }
    expect((await ask(`PUT ${ROLES}/b`, role)).status).toBe(201)
  })
  test('the prefix of a generated name may be left out later', async () => {
    await ask(`POST ${CM}`, { metadata: { name: 'made', generateName: 'ma' } })
    expect((await ask(`PUT ${CM}/made`, { metadata: { name: 'made' } })).body.metadata?.generateName).toBeUndefined()
  })
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' }
  test.each([
    ['the same', [owner, owner], 1, 1],
    ['the same object in other words', [owner, { ...owner, controller: true }], 2, 0],
    ['others', [owner, { ...owner, uid: 'v' }], 2, 0],
  ])('an owner beside %s', async (_name, ownerReferences, kept, warnings) => {
    const body = { metadata: { name: 'owned', ownerReferences } }
    for (const line of [`POST ${CM}?dryRun=All`, `PATCH merge ${CM}/a?dryRun=All`]) {
      const answer = await ask(line, line.startsWith('POST') ? body : { metadata: { ownerReferences } })
      expect(answer.body.metadata?.ownerReferences).toHaveLength(kept)
      expect(answer.warnings).toBe(warnings)
    }
  })
})

describe('deletion', () => {
  test.each([
    ['null', 200],
    ['{', 500],
    ['[]', 500],
    ['{"kind":"Pod"}', 500],
    ['{"gracePeriodSeconds":"soon"}', 500],
    ['{"propagationPolicy":"Sometimes"}', 422],
  ])('with the options %s', async (body, status) => {
    await ask(`POST ${CM}`, { metadata: { name: 'short-lived' } })
    expect((await ask(`DELETE ${CM}/short-lived`, body)).status).toBe(status)
  })
  test('of dependents with orphanDependents is promised while a finalizer blocks the object', async () => {
    await ask(`POST ${CM}`, { metadata: { name: 'held', finalizers: ['example.com/hold'] } })
    expect((await ask(`DELETE ${CM}/held?propagationPolicy=Background`)).status).toBe(200)
    expect((await ask(`DELETE ${CM}/held?orphanDependents=false`)).status).toBe(202)
    expect((await ask(`DELETE ${CM}/held`, { orphanDependents: false })).status).toBe(202)
    await ask(`PATCH merge ${CM}/held`, { metadata: { finalizers: null } })
  })
  test('of a collection goes page by page', async () => {
    for (const name of ['p1', 'p2', 'p3']) await ask(`POST ${ROLES}`, { metadata: { name, labels: { page: 'yes' } } })
    const first = await ask(`DELETE ${ROLES}?labelSelector=page&limit=2`)
    expect(first.body.items?.map(({ metadata }) => metadata.name)).toEqual(['p1', 'p2'])
    expect(first.body.metadata?.continue).toEqual(expect.any(String))
    const left = await ask(`GET ${ROLES}?labelSelector=page`)
    expect(left.body.items?.map(({ metadata }) => metadata.name)).toEqual(['p3'])
  })
  test('of a collection is not for those who may delete one object of it', async () => {
    await ask(`POST ${ROLES}`, {
      metadata: { name: 'one' },
      rules: [
        { apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'], verbs: ['list', 'deletecollection'] },
      ],
    })
    await ask(`POST ${ROLES.replace(/roles$/, 'rolebindings')}`, {
      metadata: { name: 'one' },
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'one' },
      subjects: [{ apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'bob' }],
    })
    const bob = { authorization: 'Bearer bob' }
    expect((await ask(`GET ${CM}?fieldSelector=metadata.name%3Da`, undefined, bob)).status).toBe(200)
    expect((await ask(`DELETE ${CM}?fieldSelector=metadata.name%3Da`, undefined, bob)).status).toBe(403)
  })
})
