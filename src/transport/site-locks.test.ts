import { expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually'
import { keepsStorage, type SiteLocks, siteLocks } from './site-locks'

const never = new Promise<never>(() => undefined)
const requests = vi.fn<SiteLocks['request']>()
const GRANTED: SiteLocks = {
  request: requests.mockReturnValue(never),
  query: () => Promise.resolve({ held: [{ name: 'site', clientId: 'me' }] }),
}
const REFUSED: SiteLocks = {
  request: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
  query: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
}

it.each([
  ['granted', GRANTED, true],
  ['refused', REFUSED, false],
])('says whether storage is %s', async (_, locks, kept) => {
  expect(await keepsStorage(locks)).toBe(kept)
})

it('asks the browser where it grants locks', async () => {
  const locks = siteLocks(GRANTED, keepsStorage(GRANTED))
  const held = vi.fn(() => never)
  void locks.request('site', {}, held)
  await eventually(() => expect(requests).toHaveBeenCalledWith('site', {}, held))
  expect(held).not.toHaveBeenCalled()
  expect((await locks.query()).held).toHaveLength(1)
})

it('gives every lock at once where the browser refuses them', async () => {
  const locks = siteLocks(REFUSED, keepsStorage(REFUSED))
  const held = vi.fn(() => never)
  void locks.request('site', {}, held)
  await eventually(() => expect(held).toHaveBeenCalled())
  expect(await locks.query()).toEqual({ held: [], pending: [] })
})
