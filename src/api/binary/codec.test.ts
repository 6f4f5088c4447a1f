import { readFileSync } from 'node:fs'
import { BinaryWriter } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, fromUtf8, utf8 } from '../../machinery/base64'
import { objectsOf, type Shape } from '../conversion/arbitrary-objects.testing'
import { kindOfType, schemaOf, typeNames } from '../types'
import { addZeroValues } from '../zero-values'
import { binaryCodec } from './codec'
import { readEnvelope, writeEnvelope } from './envelope'

interface Recorded {
  readonly path: string
  readonly binary: string
  readonly json: { readonly apiVersion: string; readonly kind: string; readonly [key: string]: unknown }
}

const recorded = JSON.parse(
  readFileSync(new URL('./testdata/recorded.json', import.meta.url), 'utf8'),
) as readonly Recorded[]

const inOurGroup = (apiVersion: string): string => apiVersion.replace('.k8s.io/', '.orch.io/')

/** The recorded client sent an empty bundle here, which JSON does not show. */
const withBundle = (text: string): string =>
  text.replace('{"url":"https://example.com/x"}', '{"url":"https://example.com/x","caBundle":""}')

describe('recorded objects of release 1.20', () => {
  const codec = binaryCodec(20)
  it.each(recorded.map((sample) => [sample.path, sample] as const))('%s is written to the same bytes', (_, sample) => {
    const json = JSON.parse(withBundle(JSON.stringify(sample.json))) as Recorded['json']
    const expected = readEnvelope(decodeBase64(sample.binary))
    const written = readEnvelope(codec.encode({ ...json, apiVersion: inOurGroup(json.apiVersion) }))
    expect(fromUtf8(written.raw)).toBe(fromUtf8(expected.raw))
    expect(written.raw).toEqual(expected.raw)
  })

  it.each(recorded.map((sample) => [sample.path, sample] as const))('%s is read without a loss', (_, sample) => {
    const { raw, ...envelope } = readEnvelope(decodeBase64(sample.binary))
    const apiVersion = inOurGroup(sample.json.apiVersion)
    const object = codec.decode(writeEnvelope({ ...envelope, apiVersion, raw }))
    expect(codec.encode(object)).toEqual(codec.encode({ ...sample.json, apiVersion, ...bundleOf(object) }))
  })
})

const bundleOf = (object: Record<string, unknown>) =>
  JSON.stringify(object).includes('"caBundle":""') ? { webhooks: object.webhooks } : {}

describe('every kind', () => {
  // Every field has come by then.
  const release = 35
  const codec = binaryCodec(release)
  const kinds = typeNames().flatMap((name) => {
    const kind = kindOfType(name)
    const schema = schemaOf(name, release)
    return kind && schema && !/(Options|List)$/.test(name) ? [{ name, schema, ...kind }] : []
  })

  it.each(kinds)('$apiVersion $kind loses nothing between JSON and binary', ({ name, apiVersion, kind, schema }) => {
    expect(codec.has(apiVersion, kind)).toBe(true)
    fc.assert(
      fc.property(objectsOf(name, SHAPE, release), ({ metadata, ...rest }) => {
        const object = { apiVersion, kind, ...(!WITHOUT_METADATA.test(kind) && { metadata }), ...rest }
        const whole = addZeroValues(object, schema) as object
        const back = codec.decode(codec.encode(whole))
        expect(addZeroValues(back, schema)).toEqual(whole)
      }),
      { numRuns: 5, seed: 1 },
    )
  })
})

/** The binary form has no apiVersion and kind within an object, and these kinds have no metadata. */
const SHAPE: Shape = {
  words: {},
  exclusive: {},
  made: {},
  omit: new Set([
    ...['core.v1.PersistentVolumeClaim', 'machinery.apis.meta.v1.DeleteOptions'].flatMap((name) => [
      `${name}.apiVersion`,
      `${name}.kind`,
    ]),
    // Ingresses of the first versions ended long before the status that they share with services got it.
    'core.v1.LoadBalancerIngress.ipMode',
  ]),
}
const WITHOUT_METADATA = /^(DeploymentRollback|APIGroup|APIVersions)$/

describe('bytes that lie', () => {
  const codec = binaryCodec(25)
  const pod = codec.encode({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c' }] },
  })
  const envelope = (raw: Uint8Array, contentType = '') =>
    writeEnvelope({ apiVersion: 'v1', kind: 'ConfigMap', raw, contentEncoding: '', contentType })

  it.each<[string, Uint8Array, RegExp]>([
    ['no envelope', utf8('{"kind":"Pod"}'), /does not begin with the four bytes .* at byte 0$/],
    ['an envelope that is cut', pod.subarray(0, 12), /the envelope is damaged: .* at byte \d+$/],
    ['a length beyond the end', envelope(Uint8Array.of(0x0a, 0x7f, 0x01)), /at byte 2\d$/],
    [
      'a field of the wrong wire type',
      envelope(Uint8Array.of(0x08, 0x01)),
      /field metadata is of the wrong wire type 0 at byte 2\d/,
    ],
    ['a text that is not UTF-8', envelope(Uint8Array.of(0x0a, 0x03, 0x0a, 0x01, 0xff)), /at byte \d+$/],
    ['an endless number', envelope(new Uint8Array(40).fill(0xff)), /at byte \d+$/],
    [
      'another content type',
      envelope(new Uint8Array(), 'text/plain'),
      /content of type "text\/plain" is not supported/,
    ],
  ])('%s is refused with its position', (_, bytes, words) => {
    expect(() => codec.decode(bytes)).toThrow(words)
  })

  it('nested deeper than anything needs is refused', () => {
    let raw = new BinaryWriter().uint32(0x0a).bytes(new Uint8Array()).finish()
    for (let i = 0; i < 2000; i += 1)
      raw = new BinaryWriter()
        .uint32((3 << 3) | 2)
        .bytes(raw)
        .finish()
    const schema = new BinaryWriter()
      .uint32((29 << 3) | 2)
      .bytes(raw)
      .finish()
    expect(schema.length).toBeGreaterThan(2000)
    const deep = (depth: number): unknown => (depth === 0 ? { type: 'string' } : { not: deep(depth - 1) })
    const definition = (depth: number) => ({
      apiVersion: 'apiextensions.orch.io/v1',
      kind: 'CustomResourceDefinition',
      spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: deep(depth) } }] },
    })
    expect(codec.decode(codec.encode(definition(100)))).toMatchObject(definition(100))
    expect(() => codec.decode(codec.encode(definition(1000)))).toThrow(/nested deeper than 500/)
  })

  it('skips fields that it does not know', () => {
    const raw = new BinaryWriter().tag(99, 2).string('later').tag(98, 0).int64(5n).finish()
    expect(codec.decode(envelope(raw))).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' })
  })

  it('reads an envelope around JSON', () => {
    expect(codec.decode(envelope(utf8('{"data":{"a":"b"}}'), 'application/json'))).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { a: 'b' },
    })
  })
})

it('writes integers beyond 2^53 exactly', () => {
  const codec = binaryCodec(25)
  const object = { apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: 9007199254740993n }
  expect(codec.decode(codec.encode(object)).revision).toBe(9007199254740993n)
})

it('writes integers beyond 2^53 exactly where JSON travels as text', () => {
  const codec = binaryCodec(25)
  const object = { apiVersion: 'apps/v1', kind: 'ControllerRevision', data: { count: 9007199254740993n }, revision: 1 }
  expect(codec.decode(codec.encode(object)).data).toEqual({ count: 9007199254740993n })
})

it('writes whole objects after one that could not be written', () => {
  const codec = binaryCodec(25)
  const secret = (value: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { a: value } })
  expect(() => codec.encode(secret('%'))).toThrow(/illegal base64/)
  expect(codec.decode(codec.encode(secret('AQ==')))).toMatchObject(secret('AQ=='))
})

it('writes an event of a stream as its length and the message', () => {
  const codec = binaryCodec(25)
  const frame = codec.frame('ADDED', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } })
  expect(new DataView(frame.buffer).getUint32(0)).toBe(frame.length - 4)
  expect([...frame.subarray(4, 11)]).toEqual([0x0a, 5, ...utf8('ADDED')])
})
