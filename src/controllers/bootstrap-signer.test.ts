import { describe, expect, test } from 'vitest'
import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { namespace, world } from '../testing/controller-world'
import { bootstrapSigner, signDetached } from './bootstrap-signer'
import { bootstrapTokenCleaner } from './bootstrap-token-cleaner'
import { clusterInfoPublisher } from './cluster-info-publisher'

const crypto = globalThis.crypto

describe('bootstrap tokens', () => {
  const secret = (id: string, data: Record<string, string> = {}): ApiObject => ({
    metadata: { name: `bootstrap-token-${id}`, namespace: 'orch-system' },
    type: 'bootstrap.orch.io/token',
    data: Object.fromEntries(
      Object.entries({
        'token-id': id,
        'token-secret': '0123456789abcdef',
        'usage-bootstrap-signing': 'true',
        ...data,
      }).map(([key, value]) => [key, encodeText(value)]),
    ),
  })
  const map = (data: Record<string, string>): ApiObject => ({
    metadata: { name: 'cluster-info', namespace: 'orch-public' },
    data,
  })

  test('the cleaner deletes them when they end', async () => {
    const { api, clock, start } = world()
    api.put('secrets', secret('aaaaaa', { expiration: '2023-06-01T12:00:10Z' }))
    api.put('secrets', secret('bbbbbb', { expiration: 'never' }))
    api.put('secrets', secret('cccccc'))
    await start(bootstrapTokenCleaner)
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual([
      'bootstrap-token-aaaaaa',
      'bootstrap-token-cccccc',
    ])
    await clock.advance(10_000)
    await api.settled()
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['bootstrap-token-cccccc'])
  })
  test('a detached signature is a function of payload and token', async () => {
    const jws = await signDetached('text', { id: 'abcdef', secret: '0123456789abcdef' })
    const [header = '', payload, signature = ''] = jws.split('.')
    expect(payload).toBe('')
    expect(JSON.parse(atob(header))).toEqual({ alg: 'HS256', kid: 'abcdef' })
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode('abcdef.0123456789abcdef'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    expect(
      await crypto.subtle.verify(
        'HMAC',
        key,
        bytes,
        new TextEncoder().encode(`${header}.${btoa('text').replace(/=+$/, '')}`),
      ),
    ).toBe(true)
  })
  test('cluster-info is signed by the tokens that may sign, again when it changes, and no longer when they end', async () => {
    const { api, clock, start } = world()
    const keys = () => Object.keys(api.get('configmaps', 'orch-public', 'cluster-info')?.data ?? {}).sort()
    api.put('configmaps', map({ kubeconfig: 'one', other: 'x', 'jws-kubeconfig-zzzzzz': 'stale' }))
    api.put('secrets', secret('aaaaaa', { expiration: '2023-06-01T12:00:10Z' }))
    api.put('secrets', secret('bbbbbb', { 'usage-bootstrap-signing': 'false' }))
    await start(bootstrapSigner)
    expect(keys()).toEqual(['jws-kubeconfig-aaaaaa', 'kubeconfig', 'other'])
    const before = (api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>)[
      'jws-kubeconfig-aaaaaa'
    ]
    api.put('configmaps', map({ kubeconfig: 'two' }))
    api.put('secrets', secret('cccccc'))
    await api.settled()
    expect(keys()).toEqual(['jws-kubeconfig-aaaaaa', 'jws-kubeconfig-cccccc', 'kubeconfig'])
    expect(
      (api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>)['jws-kubeconfig-aaaaaa'],
    ).not.toBe(before)
    await clock.advance(10_000)
    await api.settled()
    expect(keys()).toEqual(['jws-kubeconfig-cccccc', 'kubeconfig'])
    api.remove('secrets', 'orch-system', 'bootstrap-token-cccccc')
    await api.settled()
    expect(keys()).toEqual(['kubeconfig'])
    api.put('configmaps', map({ other: 'x', 'jws-kubeconfig-zzzzzz': 'old' }))
    await api.settled()
    expect(keys()).toEqual(['jws-kubeconfig-zzzzzz', 'other'])
  })
  test('cluster-info follows the cluster; signatures stay the business of the signer', async () => {
    const { api, start } = world()
    await start(clusterInfoPublisher)
    expect(api.list('configmaps')).toEqual([])
    api.put('namespaces', namespace('orch-public'))
    await api.settled()
    const data = () => api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>
    expect(data().kubeconfig).toContain('server: https://orchard.example')
    expect(data().kubeconfig).toContain(`certificate-authority-data: ${encodeText('ROOT')}`)
    const text = data().kubeconfig
    api.put('configmaps', map({ kubeconfig: 'other', 'jws-kubeconfig-aaaaaa': 'x' }))
    await api.settled()
    expect(data()).toEqual({ kubeconfig: text, 'jws-kubeconfig-aaaaaa': 'x' })
  })
})
