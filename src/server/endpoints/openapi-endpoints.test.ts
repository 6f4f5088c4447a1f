import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { BINARY_DOCUMENT_TYPE } from '../../api/openapi/binary-types'
import { eventually } from '../../testing/eventually'

let cluster: TestCluster
let other: TestCluster
beforeAll(async () => {
  ;[cluster, other] = await Promise.all([startCluster(FLAGS, FILES), startCluster([...FLAGS, '--release=1.24'], FILES)])
})
afterAll(() => Promise.all([cluster.stop(), other.stop()]))

const FLAGS = ['--token-auth-file=tokens', '--controllers=']
const FILES = { files: { tokens: 'admin,admin,1,"system:masters"\n' } }
const ADMIN = { authorization: 'Bearer admin' }

const get = (path: string, headers: Record<string, string> = {}, from = cluster) =>
  from.send('GET', path, undefined, { ...ADMIN, ...headers })
const tagOf = async (path: string, headers: Record<string, string> = {}, from = cluster) =>
  (await get(path, headers, from)).headers.get('etag') ?? ''
const addresses = async (from = cluster): Promise<Record<string, string>> => {
  const index = (await (await get('/openapi/v3', {}, from)).json()) as {
    paths: Record<string, { serverRelativeURL: string }>
  }
  return Object.fromEntries(
    Object.entries(index.paths).map(([path, { serverRelativeURL }]) => [path, serverRelativeURL]),
  )
}

async function define(group: string): Promise<void> {
  await cluster.send(
    'POST',
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    {
      metadata: { name: `things.${group}` },
      spec: {
        group,
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: SCHEMA } }],
      },
    },
    ADMIN,
  )
  await eventually(async () => expect((await get(`/apis/${group}/v1/things`)).status).toBe(200))
}
const SCHEMA = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { big: { type: 'integer', default: 9007199254740993n } } } },
}

describe('the tag of a document', () => {
  test.each(['/openapi/v2', '/openapi/v3', '/openapi/v3/apis/apps/v1'])('%s has one for its content', async (path) => {
    const bytes = await (await get(path)).arrayBuffer()
    const digest = Buffer.from(await crypto.subtle.digest('SHA-512', bytes)).toString('hex')
    expect(await tagOf(path)).toBe(`"${digest.toUpperCase()}"`)
  })
  test('another server that answers the same has the same', async () => {
    const twin = await startCluster(FLAGS, FILES)
    for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1'])
      expect(await tagOf(path, {}, twin)).toBe(await tagOf(path))
    await twin.stop()
  })
  test('a server of another release has another, and sends its own document', async () => {
    const tag = await tagOf('/openapi/v2')
    const answer = await get('/openapi/v2', { 'if-none-match': tag }, other)
    expect([answer.status, answer.headers.get('etag') === tag]).toEqual([200, false])
  })
  test('each encoding has its own', async () => {
    const accept = { accept: BINARY_DOCUMENT_TYPE }
    const binary = await tagOf('/openapi/v2', accept)
    expect(binary).not.toBe(await tagOf('/openapi/v2'))
    expect((await get('/openapi/v2', { ...accept, 'if-none-match': binary })).status).toBe(304)
    expect((await get('/openapi/v2')).headers.get('vary')).toBe('Accept')
  })
})

describe('an address with a hash', () => {
  test('of the index leads to a document that clients keep', async () => {
    for (const address of Object.values(await addresses())) {
      const { status, headers } = await get(address)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, immutable'])
      expect(headers.get('etag')).toBe(`"${address.split('hash=')[1] ?? ''}"`)
      const left = Date.parse(headers.get('expires') ?? '') - Date.now()
      expect(Math.round(left / 86_400_000)).toBeGreaterThanOrEqual(364)
    }
  })
  test('of another document leads to the right one', async () => {
    const right = (await addresses())['apis/apps/v1'] ?? ''
    const { status, headers } = await get('/openapi/v3/apis/apps/v1?hash=ABC')
    expect([status, headers.get('location')]).toEqual([301, right])
  })
  test.each(['', '?hash=', '?other=1'])('but none (%s): the document, to be asked for again', async (query) => {
    const { status, headers } = await get(`/openapi/v3/apis/apps/v1${query}`)
    expect([status, headers.get('cache-control'), headers.get('expires')]).toEqual([200, 'no-cache, private', null])
  })
  test('of a group that is not served is not found', async () => {
    expect((await get('/openapi/v3/apis/none.example.com/v1?hash=ABC')).status).toBe(404)
  })
  test('stays when a custom type comes to another group', async () => {
    const before = await addresses()
    await define('one.example.com')
    const after = await addresses()
    expect(after['apis/one.example.com/v1']).toBeDefined()
    expect(after).toEqual({ ...before, 'apis/one.example.com/v1': after['apis/one.example.com/v1'] })
  })
})

test('documents carry large numbers exactly', async () => {
  await define('two.example.com')
  expect(await (await get('/openapi/v3/apis/two.example.com/v1')).text()).toContain('"default":9007199254740993')
})
