import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(['--release=1.20', '--token-auth-file=tokens'], {
    files: { tokens: 'admin,admin,1,"system:masters"\n' },
  })
  for (const [resource, body] of [
    ['configmaps', { data: { a: '1' } }],
    ['secrets', { stringData: { a: 'hidden' } }],
    ['services', { spec: { ports: [{ port: 80 }] } }],
  ] as const) {
    const path = `/api/v1/namespaces/default/${resource}`
    const answer = await send('POST', path, { metadata: { name: 'x' }, ...body }, 'application/json')
    expect(answer.status).toBe(201)
  }
})
afterAll(() => cluster.stop())

const send = (method: string, path: string, body: unknown, type: string) =>
  cluster.send(method, path, JSON.stringify(body), { authorization: 'Bearer admin', 'content-type': type })

const MERGE = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'

describe('a patch that 1.20 can not read says why', () => {
  test.each([
    [
      'configmaps',
      MERGE,
      { data: 'x' },
      'v1.ConfigMap.Data: ReadMapCB: expect { or n, but found ", error found in #10',
    ],
    ['configmaps', MERGE, { data: 'x' }, String.raw`Invalid value: "{\"apiVersion\":\"v1\",\"data\":\"x\",`],
    [
      'configmaps',
      MERGE,
      { immutable: 1 },
      'v1.ObjectMeta.TypeMeta: Kind: Immutable: ReadBool: expect t or f, but found 1',
    ],
    ['configmaps', MERGE, { kind: 'X' }, 'no kind "X" is registered for version "v1"'],
    ['configmaps', MERGE, { kind: 'Pod' }, 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
    ['configmaps', MERGE, { kind: 1 }, 'json: cannot unmarshal number into Go struct field .kind of type string'],
    [
      'services',
      STRATEGIC,
      { spec: { ports: [{ port: 80, targetPort: 1.5 }] } },
      'json: cannot unmarshal number 1.5 into Go value of type int32',
    ],
    [
      'services',
      STRATEGIC,
      { spec: { ports: [{ port: 5_000_000_000 }] } },
      'Invalid value: 705032704: must be between 1 and 65535',
    ],
    [
      'configmaps',
      STRATEGIC,
      { binaryData: { b: '!' } },
      'error decoding from json: illegal base64 data at input byte 0',
    ],
  ])('%s %s %j', async (resource, type, patch, why) => {
    const answer = await send('PATCH', `/api/v1/namespaces/default/${resource}/x`, patch, type)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      422,
      expect.stringContaining(why),
    ])
  })

  test('without the content of a secret', async () => {
    const answer = await send('PATCH', '/api/v1/namespaces/default/secrets/x', { data: { b: 1 } }, MERGE)
    const { message } = (await answer.json()) as { message: string }
    expect([answer.status, message]).toEqual([
      422,
      expect.stringContaining('patch: Invalid value: "": data.b: expected'),
    ])
  })
})

const customPath = '/apis/example.com/v1/namespaces/default/things'

describe('a patch of a custom object that 1.20 can not read says why', () => {
  beforeAll(async () => {
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }]
    const spec = { group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, versions }
    const definitions = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
    await send('POST', definitions, { metadata: { name: 'things.example.com' }, spec }, 'application/json')
    const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'x' } }
    await vi.waitFor(async () => expect((await send('POST', customPath, thing, 'application/json')).status).toBe(201))
  })

  test.each([
    [{ metadata: { labels: { a: 5 } } }, String.raw`"labels":{"a":5}`],
    [{ metadata: { labels: { a: 5 } } }, 'Labels: ReadString: expects " or n, but found 5, error found in #10 byte'],
    [{ metadata: { annotations: [] } }, 'v1.ObjectMeta.Annotations: ReadMapCB: expect { or n, but found ['],
    [{ metadata: 5 }, 'readObjectStart: expect { or n, but found 5, error found in #1 byte of ...|5|...'],
    [{ kind: null }, `unmarshalerDecoder: Object 'Kind' is missing in '{"apiVersion":"example.com/v1","metadata":{`],
  ])('%j', async (patch, why) => {
    const answer = await send('PATCH', `${customPath}/x`, patch, MERGE)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      422,
      expect.stringContaining(why),
    ])
  })
})
