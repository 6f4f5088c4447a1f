import { describe, expect, it } from 'vitest'
import { passedValue, InMemoryRequest, inMemoryContent } from './in-memory-request'
import { InMemoryResponse } from './in-memory-response'

const made = () => new InMemoryResponse('{"a":"ü"}', { status: 201, statusText: 'Made', headers: { 'x-a': '1' } })
const ordinary = () => new Response('{"a":"ü"}', { status: 201, statusText: 'Made', headers: { 'x-a': '1' } })

describe('a response made of a text is like any other', () => {
  it.each<[string, (response: Response) => unknown]>([
    ['status', (r) => [r.status, r.statusText, r.ok, [...r.headers]]],
    ['text', (r) => r.text()],
    ['json', (r) => r.json()],
    ['bytes', async (r) => [...new Uint8Array(await r.arrayBuffer())]],
    ['blob', async (r) => (await r.blob()).text()],
    ['body', async (r) => new Response(r.body).text()],
    ['wrapped', async (r) => [await new Response(r.body, r).text(), new Response(r.body, r).status].length],
    ['clone', async (r) => [await r.clone().text(), await r.text()]],
    ['used', async (r) => [r.bodyUsed, await r.text(), r.bodyUsed]],
    [
      'used by its stream',
      async (r) => [
        await r.body
          ?.getReader()
          .read()
          .then(({ done }) => done),
        r.bodyUsed,
      ],
    ],
    [
      'text twice',
      (r) =>
        r
          .text()
          .then(() => r.text())
          .catch((error: Error) => error.constructor.name),
    ],
    [
      'bytes after text',
      (r) =>
        r
          .text()
          .then(() => r.arrayBuffer())
          .catch((error: Error) => error.constructor.name),
    ],
  ])('%s', async (_what, look) => {
    const outcome = async (response: Response) => {
      try {
        return await look(response)
      } catch (error) {
        return (error as Error).constructor.name
      }
    }
    expect(await outcome(made())).toEqual(await outcome(ordinary()))
  })
})

it('exposes its text only until the body is read', async () => {
  const response = made()
  expect(InMemoryResponse.contentOf(response)).toBe('{"a":"ü"}')
  await response.text()
  expect(InMemoryResponse.contentOf(response)).toBeUndefined()
  const streamed = made()
  void streamed.body
  expect(InMemoryResponse.contentOf(streamed)).toBeUndefined()
  expect(InMemoryResponse.contentOf(ordinary())).toBeUndefined()
})

it('writes the value of a request for those who read it as a text', async () => {
  const value = { n: 2n ** 60n, none: undefined }
  const request = new InMemoryRequest('http://x/', { method: 'POST', headers: new Headers(), value })
  expect(passedValue(request)).toBe(value)
  expect(passedValue(request.clone())).toBe(value)
  expect(await request.text()).toBe('{"n":1152921504606846976}')
  expect(inMemoryContent(request)).toBe('{"n":1152921504606846976}')
})
