import { describe, expect, it } from 'vitest'
import type { Schema } from './schema'
import { schemaOf } from './types'
import { readTyped } from './walk'
import { addZeroValues } from './zero-values'

const type = (name: string): Schema => {
  const schema = schemaOf(name)
  if (!schema) throw new Error(`no type ${name}`)
  return schema
}
const pod = (spec: unknown): unknown => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec })

describe('reading a typed value', () => {
  it('shares a value that is canonical already', () => {
    const value = pod({
      containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '100m', memory: '128Mi' } } }],
    })
    const read = readTyped(value, type('core.v1.Pod'))
    expect(read).toEqual({ value, unknown: [], errors: [] })
    expect(read.value).toBe(value)
  })

  it('never changes its input', () => {
    const value = pod({ foo: 1, containers: [{ name: null, resources: { limits: { cpu: '1000m' } } }] })
    const before = structuredClone(value)
    readTyped(value, type('core.v1.Pod'))
    expect(value).toEqual(before)
  })

  it('names unknown fields by path, in the order of the body, and drops them', () => {
    const read = readTyped(
      pod({ foo: 1, containers: [{ name: 'a' }, { name: 'c', bar: { deep: 1 } }] }),
      type('core.v1.Pod'),
    )
    expect(read.unknown).toEqual(['spec.foo', 'spec.containers[1].bar'])
    expect(read.value).toEqual(pod({ containers: [{ name: 'a' }, { name: 'c' }] }))
    expect(readTyped(JSON.parse('{"__proto__":{"a":1}}'), type('core.v1.Pod')).unknown).toEqual(['__proto__'])
  })

  it.each([
    [{ replicas: '3' }, 'replicas: expected a 32-bit integer, got "3"'],
    [{ replicas: 1.5 }, 'replicas: expected a 32-bit integer, got 1.5'],
    [{ replicas: 2 ** 31 }, 'replicas: expected a 32-bit integer, got 2147483648'],
    [{ paused: 'yes' }, 'paused: expected a boolean, got "yes"'],
    [{ selector: [] }, 'selector: expected an object, got a list'],
    [{ selector: { matchLabels: { a: 1 } } }, 'selector.matchLabels.a: expected a string, got 1'],
    [{ template: { spec: { containers: {} } } }, 'template.spec.containers: expected a list, got an object'],
    [{ template: { spec: { containers: ['c'] } } }, 'template.spec.containers[0]: expected an object, got "c"'],
    [
      { strategy: { rollingUpdate: { maxSurge: true } } },
      'strategy.rollingUpdate.maxSurge: expected an integer or a string, got a boolean',
    ],
    [{ template: { spec: { overhead: { cpu: '1x' } } } }, 'template.spec.overhead.cpu: expected a quantity, got "1x"'],
    [
      { template: { metadata: { creationTimestamp: '2020-13-01T00:00:00Z' } } },
      'template.metadata.creationTimestamp: expected an RFC 3339 time, got "2020-13-01T00:00:00Z"',
    ],
  ])('finds the wrong type in %j', (spec, error) => {
    expect(readTyped(spec, type('apps.v1.DeploymentSpec')).errors).toEqual([error])
  })

  it('finds a body that is no object', () => {
    expect(readTyped([], type('core.v1.Pod')).errors).toEqual(['the body: expected an object, got a list'])
    expect(readTyped('x', type('core.v1.Pod')).errors).toEqual(['the body: expected an object, got "x"'])
  })

  it('drops null fields and keeps the place of null items and map values', () => {
    const read = readTyped(
      { data: { a: null }, immutable: null, metadata: { finalizers: [null], labels: null } },
      type('core.v1.ConfigMap'),
    )
    expect(read.value).toEqual({ data: { a: '' }, metadata: { finalizers: [''] } })
  })

  it('drops zero values that mean absence and keeps those that do not', () => {
    const read = readTyped(
      {
        metadata: { labels: {}, finalizers: [] },
        spec: { nodeName: '', hostNetwork: false, enableServiceLinks: false, priority: 0, containers: [], volumes: [] },
      },
      type('core.v1.Pod'),
    )
    expect(read.value).toEqual({ metadata: {}, spec: { enableServiceLinks: false, priority: 0, containers: [] } })
    const intent = {
      metadata: { labels: {}, annotations: null },
      spec: { priority: null, containers: [{ resources: { limits: { cpu: '1000m' } } }] },
    }
    expect(readTyped(intent, type('core.v1.Pod'), { partial: true }).value).toEqual(intent)
    expect(readTyped({ spec: 1 }, type('core.v1.Pod'), { partial: true }).errors).toHaveLength(1)
  })

  it.each([
    ['core.v1.ResourceRequirements', { limits: { cpu: 1, memory: '1024Mi' } }, { limits: { cpu: '1', memory: '1Gi' } }],
    ['core.v1.Secret', { data: { a: 'YQ\n==' } }, { data: { a: 'YQ==' } }],
    [
      'machinery.apis.meta.v1.ObjectMeta',
      { creationTimestamp: '2020-01-01T01:30:00.75+01:00' },
      { creationTimestamp: '2020-01-01T00:30:00Z' },
    ],
    [
      'coordination.v1.LeaseSpec',
      { renewTime: '2020-12-31T23:59:59.123456-02:00' },
      { renewTime: '2021-01-01T01:59:59.123456Z' },
    ],
  ])('brings %s %j into canonical form', (name, value, expected) => {
    expect(readTyped(value, type(name))).toEqual({ value: expected, unknown: [], errors: [] })
  })

  it.each(['YQ=', 'Y Q==', '*', 'YQ==='])('refuses %j as base64', (text) => {
    expect(readTyped({ data: { a: text } }, type('core.v1.Secret')).errors).toHaveLength(1)
  })

  it.each([
    '2021-02-29T00:00:00Z',
    '2020-01-01T24:00:00Z',
    '2020-01-01',
    '2020-01-01T00:00:00',
    '2020-01-01 00:00:00Z',
    '',
  ])('refuses %j as a time', (text) => {
    expect(readTyped({ creationTimestamp: text }, type('machinery.apis.meta.v1.ObjectMeta')).errors).toHaveLength(1)
  })

  it.each(['2020-02-29T23:59:59Z', '2020-02-29T23:59:59.1Z', '2020-02-29T23:59:59.1234567Z'])(
    'refuses %j as a time in microseconds',
    (text) => {
      expect(readTyped({ renewTime: text }, type('coordination.v1.LeaseSpec')).errors).toHaveLength(1)
    },
  )

  it('reads the forms that a schema in a definition may take', () => {
    const schema = type('extensions.apis.apiextensions.v1.JSONSchemaProps')
    const value = {
      items: { type: 'string', foo: 1 },
      additionalProperties: false,
      dependencies: { a: ['b'], c: { bar: 1 } },
      default: { any: [null] },
    }
    const read = readTyped(value, schema)
    expect(read.unknown).toEqual(['items.foo', 'dependencies.c.bar'])
    expect(read.value).toMatchObject({ additionalProperties: false, default: { any: [null] } })
    expect(readTyped({ items: [{ foo: 1 }] }, schema).unknown).toEqual(['items[0].foo'])
    expect(readTyped({ additionalProperties: 'x' }, schema).errors).toEqual([
      'additionalProperties: expected an object or a boolean, got "x"',
    ])
  })

  it('reads custom types: nullable, additional and preserved fields', () => {
    const custom: Schema = {
      type: 'struct',
      fields: new Map<string, Schema>([
        ['a', { type: 'string', nullable: true }],
        ['open', { type: 'struct', fields: new Map(), preserveUnknown: true }],
      ]),
      additional: { type: 'integer' },
    }
    expect(readTyped({ a: null, open: { x: null }, n: 1 }, custom)).toEqual({
      value: { a: null, open: { x: null }, n: 1 },
      unknown: [],
      errors: [],
    })
    expect(readTyped({ n: 'x' }, custom).errors).toEqual(['n: expected an integer, got "x"'])
  })
})

describe('what answers always carry', () => {
  it.each([
    [
      'core.v1.Pod',
      { metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z' }, spec: { containers: [{ name: 'c' }] } },
      {
        metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z' },
        spec: { containers: [{ name: 'c', resources: {} }] },
        status: {},
      },
    ],
    ['rbac.v1.Role', {}, { rules: null }],
    [
      'policy.v1.PodDisruptionBudget',
      { spec: {} },
      { spec: {}, status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 } },
    ],
    [
      'storage.v1.VolumeAttachment',
      { spec: { attacher: 'd', nodeName: 'n', source: {} } },
      { spec: { attacher: 'd', nodeName: 'n', source: {} }, status: { attached: false } },
    ],
    [
      'core.v1.PodTemplateSpec',
      { spec: { containers: [] } },
      { metadata: { creationTimestamp: null }, spec: { containers: [] } },
    ],
    ['core.v1.ConfigMap', { data: { a: 'b' } }, { data: { a: 'b' } }],
  ])('%s', (name, value, expected) => {
    expect(addZeroValues(value, type(name))).toEqual(expected)
  })
})
