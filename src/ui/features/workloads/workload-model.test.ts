import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { chipOf, nextNodeName, nodeCards, UNPLUGGED } from './workload-model'

const pod = (name: string, nodeName: string, status: object, more: object = {}): ApiObject => ({
  metadata: { name, namespace: 'default', uid: name, ...more },
  spec: { nodeName, containers: [{ resources: { requests: { cpu: '500m', memory: '1Gi' } } }] },
  status,
})
const ready = { conditions: [{ type: 'Ready', status: 'True' }] }

it.each([
  ['a pod that runs', { phase: 'Running', ...ready }, {}, 'Running', 'allowed'],
  ['one that is not ready', { phase: 'Running' }, {}, 'Running, not ready', 'changed'],
  ['one that waits', { phase: 'Pending' }, {}, 'Pending', 'waiting'],
  ['one on its way out', { phase: 'Running', ...ready }, { deletionTimestamp: 'x' }, 'Terminating', 'none'],
  ['one that was evicted', { phase: 'Failed', reason: 'Evicted' }, {}, 'Evicted', 'refused'],
  [
    'one whose image is missing',
    { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] },
    {},
    'ImagePullBackOff',
    'refused',
  ],
])('says of %s what it does', (_, status, more, word, tone) => {
  expect(chipOf(pod('a', 'n', status, more))).toMatchObject({ word, tone })
})

describe('the nodes', () => {
  const node = (name: string, more: object = {}): ApiObject => ({
    metadata: { name, annotations: { [UNPLUGGED]: '' } },
    spec: { unschedulable: true },
    status: { allocatable: { cpu: '4', memory: '8Gi' }, conditions: [{ type: 'Ready', status: 'True' }], ...more },
  })

  it('have their pods and what these ask for, in the order of their numbers', () => {
    const pods = [
      pod('b', 'node-2', { phase: 'Running', ...ready }),
      pod('a', 'node-2', { phase: 'Running', ...ready }),
      pod('done', 'node-2', { phase: 'Succeeded' }),
      pod('waits', '', { phase: 'Pending' }),
    ]
    const { cards, waiting } = nodeCards([node('node-10'), node('node-2')], pods)
    expect(cards.map(({ name }) => name)).toEqual(['node-2', 'node-10'])
    expect(cards[0]).toMatchObject({ state: 'Ready', cordoned: true, unplugged: true })
    expect(cards[0]?.cpu.text).toBe('1 of 4')
    expect(cards[0]?.memory.text).toBe('2 GiB of 8 GiB')
    expect(cards[0]?.pods.map(({ name }) => name)).toEqual(['a', 'b', 'done'])
    expect(waiting.map(({ name }) => name)).toEqual(['waits'])
  })
})

it('names a new node by the lowest free number', () => {
  expect(nextNodeName(['node-1', 'node-3', 'other'])).toBe('node-2')
  expect(nextNodeName([])).toBe('node-1')
})
