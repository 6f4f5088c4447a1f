import { expect, it } from 'vitest'
import { isTransient } from './transient-error'
import { StoreError } from './store'

const fault = (name: string) => new DOMException('Internal error.', name)

it.each<[string, unknown, boolean]>([
  ['a fault of the browser’s database', fault('UnknownError'), true],
  ['the same as the store tells it', new StoreError('unreadable', 'it', { cause: fault('UnknownError') }), true],
  ['a database that another tab holds', new StoreError('blocked', 'held'), true],
  ['a full disk', new StoreError('quota-exceeded', 'full'), true],
  ['damage', new StoreError('unreadable', 'damaged'), false],
  ['a newer form', new StoreError('unreadable', 'newer', { cause: fault('VersionError') }), false],
  ['a successor', new StoreError('closed', 'taken over', { cause: new Error('fenced') }), false],
  ['a wrong flag', new Error('unknown flag'), false],
])('whether it is transient: %s', (_what, error, expected) => {
  expect(isTransient(error)).toBe(expected)
})
