import { describe, expect, it } from 'vitest'
import { ADMIN, identityOf } from './identity'
import { type LineRequest, orchctlLine } from './orchctl-line'

const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments'

describe('a request as a command line', () => {
  it.each<[string, LineRequest]>([
    ['orchctl get pods -A', { method: 'GET', path: '/api/v1/pods?limit=500' }],
    [
      'orchctl get pods -n shop -l app=web',
      { method: 'GET', path: '/api/v1/namespaces/shop/pods?labelSelector=app%3Dweb' },
    ],
    ['orchctl get deployments.v1.apps web -n shop -o yaml', { method: 'GET', path: `${DEPLOYMENTS}/web` }],
    ['orchctl get namespaces shop -o yaml', { method: 'GET', path: '/api/v1/namespaces/shop' }],
    ['orchctl get --raw /version', { method: 'GET', path: '/version' }],
    [`orchctl get --raw ${DEPLOYMENTS}/web/scale`, { method: 'GET', path: `${DEPLOYMENTS}/web/scale` }],
    ['orchctl delete deployments.v1.apps web -n shop', { method: 'DELETE', path: `${DEPLOYMENTS}/web` }],
    [`orchctl delete --raw ${DEPLOYMENTS}`, { method: 'DELETE', path: DEPLOYMENTS }],
    [
      `orchctl patch deployments.v1.apps web -n shop --type=merge -p '{"spec":{"replicas":2}}'`,
      {
        method: 'PATCH',
        path: `${DEPLOYMENTS}/web`,
        body: '{"spec":{"replicas":2}}',
        contentType: 'application/merge-patch+json',
      },
    ],
    [
      'printf %s kind:X | orchctl apply --server-side --field-manager=alice --force-conflicts -f -',
      {
        method: 'PATCH',
        path: `${DEPLOYMENTS}/web?fieldManager=alice&force=true`,
        body: 'kind:X',
        contentType: 'application/apply-patch+yaml',
      },
    ],
    [
      'printf %s x | orchctl create --raw /api/v1/namespaces -f -',
      { method: 'POST', path: '/api/v1/namespaces', body: 'x' },
    ],
    [
      'printf %s "$BODY" | orchctl replace --raw /api/v1/namespaces/shop/secrets/a -f -',
      { method: 'PUT', path: '/api/v1/namespaces/shop/secrets/a', body: '{"data":{}}' },
    ],
  ])('%s', (line, request) => {
    expect(orchctlLine(request, ADMIN)).toBe(line)
  })

  it('says whom it is sent as', () => {
    const alice = identityOf('user:alice+dev', {})
    if (!alice) throw new Error('nobody')
    expect(orchctlLine({ method: 'GET', path: '/api/v1/pods' }, alice)).toBe(
      'orchctl get pods -A --as=alice --as-group=dev',
    )
  })
})
