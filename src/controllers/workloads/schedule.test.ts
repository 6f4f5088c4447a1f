import { expect, it } from 'vitest'
import { scheduleOf, timestampIn } from './schedule'

const at = (text: string) => Date.parse(text)

it.each([
  ['*/5 * * * *', undefined, '2026-01-01T00:01:00Z', '2026-01-01T00:05:00Z'],
  ['5/20 * * * *', undefined, '2026-01-01T00:06:00Z', '2026-01-01T00:25:00Z'],
  ['@daily', undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  ['0 9 * * mon', 'Europe/Berlin', '2026-01-01T00:00:00Z', '2026-01-05T08:00:00Z'],
  ['TZ=Asia/Tokyo 0 9 * * ?', undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  ['0 0 13 * 5', undefined, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  ['@every 90s', undefined, '2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z'],
])('%s in %s after %s is %s', (text, zone, after, next) => {
  expect(new Date(scheduleOf(text, zone).next(at(after)) ?? 0).toISOString()).toBe(new Date(next).toISOString())
})

it.each([
  ['* * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:03:30Z', '2026-01-01T00:03:00Z', 3],
  ['* * * * *', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z', 100],
  ['@every 1m', '2026-01-01T00:00:30Z', '2026-01-01T00:03:00Z', '2026-01-01T00:02:30Z', 2],
])('the last of %s between %s and %s is %s', (text, since, until, last, missed) => {
  expect(scheduleOf(text).latest(at(since), at(until), 100)).toEqual({ at: at(last), missed })
})

it('has no last time before the first', () => {
  expect(scheduleOf('@hourly').latest(at('2026-01-01T00:00:00Z'), at('2026-01-01T00:59:00Z'), 100)).toBeUndefined()
})

it.each([
  [undefined, '2026-01-01T08:00:00Z'],
  ['Etc/UTC', '2026-01-01T08:00:00Z'],
  ['Europe/Berlin', '2026-01-01T09:00:00+01:00'],
  ['America/St_Johns', '2026-01-01T04:30:00-03:30'],
])('in %s it is %s', (zone, text) => expect(timestampIn(at('2026-01-01T08:00:00Z'), zone)).toBe(text))
