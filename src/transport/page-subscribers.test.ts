import { expect, it } from 'vitest'
import type { PageStatus } from './page'
import { PageSubscribers } from './page-subscribers'

it('reports each change of the status once', () => {
  const subscribers = new PageSubscribers()
  const seen: PageStatus['role'][] = []
  const end = subscribers.onStatus(({ role }) => seen.push(role))
  subscribers.setStatus({ role: 'owner' })
  subscribers.setStatus({ role: 'owner' })
  end()
  subscribers.setStatus({ role: 'guest' })
  expect(seen).toEqual(['owner'])
  expect(subscribers.status.role).toBe('guest')
})

it('passes an event to those who listen for it', () => {
  const subscribers = new PageSubscribers()
  const seen: unknown[] = []
  const end = subscribers.onEvent('clock', (payload) => seen.push(payload))
  subscribers.emit('clock', 1)
  subscribers.emit('trace', 2)
  end()
  subscribers.emit('clock', 3)
  expect(seen).toEqual([1])
})
