import { expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import type { ResourceInfo } from '../../queries/discovery'
import type { Known, Relations } from '../../queries/relations'
import { timeline } from './timeline'

const known = (uid: string): Known => ({ info: { kind: 'Thing' } as ResourceInfo, meta: { name: uid, uid } })
const [deployment, set, pod] = [known('deployment'), known('set'), known('pod')]
const relations: Relations = {
  byUid: new Map(),
  byOwner: new Map([
    ['deployment', [set]],
    ['set', [pod]],
  ]),
  all: [],
  unread: [],
}
const event = (about: string, second: number, version: number): ApiObject => ({
  metadata: { name: `${about}.${version}`, uid: `event-${version}`, resourceVersion: String(version) },
  involvedObject: { kind: 'Thing', name: about, uid: about },
  lastTimestamp: `2026-01-01T00:00:0${second}Z`,
})
const EVENTS = [
  event('deployment', 1, 1),
  event('pod', 3, 4),
  event('set', 2, 2),
  event('pod', 2, 3),
  event('stranger', 5, 5),
]

it('shows an object’s own events', () => {
  expect(timeline(EVENTS, deployment, undefined).map(({ about }) => about)).toEqual(['Thing deployment'])
})

it('shows those of all that it owns, newest first, and links to what they are about', () => {
  const entries = timeline(EVENTS, deployment, relations)
  expect(entries.map(({ event: { metadata } }) => metadata.resourceVersion)).toEqual(['4', '3', '2', '1'])
  expect(entries.map(({ known: of }) => of?.meta.uid)).toEqual(['pod', 'pod', 'set', undefined])
})
