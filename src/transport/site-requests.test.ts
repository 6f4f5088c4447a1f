import { describe, expect, test } from 'vitest'
import { isCrossOrigin, isOwnHost, siteTarget, apiTarget } from './site-requests'

const SITES = ['/', '/other/']

test.each([
  ['/api/v1/pods?watch=true', { site: '/', target: '/api/v1/pods?watch=true' }],
  ['/other/api/v1', { site: '/other/', target: '/api/v1' }],
  ['/openid/v1/jwks', { site: '/', target: '/openid/v1/jwks' }],
  ['/version?x=/other/api', { site: '/', target: '/version?x=/other/api' }],
  ['/%76ersion?x', { site: '/', target: '/%76ersion?x' }],
  ['/', undefined],
  ['/other/', undefined],
  ['/assets/api/x.js', undefined],
  ['/apiary', undefined],
])('%s is asked of %j', (target, expected) => expect(siteTarget(SITES, target)).toEqual(expected))

test.each([
  ['/', { site: '/', target: '/' }],
  ['/nothing', { site: '/', target: '/nothing' }],
  ['/other/', { site: '/other/', target: '/' }],
  ['/other/api?x', { site: '/other/', target: '/api?x' }],
  ['/others', { site: '/', target: '/others' }],
])('without files, %s is asked of %j', (target, expected) => expect(apiTarget(SITES, target)).toEqual(expected))

describe('Host', () => {
  test.each([
    [undefined, true],
    ['localhost:5173', true],
    ['LOCALHOST', true],
    ['orchard.localhost:1', true],
    ['127.0.0.1:5173', true],
    ['[::1]:5173', true],
    ['10.1.2.3', true],
    ['named.test:80', true],
    ['evil.test', false],
    ['localhost.evil.test', false],
    ['127.0.0.1.evil.test', false],
    ['evil@localhost', false],
    ['localhost/evil', false],
    ['a b', false],
    ['', false],
  ])('%j is ours: %s', (host, own) => expect(isOwnHost(host, ['named.test'])).toBe(own))
})

describe('pages of other origins', () => {
  const host = 'localhost:5173'
  test.each([
    [{ host }, false],
    [{ host, origin: 'http://localhost:5173' }, false],
    [{ host, origin: 'https://localhost:5173' }, true],
    [{ host, origin: 'http://localhost:5174' }, true],
    [{ host, origin: 'https://evil.test' }, true],
    [{ host, origin: 'null' }, true],
    [{ host, 'sec-fetch-site': 'cross-site' }, true],
    [{ host, 'sec-fetch-site': 'same-site' }, true],
    [{ host, 'sec-fetch-site': 'same-origin' }, false],
    [{ host, 'sec-fetch-site': 'none' }, false],
  ])('%j: %s', (headers, foreign) => expect(isCrossOrigin({ headers }, 'http')).toBe(foreign))
})
