import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { describe, expect, it } from 'vitest'
import { startAdminsCluster } from '../../testing/cluster'
import { binaryDocument } from './binary-document'
import { BINARY_DOCUMENT_TYPE, BINARY_DOCUMENT_TYPES } from './binary-types'

/** Fields of a message as they lie in the bytes: number and content. */
function fieldsIn(bytes: Uint8Array): [number: number, content: Uint8Array | number][] {
  const reader = new BinaryReader(bytes)
  const found: [number, Uint8Array | number][] = []
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag()
    found.push([number, wire === WireType.LengthDelimited ? reader.bytes() : Number(reader.int64())])
  }
  return found
}
const text = (content: Uint8Array | number | undefined) => new TextDecoder().decode(content as Uint8Array)
const within = (bytes: Uint8Array, ...path: number[]): Uint8Array =>
  path.reduce((at, number) => fieldsIn(at).find(([one]) => one === number)?.[1] as Uint8Array, bytes)

describe('the binary document', () => {
  it.each<[string, object, (bytes: Uint8Array) => unknown, unknown]>([
    ['its title', { info: { title: 'Orchard' } }, (bytes) => text(within(bytes, 2, 1)), 'Orchard'],
    [
      'a path and its parameter',
      { paths: { '/api': { get: { parameters: [{ name: 'pretty', in: 'query', type: 'string' }] } } } },
      (bytes) => [text(within(bytes, 8, 2, 1)), text(within(bytes, 8, 2, 2, 2, 8, 1, 2, 3, 4))],
      ['/api', 'pretty'],
    ],
    [
      'a body parameter',
      { paths: { '/api': { post: { parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/a' } }] } } } },
      (bytes) => text(within(bytes, 8, 2, 2, 4, 8, 1, 1, 5, 1)),
      '#/a',
    ],
    [
      'a property whose name begins as an extension does',
      { definitions: { A: { properties: { 'x-orch-list-type': { type: 'string' } } } } },
      (bytes) => text(within(bytes, 9, 1, 2, 25, 1, 1)),
      'x-orch-list-type',
    ],
    [
      'an extension as YAML',
      { definitions: { A: { 'x-orch-group-version-kind': [{ group: 'apps', kind: 'A', version: 'v1' }] } } },
      (bytes) => text(within(bytes, 9, 1, 2, 31, 2, 2)),
      '- group: apps\n  kind: A\n  version: v1\n',
    ],
    [
      'additional properties',
      { definitions: { A: { additionalProperties: false } } },
      (bytes) => fieldsIn(within(bytes, 9, 1, 2, 21)),
      [[2, 0]],
    ],
  ])('has %s', (_, document, read, expected) => {
    expect(read(binaryDocument(document))).toEqual(expected)
  })

  it.each(BINARY_DOCUMENT_TYPES)('is served as %s with every definition', async (type) => {
    const cluster = await startAdminsCluster('1.20')
    const json = (await (await cluster.send('GET', '/openapi/v2')).json()) as { definitions: object }
    const response = await cluster.send('GET', '/openapi/v2', undefined, { accept: type })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, BINARY_DOCUMENT_TYPE])
    const definitions = fieldsIn(within(new Uint8Array(await response.arrayBuffer()), 9))
    expect(definitions.map(([, entry]) => text(within(entry as Uint8Array, 1)))).toEqual(Object.keys(json.definitions))
    await cluster.stop()
  })
})
