import { expect, it } from 'vitest'
import { replaceBlockedStorage } from './blocked-storage'

const refusing = (name: string): object =>
  Object.defineProperties(
    {},
    {
      localStorage: { get: refuse(name), configurable: true },
      sessionStorage: { get: refuse(name), configurable: true },
    },
  )
const refuse = (name: string) => (): never => {
  throw new DOMException('Access is denied for this document.', name)
}

it('replaces storage that is refused by some that works', () => {
  const owner = refusing('SecurityError') as Window
  replaceBlockedStorage(owner)
  owner.localStorage.setItem('a', '1')
  expect([owner.localStorage.getItem('a'), owner.sessionStorage.getItem('a'), owner.localStorage.length]).toEqual([
    '1',
    null,
    1,
  ])
  expect(owner.localStorage.key(0)).toBe('a')
  owner.localStorage.removeItem('a')
  expect(owner.localStorage.key(0)).toBeNull()
})

it('does not replace working storage, and passes other errors on', () => {
  const storage = { length: 0 } as Storage
  const owner = { localStorage: storage, sessionStorage: storage }
  replaceBlockedStorage(owner)
  expect(owner.localStorage).toBe(storage)
  expect(() => replaceBlockedStorage(refusing('InvalidStateError') as Window)).toThrow()
})
