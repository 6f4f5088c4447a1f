import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
})
afterAll(() => cluster.stop())

const MERGE = 'application/merge-patch+json'
const META = 'application/json;g=meta.orch.io;v=v1'

async function ask(line: string, body?: unknown, type?: string): Promise<{ status: number; body: object }> {
  const [method = '', path = ''] = line.split(' ')
  const response = await cluster.send(method, path, body, type ? { 'content-type': type } : {})
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? ((await response.json()) as object) : {} }
}

describe('a custom type', () => {
  const LAMPS = '/apis/x.io/v1/namespaces/default/lamps'
  const lamp = (more: object) => ({ apiVersion: 'x.io/v1', kind: 'Lamp', metadata: { name: 'a' }, ...more })
  beforeAll(async () => {
    const schema = {
      type: 'object',
      properties: {
        of: { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true },
      },
    }
    await ask('POST /apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: 'lamps.x.io' },
      spec: {
        group: 'x.io',
        scope: 'Namespaced',
        names: { plural: 'lamps', kind: 'Lamp' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    })
    await until(
      async () => (await ask(`GET ${LAMPS}`)).status,
      (status) => status === 200,
    )
    await ask(`POST ${LAMPS}`, lamp({}))
  })

  test.each<[string, unknown, string | undefined, number]>([
    [`POST ${LAMPS}`, lamp({ apiVersion: null }), undefined, 400],
    [`POST ${LAMPS}`, lamp({ apiVersion: '' }), undefined, 500],
    [`PATCH ${LAMPS}/a`, { apiVersion: null }, MERGE, 500],
    [`PATCH ${LAMPS}/a`, [{ op: 'remove', path: '/apiVersion' }], 'application/json-patch+json', 500],
    [`PATCH ${LAMPS}`, {}, 'application/strategic-merge-patch+json', 415],
    [`PATCH ${LAMPS}`, {}, MERGE, 400],
  ])('answers %s %j', async (line, body, type, status) => {
    expect((await ask(line, body, type)).status).toBe(status)
  })

  test('judges the owners in embedded metadata as the release does', async () => {
    const of = { apiVersion: 'v1', kind: 'Pod', metadata: { managedFields: [{ operation: 'Bad' }] } }
    const answer = await ask(`POST ${LAMPS}`, lamp({ of }))
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { details: { causes: [{ field: 'of.metadata.managedFields.operation' }] } },
    ])
  })

  test('has no events that lists could show', async () => {
    const accept = `${META};as=PartialObjectMetadataList`
    const path = `${LAMPS}?watch=1&timeoutSeconds=100`
    const watch = await cluster.send('GET', path, undefined, { accept })
    expect([watch.status, await watch.text()]).toEqual([200, ''])
  })
})
