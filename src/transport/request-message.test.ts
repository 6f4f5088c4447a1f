import { describe, expect, it } from 'vitest'
import { InMemoryRequest } from '../machinery/in-memory-request'
import { bodyOf, requestMessage } from './request-message'

const URL_OF = 'http://cluster/api/v1/pods'
const post = (content?: string | Uint8Array<ArrayBuffer>) =>
  new InMemoryRequest(URL_OF, { method: 'POST', headers: new Headers(), ...(content !== undefined && { content }) })
const NOTHING = { body: undefined, as: 'me', userAgent: undefined, source: undefined }

describe('the message', () => {
  it('has the parts of the request, and only those that exist', () => {
    const request = new Request(URL_OF, { headers: { accept: 'text/plain' } })
    expect(requestMessage(request, NOTHING)).toEqual({
      type: 'request',
      method: 'GET',
      url: URL_OF,
      headers: [['accept', 'text/plain']],
      as: 'me',
    })
  })

  it.each([
    [{}, 'orchard/1'],
    [{ 'user-agent': 'curl/8' }, 'curl/8'],
  ])('of a request with the headers %j has the user agent %s', (headers, agent) => {
    const request = new InMemoryRequest(URL_OF, { method: 'GET', headers: new Headers(headers) })
    const message = requestMessage(request, { ...NOTHING, userAgent: 'orchard/1' })
    expect(message.headers).toEqual([['user-agent', agent]])
  })
})

describe('the body', () => {
  it.each<[string, Parameters<typeof bodyOf>[0], string | undefined]>([
    ['of text is text', post('{}'), '{}'],
    ['that is empty is none', post(''), undefined],
    ['that is absent is none', post(), undefined],
    ['of an ordinary request is bytes', new Request(URL_OF, { method: 'POST', body: 'ü' }), 'ü'],
  ])('%s', async (_, request, expected) => {
    const body = await bodyOf(request)
    expect(body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body).toBe(expected)
  })

  it('is a copy of bytes that the caller still holds', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const body = await bodyOf(post(bytes))
    expect(body).not.toBe(bytes.buffer)
    expect([...new Uint8Array(body as ArrayBuffer)]).toEqual([1, 2, 3])
  })
})
