import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NODES } from '../../client/core-targets'
import type { ApiObject } from '../../machinery/object'
import { apps, core, isPodReady, type LivingCluster, startLivingCluster, template } from '../../testing/living'
import { belongs, nodeOf, podForNode } from './daemon-nodes'

const node = (taints: object[] = [], labels: Record<string, string> = {}): ApiObject => ({
  metadata: { name: 'n', labels },
  spec: { taints },
})

it.each([
  ['a free node', node(), {}, true, true],
  ['a cordoned node', node([{ key: 'node.orch.io/unschedulable', effect: 'NoSchedule' }]), {}, true, true],
  ['a silent node', node([{ key: 'node.orch.io/unreachable', effect: 'NoExecute' }]), {}, true, true],
  ['a node that takes nobody new', node([{ key: 'x', effect: 'NoSchedule' }]), {}, false, true],
  ['a node that lets nobody stay', node([{ key: 'x', effect: 'NoExecute' }]), {}, false, false],
  [
    'a node whose taint is tolerated',
    node([{ key: 'x', effect: 'NoExecute' }]),
    { tolerations: [{ operator: 'Exists' as const }] },
    true,
    true,
  ],
  ['a node with its label', node([], { disk: 'fast' }), { nodeSelector: { disk: 'fast' } }, true, true],
  ['a node without its label', node(), { nodeSelector: { disk: 'fast' } }, false, false],
])('on %s', (_, target, spec, runs, stays) => {
  expect(belongs({ spec }, target)).toEqual({ runs, stays })
})

it('is meant for one node', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u' }
  expect(nodeOf(podForNode({ spec: {} }, owner, 'node-7'))).toBe('node-7')
})

describe('a daemon set', () => {
  let cluster: LivingCluster
  beforeAll(async () => {
    cluster = await startLivingCluster(3)
  })
  afterAll(() => cluster.stop())

  const SETS = apps('daemonsets')
  const PODS = core('pods')
  interface Status {
    desiredNumberScheduled: number
    currentNumberScheduled: number
    numberAvailable?: number
    updatedNumberScheduled?: number
    observedGeneration?: number
  }
  const statusOf = async (name = 'agent') => {
    const set = await cluster.admin.get(SETS, name)
    return { ...(set.status as Status), generation: set.metadata.generation }
  }
  const podsOf = async () =>
    (await cluster.admin.list(PODS)).items.filter(({ metadata }) => metadata.labels?.['app'] === 'agent')
  const settled = (count: number) =>
    cluster.passing(
      statusOf,
      (status) =>
        status.observedGeneration === status.generation &&
        status.desiredNumberScheduled === count &&
        status.numberAvailable === count &&
        status.updatedNumberScheduled === count,
    )

  it('has one pod on each node, also on new ones and none on those that it must leave', async () => {
    await cluster.admin.create(SETS, {
      metadata: { name: 'agent' },
      spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent') },
    })
    await settled(3)
    const where = async () => (await podsOf()).map(({ spec }) => (spec as { nodeName: string }).nodeName).sort()
    expect(await where()).toEqual(['node-1', 'node-2', 'node-3'])
    const taint = (taints: object[] | null) => cluster.admin.patch(NODES, 'node-3', 'merge', { spec: { taints } })
    await taint([{ key: 'keep-out', effect: 'NoExecute' }])
    await settled(2)
    await cluster.passing(where, (names) => names.length === 2)
    await taint(null)
    await settled(3)
  })

  it('rolls one after the other and keeps its revisions', async () => {
    let least = 3
    await cluster.admin.patch(SETS, 'agent', 'strategic', {
      spec: { template: { spec: { containers: [{ name: 'c', image: 'shop:2' }] } } },
    })
    await cluster.passing(
      async () => {
        least = Math.min(
          least,
          (await podsOf()).filter((pod) => isPodReady(pod) && !pod.metadata.deletionTimestamp).length,
        )
        return statusOf()
      },
      (status) =>
        status.observedGeneration === status.generation &&
        status.updatedNumberScheduled === 3 &&
        status.numberAvailable === 3,
    )
    expect(least).toBe(2)
    const revisions = (await cluster.admin.list(apps('controllerrevisions'))).items
    expect(revisions.map((revision) => revision['revision']).sort()).toEqual([1, 2])
    expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
  })

  it('does not replace its pods with update strategy OnDelete', async () => {
    await cluster.admin.patch(SETS, 'agent', 'merge', {
      spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: null } },
    })
    await cluster.admin.patch(SETS, 'agent', 'strategic', {
      spec: { template: { spec: { containers: [{ name: 'c', image: 'shop:3' }] } } },
    })
    await cluster.passing(statusOf, (status) => status.observedGeneration === status.generation)
    const [first] = await podsOf()
    await cluster.admin.delete(PODS, first?.metadata.name ?? '')
    const status = await cluster.passing(statusOf, ({ updatedNumberScheduled = 0, numberAvailable }) => {
      return updatedNumberScheduled > 0 && numberAvailable === 3
    })
    expect(status.updatedNumberScheduled).toBe(1)
  })
})
