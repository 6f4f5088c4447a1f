import { describe, expect, it } from 'vitest'
import { acceptsValues, inMemoryContent, InMemoryRequest, passedValue } from './in-memory-request'

const URL_OF = 'http://cluster/api/v1/pods'
const requestOf = (rest: Partial<ConstructorParameters<typeof InMemoryRequest>[1]> = {}): InMemoryRequest =>
  new InMemoryRequest(URL_OF, { method: 'POST', headers: new Headers({ accept: 'application/json' }), ...rest })

describe('the body', () => {
  it.each<[string, (request: Request) => Promise<unknown>, unknown]>([
    ['text', (request) => request.text(), '{"a":1}'],
    ['JSON', (request) => request.json(), { a: 1 }],
    ['bytes', async (request) => new TextDecoder().decode(await request.arrayBuffer()), '{"a":1}'],
    ['a stream', (request) => new Response(request.body).text(), '{"a":1}'],
    ['a blob', async (request) => (await request.blob()).text(), '{"a":1}'],
  ])('is read as %s', async (_, read, expected) => {
    expect(await read(requestOf({ content: '{"a":1}' }))).toEqual(expected)
    expect(await read(requestOf({ value: { a: 1 } }))).toEqual(expected)
  })

  it('is used up once it is read', async () => {
    const request = requestOf({ content: 'x' })
    expect(request.bodyUsed).toBe(false)
    await request.text()
    expect(request.bodyUsed).toBe(true)
    expect(() => request.clone()).toThrow(TypeError)
    await expect(request.text()).rejects.toThrow(TypeError)
  })

  it('is empty without content, also for methods that the platform’s request refuses', async () => {
    const request = new InMemoryRequest(URL_OF, { method: 'TRACE', headers: new Headers() })
    expect(request.body).toBeNull()
    expect((await request.arrayBuffer()).byteLength).toBe(0)
  })

  it('is visible without reading only in requests of this class', () => {
    const value = { a: 1 }
    const ordinary = new Request(URL_OF, { method: 'POST', body: '{}' })
    expect([passedValue(requestOf({ value })), passedValue(ordinary)]).toEqual([value, undefined])
    expect([inMemoryContent(requestOf({ content: 'x' })), inMemoryContent(ordinary)]).toEqual(['x', undefined])
    expect([acceptsValues(requestOf({ acceptsValues: true })), acceptsValues(ordinary)]).toEqual([true, false])
  })
})

describe('a copy', () => {
  it('has headers of its own and the same value', () => {
    const value = { a: 1 }
    const request = requestOf({ value, acceptsValues: true })
    const copy = request.clone()
    copy.headers.set('accept', 'text/plain')
    expect(request.headers.get('accept')).toBe('application/json')
    expect([passedValue(copy), acceptsValues(copy), copy.method, copy.url]).toEqual([value, true, 'POST', URL_OF])
  })
})

describe('the signal', () => {
  it('is created on first use, once', () => {
    let created = 0
    const abort = new AbortController()
    const request = requestOf({
      signal: () => {
        created += 1
        return abort.signal
      },
    })
    expect(created).toBe(0)
    expect([request.signal, request.signal]).toEqual([abort.signal, abort.signal])
    expect(created).toBe(1)
  })
  it('never aborts if none was given', () => {
    const request = requestOf()
    expect(request.signal.aborted).toBe(false)
    expect(request.signal).toBe(request.signal)
  })
})
