import { describe, expect, it } from 'vitest'
import { changeOf } from './changes'

const LEFT = { metadata: { name: 'web' } }
/** A write of which the store shows what is left of the object: nothing if it was removed. */
const traced = (method: string, path: string, status = 200, left: object | null = LEFT) => {
  const store = { stage: 'store' as const, verdict: 'passed' as const, reason: '', startMs: 0, durationMs: 0 }
  return changeOf({ method, path, status, steps: [{ ...store, ...(left && { after: left }) }] })
}

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
      { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web', counts: false },
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
    ['an update', 'PATCH', 200, LEFT, false],
    ['an update that removes the last finalizer', 'PATCH', 200, null, true],
    ['the same by PUT', 'PUT', 200, null, true],
    ['an apply that creates', 'PATCH', 201, LEFT, true],
  ])('%s: the number may have changed', (_, method, status, left, expected) =>
    expect(traced(method, '/api/v1/namespaces/shop/configmaps/a', status, left)?.counts).toBe(expected),
  )

  it.each([
    ['GET', '/api/v1/pods', 200],
    ['POST', '/api/v1/namespaces', 409],
    ['POST', '/api/v1/namespaces?dryRun=All', 201],
    ['POST', '/healthz', 200],
  ])('%s %s with %i changed nothing', (method, path, status) => {
    expect(traced(method, path, status)).toBeUndefined()
  })
})
