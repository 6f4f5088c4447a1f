import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

const TYPES = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const NOTE = { apiVersion: 'example.com/v1', kind: 'Note', metadata: { name: 'a' } }
const POD = { containers: [{ name: 'a', image: 'a' }] }
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: POD },
  },
}
const TYPE = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'notes.example.com', resourceVersion: '' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'notes', kind: 'Note' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              text: { type: 'string', maxLength: 1 },
              list: { type: 'array', maxItems: 1, items: { type: 'object', properties: { a: { type: 'string' } } } },
              keys: {
                type: 'array',
                items: { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] },
                'x-orch-list-type': 'map',
                'x-orch-list-map-keys': ['k'],
              },
            },
          },
        },
      },
    ],
  },
}

const SELECTOR = {
  go: 'v1.LabelSelector{MatchLabels:map[string]string{"app":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
  json: '{"matchLabels":{"app":"b"}}',
}

/** Release and its words for a long text, a long list, a repeated item, a changed selector and a version that is not set. */
describe.each([
  ['1.31', 'may not be longer than 1', '1 items', 'map[string]interface {}{"k":"x"}', SELECTOR.go, '0x0'],
  ['1.32', 'may not be more than 1 bytes', '1 items', 'map[string]interface {}{"k":"x"}', SELECTOR.go, '0x0'],
  ['1.33', 'may not be more than 1 bytes', '1 items', 'map[string]interface {}{"k":"x"}', SELECTOR.go, '0x0'],
  ['1.34', 'may not be more than 1 byte', '1 item', '{"k":"x"}', SELECTOR.json, '0'],
])('errors of %s', (release, long, items, repeated, selector, version) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startAdminsCluster(release)
    expect(await said('POST', TYPES, TYPE)).toBeUndefined()
    expect(await said('POST', DEPLOYMENTS, DEPLOYMENT)).toBeUndefined()
  })
  afterAll(() => cluster.stop())

  async function said(method: string, path: string, body: object): Promise<string | undefined> {
    const answer = (await (await cluster.send(method, path, body)).json()) as { message?: string }
    return answer.message
  }
  const note = (content: object): Promise<string | undefined> =>
    said('POST', '/apis/example.com/v1/notes', { ...NOTE, ...content })

  test('limits', async () => {
    expect(await note({ text: 'xx' })).toBe(`Note.example.com "a" is invalid: text: Too long: ${long}`)
    expect(await note({ list: [{}, {}] })).toBe(
      `Note.example.com "a" is invalid: list: Too many: 2: must have at most ${items}`,
    )
  })

  test('values', async () => {
    expect(await note({ keys: [{ k: 'x' }, { k: 'x' }] })).toContain(`keys[1]: Duplicate value: ${repeated}`)
    const labels = { app: 'b' }
    const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: POD } }
    expect(await said('PUT', `${DEPLOYMENTS}/web`, { ...DEPLOYMENT, spec })).toContain(
      `spec.selector: Invalid value: ${selector}: field is immutable`,
    )
    expect(await said('PUT', `${TYPES}/${TYPE.metadata.name}`, TYPE)).toContain(
      `metadata.resourceVersion: Invalid value: ${version}: must be specified for an update`,
    )
  })
})
