import { describe, expect, test } from 'vitest'
import { parseFeatureGates } from '../api/releases/feature-gates'
import { peekClaims } from '../authentication/service-account-token'
import { decodeText, encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { world } from '../testing/controller-world'
import { serviceAccountTokens } from './service-account-token'

describe('service account tokens', () => {
  const account = (more: Partial<ApiObject> = {}): ApiObject => ({
    metadata: { name: 'robot', namespace: 'ns' },
    ...more,
  })
  const secret = (name: string, of = 'robot', more: Partial<ApiObject> = {}): ApiObject => ({
    metadata: { name, namespace: 'ns', annotations: { 'orch.io/service-account.name': of } },
    type: 'orch.io/service-account-token',
    ...more,
  })
  const namesOf = (object: ApiObject | undefined): string[] =>
    ((object?.secrets ?? []) as { name: string }[]).map(({ name }) => name)

  test('up to 1.23 every account gets one, and a new one for a deleted one', async () => {
    const { api, start } = world()
    const made = api.put('serviceaccounts', account({ secrets: [{ name: 'mine' }] }))
    await start(serviceAccountTokens)
    const [mine, first = ''] = namesOf(api.get('serviceaccounts', 'ns', 'robot'))
    expect(mine).toBe('mine')
    expect(first).toMatch(/^robot-token-[a-z0-9]{5}$/)
    const stored = api.get('secrets', 'ns', first)
    expect(stored).toMatchObject({
      type: 'orch.io/service-account-token',
      metadata: {
        annotations: { 'orch.io/service-account.name': 'robot', 'orch.io/service-account.uid': made.metadata.uid },
      },
    })
    const data = stored?.data as Record<string, string>
    expect([decodeText(data['ca.crt'] ?? ''), decodeText(data.namespace ?? '')]).toEqual(['ROOT', 'ns'])
    expect(peekClaims(decodeText(data.token ?? ''))).toMatchObject({
      sub: 'system:serviceaccount:ns:robot',
      'orch.io/serviceaccount/secret.name': first,
    })
    api.remove('secrets', 'ns', first)
    await api.settled()
    const after = namesOf(api.get('serviceaccounts', 'ns', 'robot'))
    expect(after).toHaveLength(2)
    expect(after).not.toContain(first)
    expect(api.list('secrets')).toHaveLength(1)
  })
  test.each([
    [23, '', true],
    [24, '', false],
    [24, 'LegacyServiceAccountTokenNoAutoGeneration=false', true],
    [26, '', false],
  ])('release 1.%i with the gates "%s" makes one: %s', async (release, gates, made) => {
    const { api, start } = world()
    api.put('serviceaccounts', account())
    await start(serviceAccountTokens, {
      release,
      feature: parseFeatureGates([gates], release).enabled,
    })
    expect(api.list('secrets').length > 0).toBe(made)
  })
  test.each([20, 25])('release 1.%i fills a secret that asks for a token', async (release) => {
    const { api, start } = world()
    const { metadata } = api.put('serviceaccounts', account())
    await start(serviceAccountTokens, { release, feature: () => true })
    api.put('secrets', secret('extra', 'robot', { data: { own: 'eA==', 'ca.crt': encodeText('OLD') } }))
    await api.settled()
    const filled = api.get('secrets', 'ns', 'extra')
    expect(filled?.metadata.annotations).toEqual({
      'orch.io/service-account.name': 'robot',
      'orch.io/service-account.uid': metadata.uid,
    })
    expect(filled?.data).toMatchObject({ own: 'eA==', 'ca.crt': encodeText('ROOT'), namespace: encodeText('ns') })
    expect(peekClaims(decodeText((filled?.data as Record<string, string>).token ?? ''))).toMatchObject({
      'orch.io/serviceaccount/service-account.uid': metadata.uid,
    })
  })
  test('what somebody else filled in stays', async () => {
    const { api, start } = world()
    api.put('serviceaccounts', account())
    await start(serviceAccountTokens, { release: 25 })
    const data = { namespace: encodeText('mine'), token: encodeText('own') }
    api.put('secrets', secret('extra', 'robot', { data: { ...data, 'ca.crt': encodeText('OLD') } }))
    await api.settled()
    expect(api.get('secrets', 'ns', 'extra')?.data).toEqual({ ...data, 'ca.crt': encodeText('ROOT') })
  })
  test('secrets of deleted, unknown or replaced service accounts are deleted; others are kept', async () => {
    const { api, start } = world()
    api.put('serviceaccounts', account())
    api.put('secrets', secret('orphan', 'nobody'))
    api.put(
      'secrets',
      secret('other', 'robot', {
        metadata: {
          ...secret('').metadata,
          name: 'other',
          annotations: { 'orch.io/service-account.name': 'robot', 'orch.io/service-account.uid': 'former' },
        },
      }),
    )
    api.put('secrets', { metadata: { name: 'plain', namespace: 'ns' }, type: 'Opaque' })
    await start(serviceAccountTokens, { release: 25, feature: () => true })
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['plain'])
    api.put('secrets', secret('mine'))
    await api.settled()
    expect(api.get('secrets', 'ns', 'mine')).toBeDefined()
    api.remove('serviceaccounts', 'ns', 'robot')
    await api.settled()
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['plain'])
  })
})
