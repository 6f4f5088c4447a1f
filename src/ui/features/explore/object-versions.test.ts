import { expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { changedOnlyStatus, ownVersions, withoutStatusUpdates } from './object-versions'

const pod = (version: number, more: Partial<ApiObject> = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  spec: { nodeName: '' },
  status: { phase: 'Pending' },
  ...more,
  metadata: { name: 'a', uid: '1', resourceVersion: String(version), managedFields: [], ...more.metadata },
})
const version = (object: ApiObject, gone = false) => ({
  resourceVersion: object.metadata.resourceVersion ?? '',
  object,
  gone,
})

test.each([
  ['a new status', pod(2, { status: { phase: 'Running' } }), true],
  ['a new spec', pod(2, { spec: { nodeName: 'n' } }), false],
  ['a new status and a new label', pod(2, { status: {}, metadata: { name: 'a', labels: { x: 'y' } } }), false],
  ['the start of a deletion', pod(2, { metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' } }), false],
  ['a write that changes nothing', pod(2), false],
])('%s', (_what, after, expected) => {
  expect(changedOnlyStatus(version(pod(1)), version(after))).toBe(expected)
})

test('the first version and a deletion are never status updates', () => {
  const running = pod(2, { status: { phase: 'Running' } })
  expect(changedOnlyStatus(undefined, version(running))).toBe(false)
  expect(changedOnlyStatus(version(pod(1)), version(running, true))).toBe(false)
})

test('hides status updates except the newest and the selected version', () => {
  const kept = [
    pod(1),
    pod(2, { status: { phase: 'Running' } }),
    pod(3, { status: { phase: 'Failed' } }),
    pod(4, { spec: { nodeName: 'n' }, status: { phase: 'Failed' } }),
    pod(5, { spec: { nodeName: 'n' }, status: { phase: 'Succeeded' } }),
  ].map((object) => version(object))
  const versions = ownVersions(kept, pod(5))
  const shown = (selected?: number) =>
    withoutStatusUpdates(versions, selected === undefined ? undefined : versions[selected]).map(
      ({ resourceVersion }) => resourceVersion,
    )
  expect(shown()).toEqual(['5', '4', '1'])
  expect(shown(2)).toEqual(['5', '4', '3', '1'])
})

test('omits versions of an earlier object of the same name', () => {
  const former = pod(1, { metadata: { name: 'a', uid: '0' } })
  expect(ownVersions([version(former), version(pod(2))], pod(2))).toMatchObject([{ resourceVersion: '2' }])
})
