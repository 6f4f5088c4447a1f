import { describe, expect, test } from 'vitest'
import { namespace, world } from '../testing/controller-world'
import { failure } from '../testing/fake-api'
import { defaultServiceAccount } from './default-service-account'

describe('default service account', () => {
  test('every active namespace has one, and gets it back', async () => {
    const { api, start } = world()
    api.put('namespaces', namespace('old'))
    api.put('namespaces', namespace('going', { status: { phase: 'Terminating' } }))
    await start(defaultServiceAccount)
    api.put('namespaces', namespace('new'))
    await api.settled()
    const first = api.get('serviceaccounts', 'old', 'default')
    expect(api.list('serviceaccounts').map(({ metadata }) => metadata.namespace)).toEqual(['old', 'new'])
    api.remove('serviceaccounts', 'old', 'default')
    await api.settled()
    expect(api.get('serviceaccounts', 'old', 'default')?.metadata.uid).not.toBe(first?.metadata.uid)
  })
  test('a failure is tried again on the clock', async () => {
    const { api, clock, log, start } = world()
    api.answer = (method) => (method === 'POST' ? failure(500, 'InternalError') : undefined)
    api.put('namespaces', namespace('ns'))
    await start(defaultServiceAccount)
    expect(log).toEqual(['ns: InternalError'])
    api.answer = () => undefined
    await clock.advance(50)
    await api.settled()
    expect(api.get('serviceaccounts', 'ns', 'default')).toBeDefined()
  })
})
