import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from './decode-error'
import { decodeEnvelope, encodeEnvelope, encodeWatchEvent, isEnvelope, openEnvelope } from './protobuf'

const envelope = (write: (writer: BinaryWriter) => BinaryWriter) =>
  Uint8Array.of(0x6b, 0x38, 0x73, 0, ...write(new BinaryWriter()).finish())
const text = (writer: BinaryWriter, field: number, value: string) =>
  writer.tag(field, WireType.LengthDelimited).string(value)

describe('an event of a binary stream', () => {
  it('is a length and a message with the type and the enveloped object', () => {
    const envelope = encodeEnvelope('v1', 'Pod', '{}')
    const frame = encodeWatchEvent('ADDED', envelope)
    expect(new DataView(frame.buffer).getUint32(0)).toBe(frame.length - 4)
    const message = new BinaryReader(frame.subarray(4))
    expect(message.tag()).toEqual([1, WireType.LengthDelimited])
    expect(message.string()).toBe('ADDED')
    expect(message.tag()).toEqual([2, WireType.LengthDelimited])
    const object = new BinaryReader(message.bytes())
    expect(object.tag()).toEqual([1, WireType.LengthDelimited])
    expect(object.bytes()).toEqual(envelope)
  })
})

describe('the binary envelope', () => {
  it('begins with its four bytes and carries type and JSON', () => {
    const bytes = encodeEnvelope('apps/v1', 'Deployment', '{"a":"ü"}')
    expect([...bytes.slice(0, 4)]).toEqual([0x6b, 0x38, 0x73, 0])
    expect(isEnvelope(bytes)).toBe(true)
    expect(openEnvelope(bytes)).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', json: '{"a":"ü"}' })
    expect(decodeEnvelope(bytes)).toMatchObject({ contentEncoding: '', contentType: 'application/json' })
  })
  it('skips fields that it does not know', () => {
    const bytes = envelope((writer) =>
      text(text(writer.tag(9, WireType.Varint).uint32(7), 2, '{}'), 4, 'application/json'),
    )
    expect(openEnvelope(bytes)).toEqual({ apiVersion: '', kind: '', json: '{}' })
  })
  it.each<[string, Uint8Array, RegExp]>([
    ['other bytes', Uint8Array.of(1, 2, 3, 4), /four bytes/],
    ['nothing', new Uint8Array(), /four bytes/],
    ['messages of kinds', envelope((writer) => text(writer, 2, 'x')), /vnd\.orch\.protobuf/],
    [
      'encoded content',
      envelope((writer) => text(text(text(writer, 2, 'x'), 3, 'gzip'), 4, 'application/json')),
      /gzip/,
    ],
    ['a cut message', encodeEnvelope('v1', 'Pod', '{}').slice(0, 12), /damaged/],
    [
      'bytes that are no text',
      envelope((writer) =>
        text(writer.tag(2, WireType.LengthDelimited).bytes(Uint8Array.of(255)), 4, 'application/json'),
      ),
      /UTF-8/,
    ],
  ])('refuses %s', (_, bytes, why) => {
    expect(() => openEnvelope(bytes)).toThrow(DecodeError)
    expect(() => openEnvelope(bytes)).toThrow(why)
  })
  it('any bytes are opened or refused with a DecodeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        try {
          openEnvelope(Uint8Array.of(0x6b, 0x38, 0x73, 0, ...tail))
        } catch (error) {
          if (!(error instanceof DecodeError)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })
})
