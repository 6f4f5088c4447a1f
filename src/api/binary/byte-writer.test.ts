import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { describe, expect, it } from 'vitest'
import { ByteWriter, varintLength } from './byte-writer'

const LENGTHS = [0, 1, 127, 128, 255, 256, 257, 5_000, 16_383, 16_384, 40_000]

describe('writes the bytes that the library writes', () => {
  it.each(LENGTHS)('of a text of %i characters, plain and not, in a part', (length) => {
    const writer = new ByteWriter()
    for (const text of ['x'.repeat(length), 'ü'.repeat(length), '😀'.repeat(length), `${'x'.repeat(length)}€`]) {
      const at = writer.uint32(10).open()
      writer.uint32(18).string(text)
      writer.close(at)
      const expected = new BinaryWriter().uint32(10).fork().uint32(18).string(text).join().finish()
      expect(Buffer.from(writer.take()).equals(Buffer.from(expected))).toBe(true)
    }
  })

  it('of numbers and bytes', () => {
    const numbers = [0, 1, 127, 128, 16_384, 2 ** 31, 2 ** 32 - 1]
    const writer = new ByteWriter()
    const expected = new BinaryWriter()
    for (const both of [writer, expected]) {
      for (const number of numbers) both.uint32(number)
      for (const number of [-1, 7, -(2 ** 31)]) both.int32(number)
      for (const number of [-1n, 2n ** 62n, -5]) both.int64(number)
      for (const size of [3, 300]) both.bytes(new Uint8Array(size).fill(7))
      both.bool(true).bool(false).double(1.5)
    }
    expect(writer.take()).toEqual(expected.finish())
    expect(numbers.map(varintLength)).toEqual(numbers.map((n) => new BinaryWriter().uint32(n).finish().length))
  })

  it('and bytes already returned stay valid after later writes', () => {
    const writer = new ByteWriter()
    const taken = LENGTHS.map((length) => [length, writer.string('a'.repeat(length)).take()] as const)
    writer.string('half').drop()
    expect(writer.string('b').take()).toEqual(Uint8Array.of(1, 0x62))
    for (const [length, bytes] of taken) {
      expect(bytes.length).toBe(length + varintLength(length))
      expect(Buffer.from(bytes).toString('latin1').endsWith('a'.repeat(length))).toBe(true)
    }
  })
})
