import { expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../../testing/kinds'
import { behaviourAt } from '../../../release-columns'
import { event } from './event'

test('a reporter, an action and a reason that are too long', () => {
  const word = 'a'.repeat(129)
  expect(
    refusals(event, {
      involvedObject: { namespace: 'default' },
      eventTime: '2030-01-01T00:00:00.000000Z',
      reportingComponent: 'c',
      reportingInstance: word,
      action: word,
      reason: word,
    }),
  ).toEqual(['Invalid action', 'Invalid reason', 'Invalid reportingInstance'])
})

test.each([
  ['', []],
  ['events.orch.io', ['Required metadata.name']],
])('a new event of the group %j without a name: what its kind refuses is %j', (group, wrong) => {
  const context = kindContext({ release: 25, version: 'v1', group })
  const given = {
    metadata: { name: '' },
    involvedObject: { namespace: 'default' },
    eventTime: '2030-01-01T00:00:00.000000Z',
    reportingComponent: 'c',
    reportingInstance: 'i',
    action: 'a',
    reason: 'r',
    type: 'Normal',
  }
  expect(refusals(event, given, context)).toEqual(wrong)
})

test.each([
  [23, []],
  [24, ['Invalid message', 'Invalid series.count', 'Required series.lastObservedTime']],
])(
  'in release 1.%i an update through the stable version may change what it likes: refusals are %j',
  (release, wrong) => {
    const context = kindContext({ release, group: 'events.orch.io', version: 'v1' })
    const old = filled(event, { involvedObject: { namespace: 'default' }, message: 'one' })
    const change = (draft: ApiObject) => Object.assign(draft, { message: 'two', series: { count: 1 } })
    expect(updateRefusals(event, old, change, context)).toEqual(wrong)
  },
)

test.each([
  [20, 'v1', '', 'reportingController'],
  [25, 'v1', '', 'reportingComponent'],
  [25, 'v1', 'events.orch.io', 'reportingController'],
])('in release 1.%i, %s of group %j calls the reporter %s', (release, version, group, field) => {
  const context = kindContext({ release, version, group })
  const given = {
    involvedObject: { namespace: 'default' },
    eventTime: '2030-01-01T00:00:00.000000Z',
    reportingInstance: 'i',
    action: 'a',
    reason: 'r',
    type: 'Normal',
  }
  expect(new Set(refusals(event, given, context).map((text) => text.split(' ')[1]))).toEqual(new Set([field]))
})

test.each([
  [20, 'default', ['Invalid involvedObject.namespace']],
  [20, 'orch-system', []],
  [21, 'default', []],
])(
  'in release 1.%i an event with a time about something without a namespace, in %s: %j',
  (release, namespace, wrong) => {
    const object = {
      metadata: { namespace },
      eventTime: '2030-01-01T00:00:00.000000Z',
      reportingComponent: 'c',
      reportingInstance: 'i',
      action: 'a',
      reason: 'r',
    }
    expect(refusals(event, object, kindContext({ release }))).toEqual(wrong)
  },
)

test.each([
  [22, { count: 5 }, 6],
  [23, { count: 5 }, 5],
  [22, undefined, 1],
  [23, undefined, 1],
])('in release 1.%i the table shows for a series %j the count %i', (release, series, count) => {
  const { columns, cells } = behaviourAt(event, release)
  const at = columns?.findIndex(({ name }) => name === 'Count') ?? -1
  expect(cells?.({ metadata: { name: 'a' }, ...(series && { series }) }, 0)[at]).toBe(count)
})
