import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { apps, core, isPodReady, type LivingCluster, startLivingCluster, template } from '../../testing/living'

interface Status {
  replicas?: number
  readyReplicas?: number
  updatedReplicas?: number
  availableReplicas?: number
  conditions?: { type: string; status: string; reason: string }[]
}
const DEPLOYMENTS = apps('deployments')
const SETS = apps('replicasets')
const PODS = core('pods')
const statusOf = (object: ApiObject) => object.status as Status
const sizeOf = (object: ApiObject) => (object.spec as { replicas: number }).replicas

describe('a deployment on simulated nodes', () => {
  let cluster: LivingCluster
  beforeEach(async () => {
    cluster = await startLivingCluster(3)
  })
  afterEach(() => cluster.stop())

  const deploy = (spec: object, name = 'web') =>
    cluster.admin.create(DEPLOYMENTS, {
      metadata: { name },
      spec: { selector: { matchLabels: { app: name } }, template: template(name), ...spec },
    })
  const rolledOut = (replicas: number, name = 'web') =>
    cluster.passing(
      () => cluster.admin.get(DEPLOYMENTS, name),
      (object) => {
        const { updatedReplicas, availableReplicas, replicas: all } = statusOf(object)
        return updatedReplicas === replicas && availableReplicas === replicas && all === replicas
      },
    )
  const setImage = (image: string) =>
    cluster.admin.patch(DEPLOYMENTS, 'web', 'strategic', {
      spec: { template: { spec: { containers: [{ name: 'c', image }] } } },
    })
  const podsOf = async () => (await cluster.admin.list(PODS)).items

  it('becomes ready, with its pods spread over the nodes', async () => {
    await deploy({ replicas: 6 })
    const object = await rolledOut(6)
    expect(statusOf(object).conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }),
        expect.objectContaining({ type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }),
      ]),
    )
    const pods = await podsOf()
    expect(pods.map(({ status }) => (status as { phase: string }).phase)).toEqual(Array(6).fill('Running'))
    const nodes = pods.map(({ spec }) => (spec as { nodeName: string }).nodeName).sort()
    expect(nodes).toEqual(['node-1', 'node-1', 'node-2', 'node-2', 'node-3', 'node-3'])
    expect(new Set(pods.map(({ status }) => (status as { podIP: string }).podIP)).size).toBe(6)
    expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
  })

  it('gets its revision number without a change of its spec', async () => {
    await deploy({ replicas: 1 })
    await rolledOut(1)
    const { metadata } = await cluster.admin.get(DEPLOYMENTS, 'web')
    expect(metadata.annotations).toMatchObject({ 'deployment.orch.io/revision': '1' })
    expect(metadata.generation).toBe(1)
  })

  it('is scaled down and to nothing', async () => {
    await deploy({ replicas: 5 })
    await rolledOut(5)
    for (const replicas of [2, 0]) {
      await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', { spec: { replicas } })
      await cluster.passing(podsOf, (pods) => pods.length === replicas)
    }
  })

  it('rolls to a new template within its surge and what may be unavailable, and back', async () => {
    await deploy({ replicas: 4, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } })
    await rolledOut(4)
    await setImage('shop:2')
    const seen: [number, number][] = []
    await cluster.passing(
      async () => {
        const pods = (await podsOf()).filter(({ metadata }) => !metadata.deletionTimestamp)
        seen.push([pods.length, pods.filter(isPodReady).length])
        return cluster.admin.get(DEPLOYMENTS, 'web')
      },
      ({ metadata, status }) => {
        const { updatedReplicas, replicas, availableReplicas } = status as Status
        return (
          metadata.annotations?.['deployment.orch.io/revision'] === '2' &&
          updatedReplicas === 4 &&
          replicas === 4 &&
          availableReplicas === 4
        )
      },
    )
    expect(Math.max(...seen.map(([all]) => all))).toBe(5)
    expect(Math.min(...seen.map(([, ready]) => ready))).toBe(4)
    const sets = (await cluster.admin.list(SETS)).items
    expect(sets.map(sizeOf).sort()).toEqual([0, 4])
    await setImage('shop:1')
    await cluster.passing(
      () => cluster.admin.list(SETS),
      ({ items }) =>
        items.some((set) => sizeOf(set) === 4 && set.metadata.annotations?.['deployment.orch.io/revision'] === '3'),
    )
    expect((await cluster.admin.list(SETS)).items).toHaveLength(2)
  })

  it('with strategy Recreate starts no new pod before all old ones are deleted', async () => {
    await deploy({ replicas: 2, strategy: { type: 'Recreate' } })
    await rolledOut(2)
    await setImage('shop:2')
    let mixed = false
    await cluster.passing(
      async () => {
        const images = (await podsOf()).map(
          ({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image,
        )
        mixed ||= new Set(images).size > 1
        return images
      },
      (images) => images.length === 2 && images.every((image) => image === 'shop:2'),
    )
    expect(mixed).toBe(false)
  })

  it('waits while it is paused, but is scaled', async () => {
    await deploy({ replicas: 2 })
    await rolledOut(2)
    await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', { spec: { paused: true } })
    await setImage('shop:2')
    await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', { spec: { replicas: 3 } })
    await cluster.passing(podsOf, (pods) => pods.filter(isPodReady).length === 3)
    expect((await cluster.admin.list(SETS)).items).toHaveLength(1)
    await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', { spec: { paused: false } })
    await rolledOut(3)
    expect((await cluster.admin.list(SETS)).items.map(sizeOf).sort()).toEqual([0, 3])
  })

  it('gets stuck on an image that cannot be pulled, passes its deadline and is rolled back', async () => {
    await deploy({ replicas: 2, progressDeadlineSeconds: 30, minReadySeconds: 1 })
    await rolledOut(2)
    await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', {
      spec: { template: { metadata: { annotations: { 'life.orch.io/fail': 'image' } } } },
    })
    const stuck = await cluster.passing(
      () => cluster.admin.get(DEPLOYMENTS, 'web'),
      ({ status }) =>
        (status as Status).conditions?.some(({ reason }) => reason === 'ProgressDeadlineExceeded') === true,
    )
    expect(statusOf(stuck).availableReplicas).toBe(2)
    await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', {
      spec: { template: { metadata: { annotations: { 'life.orch.io/fail': null } } } },
    })
    await rolledOut(2)
  })

  it('keeps as many old sets as its history allows', async () => {
    await deploy({ replicas: 1, revisionHistoryLimit: 1 })
    await rolledOut(1)
    for (const tag of [2, 3, 4]) {
      await setImage(`shop:${tag}`)
      await cluster.passing(
        () => cluster.admin.list(SETS),
        ({ items }) =>
          items.some(
            (set) =>
              set.metadata.annotations?.['deployment.orch.io/revision'] === String(tag) &&
              statusOf(set).availableReplicas === 1,
          ),
      )
    }
    await cluster.passing(
      () => cluster.admin.list(SETS),
      ({ items }) => items.length === 2,
    )
  })
})
