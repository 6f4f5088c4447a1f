import { describe, expect, test } from 'vitest'
import { targetOf } from '../machinery/request-target'
import { lacksResource, requestInfoOf, type RequestInfo } from './request-info'

const resource = (info: Partial<RequestInfo>): Partial<RequestInfo> => ({ isResourceRequest: true, ...info })
const core = (info: Partial<RequestInfo>) => resource({ apiPrefix: 'api', apiGroup: '', apiVersion: 'v1', ...info })
const apps = (info: Partial<RequestInfo>) =>
  resource({ apiPrefix: 'apis', apiGroup: 'apps', apiVersion: 'v1', ...info })
const other = (path: string, verb: string): Partial<RequestInfo> => ({
  isResourceRequest: false,
  path,
  verb,
  resource: '',
})

const PATHS: readonly [string, string, Partial<RequestInfo>][] = [
  ['GET', '/api/v1/namespaces', core({ verb: 'list', resource: 'namespaces', namespace: '', name: '' })],
  ['GET', '/api/v1/namespaces/a', core({ verb: 'get', resource: 'namespaces', namespace: 'a', name: 'a' })],
  ['POST', '/api/v1/namespaces', core({ verb: 'create', resource: 'namespaces', name: '' })],
  ['PUT', '/api/v1/namespaces/a', core({ verb: 'update', resource: 'namespaces', name: 'a' })],
  [
    'PUT',
    '/api/v1/namespaces/a/finalize',
    core({ verb: 'update', resource: 'namespaces', name: 'a', subresource: 'finalize' }),
  ],
  [
    'PATCH',
    '/api/v1/namespaces/a/status',
    core({ verb: 'patch', resource: 'namespaces', name: 'a', subresource: 'status' }),
  ],
  ['DELETE', '/api/v1/namespaces/a', core({ verb: 'delete', resource: 'namespaces', name: 'a' })],
  ['GET', '/api/v1/pods', core({ verb: 'list', resource: 'pods', namespace: '' })],
  ['GET', '/api/v1/namespaces/a/pods', core({ verb: 'list', resource: 'pods', namespace: 'a', name: '' })],
  ['GET', '/api/v1/namespaces/a/pods/b', core({ verb: 'get', resource: 'pods', namespace: 'a', name: 'b' })],
  ['HEAD', '/api/v1/namespaces/a/pods/b', core({ verb: 'get', resource: 'pods', name: 'b' })],
  ['POST', '/api/v1/namespaces/a/pods', core({ verb: 'create', resource: 'pods', namespace: 'a' })],
  ['DELETE', '/api/v1/namespaces/a/pods', core({ verb: 'deletecollection', resource: 'pods', namespace: 'a' })],
  ['DELETE', '/api/v1/namespaces/a/pods/b', core({ verb: 'delete', resource: 'pods', name: 'b' })],
  ['GET', '/api/v1/namespaces/a/pods/b/log', core({ verb: 'get', resource: 'pods', name: 'b', subresource: 'log' })],
  ['POST', '/api/v1/namespaces/a/pods/b/eviction', core({ verb: 'create', resource: 'pods', subresource: 'eviction' })],
  ['GET', '/api/v1/namespaces/a/pods/b/proxy/x/y', core({ verb: 'get', subresource: 'proxy', rest: 'x/y' })],
  ['GET', '/api/v1/nodes/n', core({ verb: 'get', resource: 'nodes', name: 'n', namespace: '' })],
  ['GET', '/api/v1/namespaces/a/pods?watch=1', core({ verb: 'watch', resource: 'pods', name: '' })],
  ['GET', '/api/v1/namespaces/a/pods?watch', core({ verb: 'watch' })],
  ['GET', '/api/v1/namespaces/a/pods?watch=false', core({ verb: 'list' })],
  ['GET', '/api/v1/namespaces/a/pods?watch=0', core({ verb: 'list' })],
  ['GET', '/api/v1/watch/namespaces/a/pods', core({ verb: 'watch', resource: 'pods', namespace: 'a' })],
  ['GET', '/api/v1/watch/namespaces/a/pods/b', core({ verb: 'watch', resource: 'pods', name: 'b' })],
  ['GET', '/api/v1/watch/pods?fieldSelector=metadata.name%3Db', core({ verb: 'watch', resource: 'pods', name: '' })],
  [
    'GET',
    '/api/v1/proxy/namespaces/a/pods/b/x/y',
    core({ verb: 'proxy', resource: 'pods', namespace: 'a', name: 'b', subresource: '', rest: 'x/y' }),
  ],
  ['POST', '/api/v1/proxy/nodes/n', core({ verb: 'proxy', resource: 'nodes', name: 'n', subresource: '', rest: '' })],
  ['GET', '/api/v1/proxy', core({ verb: 'list', resource: 'proxy', name: '' })],
  [
    'GET',
    '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db',
    core({ verb: 'list', name: 'b', nameFromSelector: true }),
  ],
  ['GET', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name!%3Db', core({ verb: 'list', name: '' })],
  ['GET', '/api/v1/namespaces/a/pods?fieldSelector=nonsense', core({ verb: 'list', name: '' })],
  [
    'GET',
    '/api/v1/namespaces/a/pods?watch=1&fieldSelector=metadata.name%3Db',
    core({ verb: 'watch', name: 'b', nameFromSelector: true }),
  ],
  // No permission is for the deletion of one object of a collection, and no object has such names.
  ['DELETE', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db', core({ verb: 'deletecollection', name: '' })],
  ['GET', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db/c', core({ verb: 'list', name: '' })],
  ['GET', '/api/v1/namespaces/a/pods/b/', core({ verb: 'get', resource: 'pods', name: 'b', subresource: '' })],
  ['GET', '/api/v1/namespaces/a%2Fpods/b%2Flog', core({ resource: 'pods', name: 'b', subresource: 'log' })],
  ['GET', '/api/v1//pods', core({ resource: '', name: 'pods' })],
  ['GET', '/api/v1/namespaces//pods', core({ verb: 'list', namespace: '', resource: 'pods', name: '' })],
  ['GET', '/apis/apps/v1/deployments', apps({ verb: 'list', resource: 'deployments', namespace: '' })],
  ['GET', '/apis/apps/v1/namespaces/a/deployments/d/scale', apps({ verb: 'get', name: 'd', subresource: 'scale' })],
  [
    'GET',
    '/apis/rbac.authorization.orch.io/v1/namespaces/a/roles/system:x',
    resource({ verb: 'get', apiGroup: 'rbac.authorization.orch.io', name: 'system:x' }),
  ],
  ['GET', '/apis/rbac.authorization.orch.io/v1/namespaces/a/roles/a%3Ab', resource({ verb: 'get', name: 'a:b' })],
  ['GET', '/api', other('/api', 'get')],
  ['GET', '/api/v1', other('/api/v1', 'get')],
  ['GET', '/apis', other('/apis', 'get')],
  ['GET', '/apis/apps', other('/apis/apps', 'get')],
  ['GET', '/apis/apps/v1', other('/apis/apps/v1', 'get')],
  ['GET', '/livez/ping', other('/livez/ping', 'get')],
  ['POST', '/version', other('/version', 'post')],
  ['GET', '/', other('/', 'get')],
]

describe('what a request is about', () => {
  test.each(PATHS)('%s %s', (method, path, expected) => {
    expect(requestInfoOf(method, targetOf({ url: `http://orchard.invalid${path}` }))).toMatchObject(expected)
  })
})

test.each([
  ['/api/v1/watch', true],
  ['/apis/apps/v1/proxy/', true],
  ['/apis/apps/watch', false],
  ['/api/v1/watch/pods', false],
  ['/watch', false],
])('%s lacks a resource: %s', (path, lacks) => {
  expect(lacksResource(path)).toBe(lacks)
})
