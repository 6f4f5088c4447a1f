import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'
import { obj, str, version } from './definitions/definition.testing'

const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const SHIRTS = '/apis/example.com/v1/namespaces/default/shirts'
const SCHEMA = obj({
  metadata: obj({ name: { type: 'string' } }),
  spec: obj({
    colour: str,
    size: { type: 'integer' },
    sold: { type: 'boolean' },
    parts: { type: 'array', items: str },
  }),
})
const fields = (...paths: string[]) => ({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) })
const definition = (more: JsonObject) => ({
  metadata: { name: 'shirts.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'shirts', kind: 'Shirt' },
    versions: [version('v1', SCHEMA, more)],
  },
})

async function send(cluster: TestCluster, method: string, path: string, body?: unknown) {
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  // A path that is not served yet is answered with a text.
  const text = await response.text()
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as JsonObject }
}

async function withShirts(release: string): Promise<TestCluster> {
  const cluster = await startCluster([`--release=${release}`])
  await send(cluster, 'POST', DEFINITIONS, definition(fields('.spec.colour', '.spec.size', '.spec.sold')))
  const shirts = { a: { colour: 'blue', size: 3, sold: true }, b: { colour: 'blue', size: 4 }, c: { colour: 'red' } }
  for (const [name, spec] of Object.entries(shirts)) {
    const shirt = { apiVersion: 'example.com/v1', kind: 'Shirt', metadata: { name }, spec }
    await until(
      async () => (await send(cluster, 'POST', SHIRTS, shirt)).status,
      (status) => status === 201 || status === 409,
    )
  }
  return cluster
}
const listed = async (cluster: TestCluster, selector: string) => {
  const { status, body } = await send(cluster, 'GET', `${SHIRTS}?fieldSelector=${encodeURIComponent(selector)}`)
  const items = (body['items'] ?? []) as { metadata: { name: string } }[]
  return status === 200 ? items.map(({ metadata }) => metadata.name).join('') : body['message']
}

describe('fields that a custom type makes selectable', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await withShirts('1.31')
  })
  afterAll(() => cluster.stop())

  it.each([
    ['spec.colour=blue', 'ab'],
    ['spec.colour!=blue', 'c'],
    ['spec.colour=blue,spec.size=4', 'b'],
    ['spec.sold=true', 'a'],
    ['spec.size=', 'c'],
    ['metadata.name=c,spec.colour=red', 'c'],
    ['spec.parts=a', 'field label not supported: spec.parts'],
  ])('%s selects %s', async (selector, expected) => expect(await listed(cluster, selector)).toBe(expected))

  it('are listed in OpenAPI', async () => {
    const told = await until(
      async () => {
        const { body } = await send(cluster, 'GET', '/openapi/v3/apis/example.com/v1')
        const { schemas } = body['components'] as { schemas: Record<string, Record<string, unknown>> }
        return ['Shirt', 'ShirtList'].map((kind) => schemas[`com.example.v1.${kind}`]?.['x-orch-selectable-fields'])
      },
      ([shirt]) => shirt !== undefined,
    )
    const fields = [{ fieldPath: 'spec.colour' }, { fieldPath: 'spec.size' }, { fieldPath: 'spec.sold' }]
    expect(told).toEqual([fields, fields])
  })

  it.each<[string, JsonObject, string]>([
    [
      'no such field',
      fields('.spec.none'),
      'selectableFields[0].jsonPath: Invalid value: ".spec.none": is an invalid path',
    ],
    ['no path', fields('spec.colour'), 'is an invalid path'],
    ['an item', fields('.spec.parts[0]'), 'is an invalid path'],
    ['metadata', fields('.metadata.name'), 'must not point to fields in metadata'],
    ['metadata that the schema leaves out', fields('.metadata.labels'), 'is an invalid path'],
    ['a list', fields('.spec.parts'), 'must point to a field of type string, boolean or integer'],
    ['an object', fields('.spec'), 'must point to a field of type string, boolean or integer'],
    ['nothing', fields(''), 'selectableFields[0].jsonPath: Required value'],
    ['one twice', fields('.spec.size', '.spec.size'), 'selectableFields[1].jsonPath: Duplicate value: ".spec.size"'],
  ])('may not be %s', async (_name, more, message) => {
    const { status, body } = await send(cluster, 'POST', `${DEFINITIONS}?dryRun=All`, definition(more))
    expect([status, body['message']]).toEqual([422, expect.stringContaining(message)])
  })
})

it('don’t exist before their gate is on', async () => {
  const cluster = await withShirts('1.30')
  try {
    expect(await listed(cluster, 'spec.colour=blue')).toBe('field label not supported: spec.colour')
  } finally {
    await cluster.stop()
  }
})
