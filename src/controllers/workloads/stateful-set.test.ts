import { afterEach, beforeEach, expect, it } from 'vitest'
import { apps, core, isPodReady, type LivingCluster, startLivingCluster, template } from '../../testing/living'

let cluster: LivingCluster
beforeEach(async () => {
  cluster = await startLivingCluster(2)
})
afterEach(() => cluster.stop())

const SETS = apps('statefulsets')
const PODS = core('pods')
interface Status {
  replicas: number
  readyReplicas?: number
  currentRevision?: string
  updateRevision?: string
  updatedReplicas?: number
}
const create = (spec: object = {}) =>
  cluster.admin.create(SETS, {
    metadata: { name: 'db' },
    spec: {
      serviceName: 'db',
      replicas: 3,
      selector: { matchLabels: { app: 'db' } },
      template: template('db'),
      ...spec,
    },
  })
const statusOf = async () => (await cluster.admin.get(SETS, 'db')).status as Status
const podsOf = async () =>
  (await cluster.admin.list(PODS)).items.sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1))
const names = async () => (await podsOf()).map(({ metadata }) => metadata.name)
const settled = (replicas: number) =>
  cluster.passing(
    statusOf,
    (status) =>
      status.replicas === replicas &&
      (status.readyReplicas ?? 0) === replicas &&
      status.currentRevision === status.updateRevision,
  )
const imagesOf = async () =>
  (await podsOf()).map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image)
const setImage = (image: string, more: object = {}) =>
  cluster.admin.patch(SETS, 'db', 'strategic', {
    spec: { template: { spec: { containers: [{ name: 'c', image }] } }, ...more },
  })

it('creates pods in order, and deletes the last first', async () => {
  await create()
  let skipped = false
  await cluster.passing(
    async () => {
      const pods = await podsOf()
      skipped ||= pods.slice(0, -1).some((pod) => !isPodReady(pod))
      return statusOf()
    },
    ({ readyReplicas }) => readyReplicas === 3,
  )
  expect(skipped).toBe(false)
  expect(await names()).toEqual(['db-0', 'db-1', 'db-2'])
  const [first] = await podsOf()
  expect(first?.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' })
  expect(first?.metadata.labels).toMatchObject({
    'statefulset.orch.io/pod-name': 'db-0',
    'controller-revision-hash': (await statusOf()).currentRevision,
  })
  await cluster.admin.patch(SETS, 'db', 'merge', { spec: { replicas: 1 } })
  await cluster.passing(names, (left) => left.length === 1)
  expect(await names()).toEqual(['db-0'])
  await cluster.admin.delete(PODS, 'db-0')
  await settled(1)
  expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
})

it('makes all at once when it may', async () => {
  await create({ podManagementPolicy: 'Parallel' })
  await cluster.passing(names, (all) => all.length === 3, 1)
  await settled(3)
})

it('updates from the last to its partition, and the rest when that is moved', async () => {
  await create()
  await settled(3)
  await setImage('shop:2', { updateStrategy: { rollingUpdate: { partition: 2 } } })
  await cluster.passing(
    async () => [await imagesOf(), (await statusOf()).readyReplicas] as const,
    ([images, ready]) => images.at(-1) === 'shop:2' && ready === 3,
  )
  expect(await imagesOf()).toEqual(['shop:1', 'shop:1', 'shop:2'])
  await cluster.admin.delete(PODS, 'db-0')
  await cluster.passing(
    async () => [await imagesOf(), (await statusOf()).readyReplicas] as const,
    ([images, ready]) => images.length === 3 && ready === 3,
  )
  expect(await imagesOf()).toEqual(['shop:1', 'shop:1', 'shop:2'])
  await cluster.admin.patch(SETS, 'db', 'merge', { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } })
  await settled(3)
  expect(await imagesOf()).toEqual(['shop:2', 'shop:2', 'shop:2'])
})

it('gives each pod claims of its own, which stay', async () => {
  await create({
    podManagementPolicy: 'Parallel',
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  })
  const claims = async () =>
    (await cluster.admin.list(core('persistentvolumeclaims'))).items.map(({ metadata }) => metadata.name).sort()
  await cluster.passing(claims, (all) => all.length === 3)
  expect(await claims()).toEqual(['data-db-0', 'data-db-1', 'data-db-2'])
  const [pod] = await podsOf()
  const { volumes } = pod?.spec as { volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[] }
  expect(volumes.find(({ name }) => name === 'data')?.persistentVolumeClaim?.claimName).toBe('data-db-0')
})

it('deletes claims with their pods or with the set, according to its policy', async () => {
  await cluster.stop()
  cluster = await startLivingCluster(2, ['--release=1.30'])
  await create({
    podManagementPolicy: 'Parallel',
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  })
  const claims = async () =>
    (await cluster.admin.list(core('persistentvolumeclaims'))).items
      .map(({ metadata }) => [metadata.name, ...(metadata.ownerReferences ?? []).map(({ kind }) => kind)].join(' '))
      .sort()
  const owned = ['data-db-0 StatefulSet', 'data-db-1 StatefulSet', 'data-db-2 StatefulSet']
  await cluster.passing(claims, (all) => all.join() === owned.join())
  await settled(3)
  await cluster.admin.patch(SETS, 'db', 'merge', { spec: { replicas: 1 } })
  await cluster.passing(claims, (all) => all.join() === owned[0])
  await cluster.admin.delete(SETS, 'db')
  await cluster.passing(claims, (all) => all.length === 0)
  expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
})

it('updates as many at once as may be unavailable, where the gate is on', async () => {
  await cluster.stop()
  cluster = await startLivingCluster(2, ['--release=1.35'])
  await create({
    podManagementPolicy: 'Parallel',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
  })
  await settled(3)
  await setImage('shop:2')
  let fewest = 3
  await cluster.passing(
    async () => {
      const pods = await podsOf()
      fewest = Math.min(fewest, pods.filter(({ metadata }) => !metadata.deletionTimestamp).length)
      return statusOf()
    },
    (status) => status.readyReplicas === 3 && status.currentRevision === status.updateRevision,
  )
  expect(await imagesOf()).toEqual(['shop:2', 'shop:2', 'shop:2'])
  expect(fewest).toBe(1)
})
