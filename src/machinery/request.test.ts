import { afterEach, expect, it, vi } from 'vitest'
import { requestWith } from './request'

afterEach(() => vi.unstubAllGlobals())

/** What browsers make of a request. */
class BrowserRequest extends Request {
  constructor(url: string | URL, init?: RequestInit) {
    const headers = new Headers(init?.headers)
    headers.delete('user-agent')
    super(url, { ...init, headers })
  }
}

it.each([
  ['Node', Request],
  ['a browser', BrowserRequest],
])('has every header in %s', async (_where, type) => {
  vi.stubGlobal('Request', type)
  const request = requestWith('http://x/', {
    method: 'POST',
    body: 'text',
    headers: { 'user-agent': 'tool', 'x-a': '1' },
  })
  expect([...request.headers].sort()).toEqual([
    ['content-type', 'text/plain;charset=UTF-8'],
    ['user-agent', 'tool'],
    ['x-a', '1'],
  ])
  expect([request.method, await request.text()]).toEqual(['POST', 'text'])
})
