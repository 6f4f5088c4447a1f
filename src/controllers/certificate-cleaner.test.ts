import { describe, expect, test } from 'vitest'
import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { authority, world } from '../testing/controller-world'
import { certificateCleaner, endOf } from './certificate-cleaner'

describe('cleaner of signing requests', () => {
  const at = (type: string, lastUpdateTime = '2023-06-01T12:00:00Z'): ApiObject => ({
    metadata: { name: 'r', creationTimestamp: '2023-06-01T12:00:00Z' },
    status: { conditions: [{ type, status: 'True', lastUpdateTime }] },
  })
  test.each([
    [
      'pending',
      { metadata: { name: 'r', creationTimestamp: '2023-06-01T12:00:00Z' }, status: {} },
      '2023-06-02T12:00:00.000Z',
    ],
    ['approved', at('Approved'), '2023-06-01T13:00:00.000Z'],
    ['denied', at('Denied'), '2023-06-01T13:00:00.000Z'],
    ['failed', at('Failed', '2023-06-01T15:00:00Z'), '2023-06-01T16:00:00.000Z'],
    ['approved before it was made', at('Approved', '2020-01-02T03:04:05Z'), '2023-06-01T13:00:00.000Z'],
  ])('%s', async (_, object, end) => {
    expect(new Date(endOf(object)).toISOString()).toBe(end)
    const { api, clock, start } = world()
    api.put('certificatesigningrequests', object)
    await start(certificateCleaner)
    await clock.advance(Date.parse(end) - clock.now() - 1000)
    await api.settled()
    expect(api.list('certificatesigningrequests')).toHaveLength(1)
    await clock.advance(1000)
    await api.settled()
    expect(api.list('certificatesigningrequests')).toHaveLength(0)
  })
  test('with an expired certificate', () => {
    const certificate = encodeText(authority.pem)
    expect(endOf({ metadata: {}, status: { certificate, conditions: [{ type: 'Other' }] } })).toBe(
      authority.certificate.notAfter,
    )
  })
})
