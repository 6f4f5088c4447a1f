import { describe, expect, it } from 'vitest'
import { fakeFiles } from './fake-files.testing'
import { TailWriter } from './tail-writer'

const BYTES = new Uint8Array([1, 2, 3])

describe('a write at the end of a log', () => {
  it.each([
    ['relaxed', 0],
    ['strict', 1],
  ] as const)('with %s durability flushes %i times', async (durability, flushes) => {
    const files = fakeFiles()
    new TailWriter(durability).write(await files.open('log'), BYTES, 0)
    expect([files.contents.get('log'), files.flushed]).toEqual([BYTES, flushes])
  })

  it('leaves nothing behind when it fails', async () => {
    const files = fakeFiles()
    const file = await files.open('log')
    const writer = new TailWriter('relaxed')
    writer.write(file, BYTES, 0)
    files.quota = 4
    expect(() => writer.write(file, BYTES, 3)).toThrow('there was no space')
    expect(files.contents.get('log')).toEqual(BYTES)
  })

  it('is cut off by the next one if that failed, too', async () => {
    const files = fakeFiles()
    const file = await files.open('log')
    const writer = new TailWriter('relaxed')
    writer.write(file, BYTES, 0)
    files.quota = 4
    files.before = (step) => {
      if (step === 'truncate') throw new Error('no')
    }
    expect(() => writer.write(file, BYTES, 3)).toThrow('there was no space')
    expect(files.contents.get('log')).toHaveLength(4)
    files.before = () => undefined
    files.quota = Infinity
    writer.write(file, new Uint8Array([9]), 3)
    expect(files.contents.get('log')).toEqual(new Uint8Array([1, 2, 3, 9]))
  })
})
