import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, startLivingCluster, template } from '../testing/living'
import { rejected, rejectionOf } from './node-admission'
import { NodePods } from './node-pods'

const node: ApiObject = {
  metadata: { name: 'a', labels: { size: 'm' } },
  status: { allocatable: { cpu: '2', memory: '1Gi', pods: '3', 'example.com/gpu': '1' } },
}
const pod = (requests: object = {}, more: object = {}, hostPort?: number): ApiObject => ({
  metadata: { name: 'p' },
  spec: {
    containers: [{ name: 'c', resources: { requests }, ports: hostPort ? [{ hostPort, containerPort: 80 }] : [] }],
    ...more,
  },
})
const accepted = (one: ApiObject, phase = 'Running'): ApiObject => ({
  ...one,
  status: { phase, startTime: '2023-06-01T12:00:00Z' },
})
const on = (nodeName: string, one: ApiObject): ApiObject => ({ ...one, spec: { ...(one.spec as object), nodeName } })
const enough = "OutOfcpu: Node didn't have enough resource: cpu"

describe('a node', () => {
  it.each<[string, ApiObject, ApiObject[], string | undefined]>([
    ['takes what fits', pod({ cpu: '2' }, {}, 80), [], undefined],
    ['lacks cpu', pod({ memory: '2Gi', cpu: '3' }), [], `${enough}, requested: 3000, used: 0, capacity: 2000`],
    [
      'has given it away',
      pod({ cpu: '1' }),
      [accepted(pod({ cpu: '1500m' }))],
      `${enough}, requested: 1000, used: 1500, capacity: 2000`,
    ],
    ['has it back', pod({ cpu: '1' }), [accepted(pod({ cpu: '1500m' }), 'Succeeded')], undefined],
    ['counts only what it has accepted', pod({ cpu: '1' }), [pod({ cpu: '1500m' })], undefined],
    [
      'is full',
      pod(),
      [1, 2, 3].map(() => accepted(pod())),
      "OutOfpods: Node didn't have enough resource: pods, requested: 1, used: 3, capacity: 3",
    ],
    [
      'lacks an extended resource',
      pod({ 'example.com/gpu': '2' }),
      [],
      "OutOfexample.com/gpu: Node didn't have enough resource: example.com/gpu, requested: 2, used: 0, capacity: 1",
    ],
    ['does not know an extended resource', pod({ 'example.com/other': '2' }), [], undefined],
    ['has other labels', pod({}, { nodeSelector: { size: 'l' } }), [], 'NodeAffinity: Predicate NodeAffinity failed'],
    ['has the port taken', pod({}, {}, 80), [accepted(pod({}, {}, 80))], 'NodePorts: Predicate NodePorts failed'],
    ['has another port taken', pod({}, {}, 80), [accepted(pod({}, {}, 81))], undefined],
  ])('%s', (_, wanted, others, expected) => {
    const room = new NodePods()
    others.forEach((one, at) => room.see(`default/${at}`, on('a', one)))
    const rejection = rejectionOf(wanted, { node, taken: room.on('a') })
    expect(rejection && `${rejection.reason}: ${rejection.message}`).toBe(expected)
  })

  it.each([
    [20, 'Pod Predicate NodeAffinity failed'],
    [27, 'Pod was rejected: Predicate NodeAffinity failed'],
  ])('words the rejection by release: 1.%i', (release, message) => {
    const context = { now: '2023-06-01T12:00:00Z', release, node, address: () => '' }
    expect(rejected(pod({}, { nodeSelector: { size: 'l' } }), context)).toMatchObject({
      reason: 'NodeAffinity',
      message,
    })
  })
})

it('fails a pod that a client has bound to a node whose port is taken', async () => {
  const cluster = await startLivingCluster(1, ['--release=1.20'])
  const { spec } = template('a')
  const ports = [{ containerPort: 80, hostPort: 8080 }]
  const bound = { ...spec, nodeName: 'node-1', containers: [{ name: 'c', image: 'shop:1', ports }] }
  for (const [name, phase] of [
    ['first', 'Running'],
    ['second', 'Failed'],
  ] as const) {
    await cluster.admin.create(core('pods'), { metadata: { name }, spec: bound })
    const { status } = await cluster.passing(
      () => cluster.admin.get(core('pods'), name),
      (one) => (one.status as { phase?: string }).phase === phase,
    )
    if (phase === 'Failed')
      expect(status).toMatchObject({ reason: 'NodePorts', message: 'Pod Predicate NodePorts failed' })
  }
  const { items } = await cluster.admin.list(core('events'))
  expect(items.map((event) => event['reason'])).toContain('NodePorts')
  await cluster.stop()
})
