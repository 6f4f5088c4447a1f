import { describe, expect, it } from 'vitest'
import { InMemoryResponse } from './in-memory-response'

const BYTES = new TextEncoder().encode('{"a":"ü"}')

describe.each([
  ['text', () => '{"a":"ü"}'],
  ['bytes', () => BYTES.slice()],
  ['a part of a buffer', () => new Uint8Array([0, ...BYTES, 0]).subarray(1, -1)],
])('a response made of %s', (_, make) => {
  it.each<[string, (response: Response) => Promise<unknown>, unknown]>([
    ['text', (response) => response.text(), '{"a":"ü"}'],
    ['JSON', (response) => response.json(), { a: 'ü' }],
    ['a buffer', async (response) => new TextDecoder().decode(await response.arrayBuffer()), '{"a":"ü"}'],
    ['bytes', async (response) => new TextDecoder().decode(await response.bytes()), '{"a":"ü"}'],
    ['a blob', async (response) => (await response.blob()).text(), '{"a":"ü"}'],
    ['a stream', (response) => new Response(response.body).text(), '{"a":"ü"}'],
  ])('is read as %s, once', async (_, read, expected) => {
    const response = new InMemoryResponse(make())
    const copy = response.clone()
    expect(await read(response)).toEqual(expected)
    await expect(response.text()).rejects.toThrow(TypeError)
    expect(() => response.clone()).toThrow(TypeError)
    expect(await read(copy)).toEqual(expected)
  })
})

describe('a response in memory', () => {
  it('has the type of plain text unless another is given', () => {
    expect(new InMemoryResponse('').headers.get('content-type')).toBe('text/plain;charset=UTF-8')
    const json = new InMemoryResponse('{}', { status: 201, headers: { 'content-type': 'application/json' } })
    expect([json.headers.get('content-type'), json.status]).toEqual(['application/json', 201])
    expect(new InMemoryResponse(new Uint8Array(1)).headers.get('content-type')).toBeNull()
  })

  it('writes its text on first use, once', async () => {
    let written = 0
    const response = new InMemoryResponse(() => {
      written += 1
      return 'text'
    })
    expect(written).toBe(0)
    expect(InMemoryResponse.contentOf(response)).toBe('text')
    expect(await response.text()).toBe('text')
    expect(written).toBe(1)
  })

  it('shows its text without reading it until it is read', async () => {
    const response = new InMemoryResponse('text')
    const copy = response.clone()
    expect([InMemoryResponse.contentOf(response), response.bodyUsed]).toEqual(['text', false])
    await response.text()
    expect([InMemoryResponse.contentOf(response), response.bodyUsed]).toEqual([undefined, true])
    expect(await copy.text()).toBe('text')
    expect(InMemoryResponse.contentOf(new Response('text'))).toBeUndefined()
  })
})
