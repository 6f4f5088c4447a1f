import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { binaryCodec } from '../../api/binary/codec'
import { startAdminsCluster, startCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'

const BINARY = 'application/vnd.orch.protobuf'
const codec = binaryCodec(25)
let cluster: TestCluster

beforeAll(async () => {
  cluster = await startAdminsCluster('1.25')
})
afterAll(() => cluster.stop())

const send = (method: string, path: string, object?: object, headers: Record<string, string> = {}) =>
  cluster.send(method, path, object && codec.encode(object), {
    accept: BINARY,
    ...(object && { 'content-type': BINARY }),
    ...headers,
  })

const read = async (response: Response) => codec.decode(new Uint8Array(await response.arrayBuffer()))

describe('metrics of nodes and pods', () => {
  let living: TestCluster
  beforeAll(async () => {
    living = await startCluster(['--nodes=1'])
    await until(
      async () => (await ask('nodes', 'application/json')).items,
      (items) => (items as unknown[]).length === 1,
    )
  })
  afterAll(() => living.stop())
  const ask = async (path: string, accept = BINARY) => {
    const answer = await living.admin.raw('GET', `/apis/metrics.orch.io/v1beta1/${path}`, undefined, {
      headers: { accept },
    })
    return (accept === BINARY ? await read(answer) : await answer.json()) as Record<string, unknown>
  }

  it.each(['nodes', 'nodes/node-1', 'pods'])('%s says the same as JSON does', async (path) => {
    living.clock.hold()
    const { kind, apiVersion, ...binary } = await ask(path)
    const json = await ask(path, 'application/json')
    expect({ kind, apiVersion }).toEqual({ kind: json.kind, apiVersion: 'metrics.orch.io/v1beta1' })
    expect({ ...json, ...binary }).toEqual(json)
    if (path === 'nodes/node-1') expect(binary).toMatchObject({ window: '30s', usage: { cpu: '0', memory: '0' } })
  })
})

describe('the binary form over the whole way', () => {
  it.each(['/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1'])('tells what %s tells', async (path) => {
    const { apiVersion, ...binary } = await read(await send('GET', path))
    const text = await (await cluster.send('GET', path)).text()
    // The binary form omits empty members.
    const json = JSON.parse(text, (_, value: unknown) =>
      value === '' || value === false ? undefined : value,
    ) as Record<string, unknown>
    expect({ ...json, ...binary }).toEqual(json)
    expect(apiVersion).toBe(json['apiVersion'] ?? '')
  })

  it('creates, reads, lists, changes and deletes', async () => {
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { a: 'b' } }
    const created = await send('POST', '/api/v1/namespaces/default/configmaps', map)
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe(BINARY)
    const stored = await read(created)
    expect(stored).toMatchObject(map)

    const path = '/api/v1/namespaces/default/configmaps/one'
    expect(await read(await send('GET', path))).toEqual(stored)
    const list = await read(
      await send('GET', '/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Done'),
    )
    const { apiVersion: _, kind: __, ...item } = stored
    expect(list).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMapList', items: [item] })

    const replaced = await read(await send('PUT', path, { ...stored, data: { a: 'c' } }))
    expect(replaced).toMatchObject({ data: { a: 'c' } })
    const patched = await cluster.send('PATCH', path, JSON.stringify({ data: { d: 'e' } }), {
      accept: BINARY,
      'content-type': 'application/merge-patch+json',
    })
    expect(await read(patched)).toMatchObject({ data: { a: 'c', d: 'e' } })
    const options = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'another' } }
    const refused = await send('DELETE', path, options)
    expect([refused.status, (await read(refused)).reason]).toEqual([409, 'Conflict'])
    expect(await read(await send('DELETE', path))).toMatchObject({ kind: 'Status', status: 'Success' })
  })

  it('answers reviews, tokens and scales', async () => {
    const review = {
      apiVersion: 'authorization.orch.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'list', resource: 'pods' } },
    }
    const answer = await send('POST', '/apis/authorization.orch.io/v1/selfsubjectaccessreviews', review)
    expect(await read(answer)).toMatchObject({ status: { allowed: true } })
    const scale = await send('GET', '/apis/apps/v1/namespaces/default/deployments/none/scale')
    expect(await read(scale)).toMatchObject({ kind: 'Status', code: 404 })
  })

  it('streams events as frames', async () => {
    const response = await send(
      'GET',
      '/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Ddefault&timeoutSeconds=1',
      undefined,
      {
        accept: `${BINARY};stream=watch`,
      },
    )
    expect(response.headers.get('content-type')).toBe(`${BINARY};stream=watch`)
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    expect(new DataView((value as Uint8Array).buffer).getUint32((value as Uint8Array).byteOffset)).toBe(
      (value as Uint8Array).length - 4,
    )
  })

  it.each<[string, string, number]>([
    ['the first that is accepted', `${BINARY},application/json`, 200],
    ['metadata alone', `${BINARY};as=PartialObjectMetadataList;g=meta.orch.io;v=v1`, 200],
    ['no table', `${BINARY};as=Table;g=meta.orch.io;v=v1`, 406],
  ])('%s', async (_, accept, status) => {
    const response = await send('GET', '/api/v1/namespaces', undefined, { accept })
    expect(response.status).toBe(status)
    if (status === 200) expect(response.headers.get('content-type')).toBe(BINARY)
  })

  it('names what it can not read, with its place', async () => {
    const bytes = codec.encode({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cut' } })
    const response = await cluster.send('POST', '/api/v1/namespaces/default/configmaps', bytes.subarray(0, -8), {
      'content-type': BINARY,
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { message: string }).message).toMatch(/at byte \d+ \(/)
  })

  it('refuses it for custom types', async () => {
    const definition = {
      apiVersion: 'apiextensions.orch.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }
    const path = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
    expect((await send('POST', path, definition)).status).toBe(201)
    expect(await read(await send('GET', `${path}/things.example.com`))).toMatchObject({ spec: definition.spec })
    await expect.poll(async () => (await send('GET', '/apis/example.com/v1/things')).status).toBe(406)
    const sent = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } }
    const created = await cluster.send('POST', '/apis/example.com/v1/things', JSON.stringify(sent), {
      'content-type': BINARY,
    })
    expect(created.status).toBe(415)
  })
})
