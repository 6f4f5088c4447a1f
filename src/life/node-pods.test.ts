import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { NodePods } from './node-pods'

const pod = (status: object, { cpu = '1', nodeName = 'a' } = {}): ApiObject => ({
  metadata: { name: 'p' },
  spec: {
    nodeName,
    containers: [{ name: 'c', resources: { requests: { cpu } }, ports: [{ containerPort: 80, hostPort: 80 }] }],
  },
  status,
})
const startTime = '2023-06-01T12:00:00Z'
const starting = { phase: 'Pending', startTime, podIP: '10.244.0.2' }
const PORT = 'TCP/0.0.0.0/80'

it.each<[string, (ApiObject | undefined)[], [pods: number, cpu: number, ports: string[], addresses: string[]]]>([
  ['a pod that its node has not accepted', [pod({ phase: 'Pending' })], [0, 0, [], []]],
  ['one that has an address only', [pod({ phase: 'Pending', podIP: '10.244.0.2' })], [0, 0, [], ['10.244.0.2']]],
  ['one that starts', [pod(starting)], [1, 1000, [PORT], ['10.244.0.2']]],
  [
    'one that runs',
    [pod({ phase: 'Pending' }), pod(starting), pod({ ...starting, phase: 'Running' })],
    [1, 1000, [PORT], ['10.244.0.2']],
  ],
  ['one that was resized', [pod(starting), pod(starting, { cpu: '500m' })], [1, 500, [PORT], ['10.244.0.2']]],
  ['one that has ended', [pod(starting), pod({ ...starting, phase: 'Succeeded' })], [0, 0, [], []]],
  ['one that is gone', [pod(starting), undefined], [0, 0, [], []]],
  ['one that came again on another node', [pod(starting), pod(starting, { nodeName: 'b' })], [0, 0, [], []]],
])('counts %s', (_, versions, expected) => {
  const room = new NodePods()
  // Each change is told with the old and the new state.
  for (const one of versions) for (const present of [one, one]) room.see('default/p', present)
  const { pods, requested, ports, addresses } = room.on('a')
  expect([pods, requested.get('cpu') ?? 0, [...ports.keys()], [...addresses.keys()]]).toEqual(expected)
})

it('keeps a port and an address that two pods have until both are gone', () => {
  const room = new NodePods()
  for (const key of ['default/p', 'default/q']) room.see(key, pod(starting))
  room.see('default/p', undefined)
  expect([...room.on('a').ports]).toEqual([[PORT, 1]])
  room.see('default/q', undefined)
  expect(room.on('a')).toMatchObject({ pods: 0 })
  expect([...room.on('a').ports, ...room.on('a').addresses]).toEqual([])
})
