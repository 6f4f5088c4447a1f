import { expect, it } from 'vitest'
import { apiPath, workerName, workerStart } from './page-protocol'

it.each([
  ['/', '/api', '/api'],
  ['/', '/api/v1/namespaces', '/api/v1/namespaces'],
  ['/', '/apis/apps/v1', '/apis/apps/v1'],
  ['/', '/livez/ping', '/livez/ping'],
  ['/', '/.well-known/openid-configuration', '/.well-known/openid-configuration'],
  ['/', '/openid/v1/jwks', '/openid/v1/jwks'],
  ['/orchard/', '/orchard/version', '/version'],
  ['/a/b/', '/a/b/openapi/v3', '/openapi/v3'],
  ['/', '/%76ersion', '/%76ersion'],
  ['/', '/ap%69s/apps/v1', '/ap%69s/apps/v1'],
  ['/', '/api%2Fv1', '/api%2Fv1'],
  ['/', '/%2Ewell-known/openid-configuration', '/%2Ewell-known/openid-configuration'],
  ['/orchard/', '/orchard/%6cogs', '/%6cogs'],
  ['/', '/api/v1/%zz', '/api/v1/%zz'],
  ['/', '/%zzapi', undefined],
  ['/', '/%61piary', undefined],
  ['/', '/', undefined],
  ['/', '/index.html', undefined],
  ['/', '/apiary', undefined],
  ['/', '/assets/api.js', undefined],
  ['/orchard/', '/version', undefined],
  ['/orchard/', '/orchard/', undefined],
])('under %s, %s is %s', (scope, path, expected) => expect(apiPath(scope, path)).toBe(expected))

it('tells a worker by its name what it needs to start', () => {
  const start = { scope: '/a/', argv: ['--release=1.20', '--token-auth-file=data:,“a”'], relay: 'ws://127.0.0.1:1/' }
  expect(workerStart(workerName(start))).toEqual(start)
})
