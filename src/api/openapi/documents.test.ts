import { describe, expect, it } from 'vitest'
import { toSchema } from '../apiextensions/to-schema'
import { releaseOf, servedResources } from '../releases'
import { loadTypeTexts } from '../types'
import { openapiV2, openapiV3, openapiV3Index, pathInV3, referenced, type DocumentedType } from './documents'
import type { Document } from './schema-markers'

const types: DocumentedType[] = servedResources(releaseOf('1.25'))
const options = { serverVersion: 'v1.25.0' }
const v2 = openapiV2(types, options)
const paths = v2.paths as Record<string, Record<string, Document & { operationId: string; parameters: Document[] }>>
const definitions = v2.definitions as Record<
  string,
  Document & { properties: Record<string, Document>; required?: string[] }
>

function* references(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* references(item)
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') yield member
      else yield* references(member)
    }
}

const thing: DocumentedType = {
  group: 'example.com',
  version: 'v1',
  resource: 'things',
  singular: 'thing',
  kind: 'Thing',
  listKind: 'ThingList',
  namespaced: true,
  verbs: ['create', 'get', 'list', 'patch'],
  shortNames: [],
  categories: [],
  subresources: [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get'] }],
  custom: true,
  schema: toSchema(
    {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['size', 'none'],
          properties: {
            size: { type: 'integer', minimum: 1, default: 3, oneOf: [{ minimum: 2 }], not: { minimum: 9 } },
            none: { type: 'string', nullable: true },
            open: {
              type: 'object',
              'x-orch-preserve-unknown-fields': true,
              properties: { known: { type: 'string' } },
            },
            pod: { type: 'object', 'x-orch-embedded-resource': true, properties: { data: { type: 'string' } } },
            port: { 'x-orch-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
            map: { type: 'object', additionalProperties: { type: 'number', nullable: true } },
          },
        },
        tags: { type: 'array', items: { type: 'string', default: 'a' }, 'x-orch-list-type': 'set' },
      },
    },
    'Thing',
    25,
    false,
  ),
}

describe('OpenAPI version 2', () => {
  it('resolves every reference', () => {
    for (const reference of new Set(references(v2))) expect(referenced(v2, reference), reference).toBeDefined()
  })

  it('gives every operation an id of its own', () => {
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        'createCoreV1NamespacedPod',
        'listAppsV1DeploymentForAllNamespaces',
        'connectGetCoreV1NamespacedPodExec',
        'patchAppsV1NamespacedDeploymentScale',
      ]),
    )
  })

  it('names every parameter of a path', () => {
    for (const [path, item] of Object.entries(paths)) {
      const named = (item.parameters as unknown as { name: string; in: string }[])
        .filter((p) => p.in === 'path')
        .map(({ name }) => `{${name}}`)
      expect(named.sort(), path).toEqual([...(path.match(/\{\w+\}/g) ?? [])].sort())
    }
  })

  it('says how to merge, and of which kind a definition is', () => {
    const spec = definitions['io.orch.api.core.v1.ServiceSpec']
    expect(spec?.properties.ports).toMatchObject({
      type: 'array',
      'x-orch-list-type': 'map',
      'x-orch-list-map-keys': ['port', 'protocol'],
      'x-orch-patch-strategy': 'merge',
      'x-orch-patch-merge-key': 'port',
    })
    expect(definitions['io.orch.api.apps.v1.Deployment']?.['x-orch-group-version-kind']).toEqual([
      { group: 'apps', version: 'v1', kind: 'Deployment' },
    ])
    expect(definitions['io.orch.api.core.v1.Container']?.required).toEqual(['name'])
    expect(definitions['io.orch.api.core.v1.HTTPGetAction']?.properties.port).toEqual({
      type: 'string',
      format: 'int-or-string',
    })
  })

  it('lists only what the release serves', () => {
    expect(paths['/apis/policy/v1/namespaces/{namespace}/poddisruptionbudgets']).toBeDefined()
    expect(paths['/apis/policy/v1beta1/namespaces/{namespace}/poddisruptionbudgets']).toBeUndefined()
    expect(Object.keys(paths['/api/v1/namespaces/{namespace}/bindings'] ?? {})).toEqual(['parameters', 'post'])
  })

  it('carries descriptions when they are loaded', async () => {
    const described = openapiV2(types, { ...options, texts: await loadTypeTexts() }).definitions as typeof definitions
    expect(described['io.orch.api.core.v1.Pod']?.description).toMatch(/\w+/)
    expect(described['io.orch.api.core.v1.Pod']?.properties.spec?.description).toMatch(/\w+/)
    expect(definitions['io.orch.api.core.v1.Pod']?.description).toBeUndefined()
  })

  it('describes custom types without the words that version 2 lacks', () => {
    const document = openapiV2([thing], options)
    const custom = (document.definitions as typeof definitions)['com.example.v1.Thing']
    const meta = { $ref: '#/definitions/io.orch.api.machinery.apis.meta.v1.ObjectMeta' }
    const own = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: meta }
    expect(custom).toEqual({
      type: 'object',
      properties: {
        ...own,
        spec: {
          type: 'object',
          required: ['size'],
          properties: {
            size: { type: 'integer', minimum: 1 },
            none: {},
            open: { 'x-orch-preserve-unknown-fields': true },
            pod: { type: 'object', 'x-orch-embedded-resource': true, properties: { data: { type: 'string' }, ...own } },
            port: { 'x-orch-int-or-string': true },
            map: { type: 'object', additionalProperties: {} },
          },
        },
        tags: { type: 'array', items: { type: 'string' }, 'x-orch-list-type': 'set' },
      },
      'x-orch-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Thing' }],
    })
    expect(JSON.stringify(custom)).not.toMatch(/nullable|oneOf/)
    for (const reference of references(document)) expect(referenced(document, reference), reference).toBeDefined()
  })

  it.each([
    ['without a schema', undefined],
    ['that keeps unknown fields', { type: 'object', 'x-orch-preserve-unknown-fields': true, properties: {} }],
  ])('says nothing of the fields of a custom type %s', (_what, schema) => {
    const document = openapiV2([{ ...thing, schema: toSchema(schema, 'Thing', 25, false) }], options)
    expect((document.definitions as typeof definitions)['com.example.v1.Thing']).toEqual({
      type: 'object',
      'x-orch-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Thing' }],
    })
  })

  it('describes what every custom object has', async () => {
    const document = openapiV2([thing], { ...options, texts: await loadTypeTexts() })
    const { properties } = (document.definitions as typeof definitions)['com.example.v1.Thing'] ?? { properties: {} }
    for (const field of ['apiVersion', 'kind', 'metadata']) expect(properties[field]?.description, field).toMatch(/\w+/)
  })
})

describe('OpenAPI version 3', () => {
  it('has a document for every version served, whose references resolve inside it', () => {
    const index = openapiV3Index(new Map(types.map((type) => [pathInV3(type), 'A1']))).paths as Record<
      string,
      { serverRelativeURL: string }
    >
    expect(index['apis/apps/v1']?.serverRelativeURL).toBe('/openapi/v3/apis/apps/v1?hash=A1')
    for (const path of Object.keys(index)) {
      const [, group = '', version = ''] = /^apis?\/(?:(.+)\/)?([^/]+)$/.exec(path) ?? []
      const document = openapiV3(types, { group, version }, options)
      expect(document, path).toBeDefined()
      for (const reference of new Set(references(document)))
        expect(referenced(document ?? {}, reference), reference).toBeDefined()
    }
  })

  it('gives nothing for a version that is not served', () => {
    expect(openapiV3(types, { group: 'apps', version: 'v9' }, options)).toBeUndefined()
  })

  it('keeps the words of custom types', () => {
    const document = openapiV3([thing], { group: 'example.com', version: 'v1' }, options)
    expect(JSON.stringify(document)).toContain('"nullable":true')
    expect(JSON.stringify(document)).toContain('"oneOf"')
  })
})
