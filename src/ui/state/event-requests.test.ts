import { expect, it } from 'vitest'
import { eventsAfter, requestsOfEvent } from './event-requests'
import type { RequestRow } from './requests'

let at = 0
const row = (id: string, after?: unknown, query = ''): RequestRow => {
  const path = `/api/v1/x${query}`
  const step = { stage: 'store', verdict: 'passed', reason: '', startMs: 0, durationMs: 0, after } as const
  const trace = {
    id,
    at,
    method: 'POST',
    path,
    verb: 'create',
    user: 'u',
    groups: [],
    status: 201,
    durationMs: 1,
    steps: [step],
  }
  return { id, at: ++at, method: 'POST', path, who: 'u', origin: 'other', trace }
}
const pod = { kind: 'Pod', metadata: { uid: 'pod' } }
const event = (uid: string, field = 'involvedObject') => ({ kind: 'Event', metadata: { uid }, [field]: { uid: 'pod' } })

const ROWS = [
  row('created', pod),
  row('dry', pod, '?dryRun=All'),
  row('event 1', event('e1')),
  row('bound', pod),
  row('event 2', event('e2', 'regarding')),
  row('again', event('e2')),
  row('read'),
]
const [created, , , bound, , , read] = ROWS

it.each([
  ['e1', ['event 1'], 'created'],
  ['e2', ['event 2', 'again'], 'bound'],
  ['unknown', [], 'bound'],
])('finds what wrote and caused the event %s', (uid, wrote, cause) => {
  const found = requestsOfEvent(ROWS, event(uid))
  expect(found.wrote.map(({ id }) => id)).toEqual(wrote)
  expect(found.cause?.id).toBe(cause)
})

it('has no requests for an event about something that was not recorded', () => {
  expect(requestsOfEvent(ROWS, { metadata: { uid: 'x' } })).toEqual({ wrote: [] })
})

it.each([
  [created, ['event 1']],
  [bound, ['event 2', 'again']],
  [read, []],
])('finds the events that a request led to', (of, ids) => {
  expect(of && eventsAfter(ROWS, of).map((found) => found.row.id)).toEqual(ids)
})
