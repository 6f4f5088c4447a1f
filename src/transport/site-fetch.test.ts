import { describe, expect, it, vi } from 'vitest'
import { InMemoryResponse } from '../machinery/in-memory-response'
import { ConnectionLost } from './connection-lost'
import { createSiteFetch } from './site-fetch'

function fetchOf(plane: string, answer: (request: Request) => Promise<Response>) {
  const native = vi.fn(() => Promise.resolve(new Response('native')))
  const asked = vi.fn(answer)
  const siteFetch = createSiteFetch({
    base: 'http://here.test/site/',
    plane,
    native,
    connection: Promise.resolve({ fetch: asked }),
    unavailable: (message) => new Response(message, { status: 503 }),
  })
  return { siteFetch, native, asked }
}
const echo = async (request: Request): Promise<Response> =>
  new InMemoryResponse(`${request.method} ${request.url} ${request.headers.get('accept')} ${await request.text()}`)

describe('a page’s fetch', () => {
  it.each([
    ['api/v1/namespaces?limit=1', '', '/api/v1/namespaces?limit=1'],
    ['/site/version', '', '/version'],
    ['/site/%76ersion', '', '/%76ersion'],
    ['/site/planes/second/%61pis', 'second', '/%61pis'],
    ['http://here.test/site/apis', '', '/apis'],
    [new URL('http://here.test/site/apis'), '', '/apis'],
    [new Request('http://here.test/site/apis'), '', '/apis'],
    ['/site/api/v1/pods', 'second', '/api/v1/pods'],
    ['/site/planes/second/api/v1/pods', 'second', '/api/v1/pods'],
    ['/site/planes/second/api/v1/pods', '', undefined],
    ['/site/planes/second/api/v1/pods', 'third', undefined],
    ['/api/v1/pods', '', undefined],
    ['/site/assets/a.js', '', undefined],
    ['http://there.test/site/apis', '', undefined],
    ['http://[', '', undefined],
  ])('of %s on the plane "%s" asks the control plane for %s', async (input, plane, path) => {
    const { siteFetch, native } = fetchOf(plane, echo)
    const response = await siteFetch(input)
    expect(await response.text()).toBe(path === undefined ? 'native' : `GET http://here.test${path} */* `)
    expect(native).toHaveBeenCalledTimes(path === undefined ? 1 : 0)
  })

  it('sends methods, bodies and headers, and answers as the browser’s own does', async () => {
    const { siteFetch } = fetchOf('', echo)
    const response = await siteFetch('api/v1/pods#end', { method: 'POST', body: 'täxt', headers: { accept: 'a/b' } })
    expect([response.constructor, response.url]).toEqual([Response, 'http://here.test/site/api/v1/pods'])
    expect(await response.text()).toBe('POST http://here.test/api/v1/pods a/b täxt')
  })

  it('never fails but by its own abort', async () => {
    const lost = fetchOf('', () => Promise.reject(new ConnectionLost('gone')))
    const answer = await lost.siteFetch('version')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('may have been done')])
    const { siteFetch } = fetchOf('', (request) => Promise.reject(request.signal.reason as Error))
    await expect(siteFetch('version', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
