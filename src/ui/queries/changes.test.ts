import { describe, expect, it } from 'vitest'
import { changeOf } from './changes'

const traced = (method: string, path: string, status = 200) => changeOf({ method, path, status, verb: '' })

describe('changeOf', () => {
  it.each([
    ['POST', '/api/v1/namespaces', { group: '', version: 'v1', resource: 'namespaces', counts: true }],
    [
      'DELETE',
      '/api/v1/namespaces/shop',
      { group: '', version: 'v1', resource: 'namespaces', name: 'shop', counts: true },
    ],
    [
      'PUT',
      '/api/v1/namespaces/shop/finalize',
      { group: '', version: 'v1', resource: 'namespaces', name: 'shop', counts: false },
    ],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/shop/deployments/web',
      { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web', counts: true },
    ],
    [
      'DELETE',
      '/api/v1/namespaces/shop/pods?labelSelector=a',
      { group: '', version: 'v1', resource: 'pods', namespace: 'shop', counts: true },
    ],
  ])('%s %s', (method, path, expected) => {
    expect(traced(method, path)).toEqual(expected)
  })

  it.each([
    ['GET', '/api/v1/pods', 200],
    ['POST', '/api/v1/namespaces', 409],
    ['POST', '/api/v1/namespaces?dryRun=All', 201],
    ['POST', '/healthz', 200],
  ])('%s %s with %i changed nothing', (method, path, status) => {
    expect(traced(method, path, status)).toBeUndefined()
  })
})
