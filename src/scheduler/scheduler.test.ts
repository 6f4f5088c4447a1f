import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, type LivingCluster, startLivingCluster, template } from '../testing/living'

let cluster: LivingCluster
beforeEach(async () => {
  cluster = await startLivingCluster(2)
})
afterEach(() => cluster.stop())

const PODS = core('pods')
const PRIORITIES = { group: 'scheduling.orch.io', version: 'v1', resource: 'priorityclasses' }
interface Status {
  phase?: string
  nominatedNodeName?: string
}
const statusOf = ({ status }: ApiObject) => (status ?? {}) as Status
const pod = (name: string, cpu: string, more: object = {}) => {
  const containers = [{ name: 'c', image: 'shop:1', resources: { requests: { cpu } } }]
  const made = template(name, 'shop:1', { containers, ...more })
  return cluster.admin.create(PODS, { ...made, metadata: { ...made.metadata, name } })
}
const find = async (name: string) => (await cluster.admin.list(PODS)).items.find((one) => one.metadata.name === name)
const runs = (name: string) =>
  cluster.passing(
    () => find(name),
    (found) => found !== undefined && statusOf(found).phase === 'Running',
  )
const placementOf = async (name: string) =>
  (await cluster.controlPlane.control('placements', null)).find((one) => one.name === name)

it('keeps for a pod that waits what each plugin says of each node, and how near it was', async () => {
  await pod('big', '3500m', { nodeSelector: { 'orch.io/hostname': 'node-1' } })
  await runs('big')
  await pod('waits', '600m', { nodeSelector: { 'orch.io/hostname': 'node-1' } })
  const placement = await cluster.passing(
    () => placementOf('waits'),
    (found) => found !== undefined,
  )
  expect(placement?.message).toBe(
    "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match Pod's node affinity/selector. " +
      'preemption: 0/2 nodes are available: ' +
      '1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
  )
  const verdict = (node: string, plugin: string) =>
    placement?.nodes.find((one) => one.node === node)?.verdicts.find((one) => one.plugin === plugin)
  expect(verdict('node-1', 'NodeResourcesFit')).toEqual({
    plugin: 'NodeResourcesFit',
    reasons: ['Insufficient cpu'],
    near: ['200m less cpu'],
  })
  expect(verdict('node-1', 'NodeAffinity')?.reasons).toEqual([])
  expect(verdict('node-2', 'NodeAffinity')?.reasons).toHaveLength(1)
  await cluster.admin.delete(PODS, 'big')
  await runs('waits')
  const placed = await placementOf('waits')
  expect(placed?.node).toBe('node-1')
  expect(Object.keys(placed?.nodes.find(({ node }) => node === 'node-1')?.scores ?? {})).toContain('NodeResourcesFit')
})

it('removes the fewest pods of lower priority, and keeps the place for whom it did it', async () => {
  for (const [name, value] of [
    ['low', 1],
    ['high', 1000],
  ] as const)
    await cluster.admin.create(PRIORITIES, { metadata: { name }, value })
  await pod('small', '1', { priorityClassName: 'low', nodeSelector: { 'orch.io/hostname': 'node-1' } })
  await pod('large', '2500m', { priorityClassName: 'low', nodeSelector: { 'orch.io/hostname': 'node-1' } })
  await pod('other', '3500m', { priorityClassName: 'high', nodeSelector: { 'orch.io/hostname': 'node-2' } })
  for (const name of ['small', 'large', 'other']) await runs(name)
  await pod('urgent', '1', { priorityClassName: 'high' })
  const waiting = await cluster.passing(
    () => find('urgent'),
    (found) => found !== undefined && statusOf(found).nominatedNodeName !== undefined,
  )
  expect(statusOf(waiting as ApiObject).nominatedNodeName).toBe('node-1')
  await runs('urgent')
  const left = (await cluster.admin.list(PODS)).items.map(({ metadata }) => metadata.name).sort()
  expect(left).toHaveLength(3)
  expect(left).toContain('other')
  const events = (await cluster.admin.list(core('events'))).items
  expect(events.some((event) => event['reason'] === 'Preempted')).toBe(true)
})

it('preempts no pod if the policy forbids it or it would not help', async () => {
  for (const [name, value, preemptionPolicy] of [
    ['low', 1, undefined],
    ['polite', 1000, 'Never'],
  ] as const)
    await cluster.admin.create(PRIORITIES, { metadata: { name }, value, ...(preemptionPolicy && { preemptionPolicy }) })
  for (const node of ['node-1', 'node-2']) {
    await pod(node, '3500m', { priorityClassName: 'low', nodeSelector: { 'orch.io/hostname': node } })
    await runs(node)
  }
  await pod('polite', '1', { priorityClassName: 'polite' })
  await pod('giant', '9', { priority: undefined })
  await cluster.passing(
    async () => [await placementOf('polite'), await placementOf('giant')] as const,
    ([polite, giant]) => polite !== undefined && giant !== undefined,
  )
  await cluster.clock.step(15_000)
  expect((await cluster.admin.list(PODS)).items.filter(({ metadata }) => metadata.deletionTimestamp)).toEqual([])
  expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
})
