import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { TriggerTimes, withTriggerTime } from './trigger-times'

const at = (second: number) => `2023-06-01T12:00:0${second}Z`
const service: ApiObject = { metadata: { name: 's', creationTimestamp: at(1) }, spec: { selector: { app: 'a' } } }
const pod = (name: string, second: number, app = 'a'): ApiObject => ({
  metadata: { name, labels: { app } },
  status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(second) }] },
})

it('is that of the first change since the last one', () => {
  const times = new TriggerTimes()
  expect(times.next('s', service, [pod('x', 3)])).toBe(at(1))
  expect(times.next('s', service, [pod('x', 3)])).toBeUndefined()
  expect(times.next('s', service, [pod('x', 6), pod('y', 5), pod('z', 4, 'b')])).toBe(at(5))
  expect(times.next('s', service, [pod('y', 5)])).toBeUndefined()
  times.forget('s')
  expect(times.next('s', service, [])).toBe(at(1))
})

it('is an annotation only if it is known', () => {
  const before = { note: 'kept', 'endpoints.orch.io/last-change-trigger-time': at(1) }
  expect(withTriggerTime(before, at(2))).toEqual({ ...before, 'endpoints.orch.io/last-change-trigger-time': at(2) })
  expect(withTriggerTime(before, undefined)).toEqual({ note: 'kept' })
})
