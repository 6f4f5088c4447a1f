import { afterAll, beforeAll, expect, it } from 'vitest'
import { NODES } from '../../client/core-targets'
import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { core, type LivingCluster, startLivingCluster, template } from '../../testing/living'
import { isStatus } from '../../client/status-error'
import { volumeFor } from './volumes'

const volume = (name: string, storage: string, more: object = {}): ApiObject => ({
  metadata: { name },
  spec: { capacity: { storage }, accessModes: ['ReadWriteOnce'], ...more },
  status: { phase: 'Available' },
})
const claim: ApiObject = {
  metadata: { name: 'c', namespace: 'n', uid: 'u' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
}
it.each([
  ['the smallest that is large enough', [volume('a', '9Gi'), volume('b', '2Gi'), volume('c', '1Gi')], 'b'],
  ['none of another class', [volume('a', '2Gi', { storageClassName: 'fast' })], undefined],
  ['none with other ways of access', [volume('a', '2Gi', { accessModes: ['ReadOnlyMany'] })], undefined],
  ['none that somebody has', [volume('a', '2Gi', { claimRef: { name: 'x', namespace: 'n', uid: 'v' } })], undefined],
  [
    'the one that is kept for it',
    [volume('a', '2Gi'), volume('b', '3Gi', { claimRef: { name: 'c', namespace: 'n' } })],
    'b',
  ],
  [
    'none that is kept for it but too small',
    [volume('b', '1Gi', { claimRef: { name: 'c', namespace: 'n' } })],
    undefined,
  ],
  [
    'the one with the fewest ways of access',
    [volume('a', '2Gi', { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] }), volume('b', '9Gi')],
    'b',
  ],
  [
    'none that was for its predecessor',
    [volume('a', '2Gi', { claimRef: { name: 'c', namespace: 'n', uid: 'v' } })],
    undefined,
  ],
])('a claim gets %s', (_, volumes, name) => {
  expect(volumeFor(claim, volumes)?.metadata.name).toBe(name)
})

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(2, ['--feature-gates=RetroactiveDefaultStorageClass=true'])
})
afterAll(() => cluster.stop())

const CLAIMS = core('persistentvolumeclaims')
const VOLUMES: Target = { ...core('persistentvolumes'), namespace: undefined }
const PODS = core('pods')
const ATTACHMENTS: Target = { group: 'storage.orch.io', version: 'v1', resource: 'volumeattachments' }
const phaseOf = async (target: Target, name: string) =>
  ((await cluster.admin.get(target, name)).status as { phase?: string }).phase
const reaches = (target: Target, name: string, phase: string) =>
  cluster.passing(
    () => phaseOf(target, name),
    (now) => now === phase,
  )
const gone = (target: Target, name: string) =>
  cluster.passing(
    () =>
      cluster.admin.get(target, name).then(
        () => false,
        (error: unknown) => isStatus(error, 'NotFound'),
      ),
    Boolean,
  )
const ask = (name: string, more: object = {}, annotations: object = {}) =>
  cluster.admin.create(CLAIMS, {
    metadata: { name, annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
  })
const use = (name: string, claimName: string) => {
  const made = template(name, 'shop:1', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] })
  return cluster.admin.create(PODS, { ...made, metadata: { ...made.metadata, name } })
}

it('provisions a volume when the first pod needs it, attaches it, and deletes it with its claim', async () => {
  await ask('data')
  await cluster.clock.step(3000)
  expect(await phaseOf(CLAIMS, 'data')).toBe('Pending')
  await use('db', 'data')
  await reaches(PODS, 'db', 'Running')
  expect(await phaseOf(CLAIMS, 'data')).toBe('Bound')
  const { volumeName } = (await cluster.admin.get(CLAIMS, 'data')).spec as { volumeName: string }
  expect(await phaseOf(VOLUMES, volumeName)).toBe('Bound')
  const attachments = await cluster.passing(
    async () => (await cluster.admin.list(ATTACHMENTS)).items,
    ([one]) => (one?.status as { attached?: boolean } | undefined)?.attached === true,
  )
  expect(attachments[0]?.spec).toMatchObject({ source: { persistentVolumeName: volumeName } })
  await cluster.admin.delete(PODS, 'db')
  await cluster.passing(
    async () => (await cluster.admin.list(ATTACHMENTS)).items.length,
    (count) => count === 0,
  )
  await cluster.admin.delete(CLAIMS, 'data')
  await gone(VOLUMES, volumeName)
})

it('binds what an administrator has made, and keeps it when it is given back', async () => {
  const disk = { name: 'disk' }
  const spec = { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  await cluster.admin.create(VOLUMES, { metadata: disk, spec: { ...spec, storageClassName: 'by-hand' } })
  await reaches(VOLUMES, 'disk', 'Available')
  await ask('by-hand', { storageClassName: 'by-hand' })
  await reaches(CLAIMS, 'by-hand', 'Bound')
  await reaches(VOLUMES, 'disk', 'Bound')
  await cluster.admin.delete(CLAIMS, 'by-hand')
  await reaches(VOLUMES, 'disk', 'Released')
})

it('provisions for a class whose provisioner has a path for a name', async () => {
  const classes: Target = { group: 'storage.orch.io', version: 'v1', resource: 'storageclasses' }
  await cluster.admin.create(classes, { metadata: { name: 'old' }, provisioner: 'example.com/disk' })
  await ask('old', { storageClassName: 'old' })
  await reaches(CLAIMS, 'old', 'Bound')
})

it('gives a waiting claim the class that becomes the default', async () => {
  const classes: Target = { group: 'storage.orch.io', version: 'v1', resource: 'storageclasses' }
  const mark = (value: string) =>
    cluster.admin.patch(classes, 'standard', 'merge', {
      metadata: { annotations: { 'storageclass.orch.io/is-default-class': value } },
    })
  const classOf = async (name: string) =>
    ((await cluster.admin.get(CLAIMS, name)).spec as { storageClassName?: string }).storageClassName
  await mark('false')
  await ask('late')
  await ask('none', { storageClassName: '' })
  expect(await classOf('late')).toBeUndefined()
  await mark('true')
  await cluster.passing(
    () => classOf('late'),
    (name) => name === 'standard',
  )
  expect(await classOf('none')).toBe('')
})

it.each([
  [
    'classless',
    { storageClassName: '' },
    'Normal FailedBinding no persistent volumes available for this claim and no storage class is set',
  ],
  [
    'unclassed',
    { storageClassName: 'nobody' },
    'Warning ProvisioningFailed storageclass.storage.orch.io "nobody" not found',
  ],
  [
    'manual',
    { storageClassName: 'manual' },
    'Warning ProvisioningFailed no volume plugin matched name: orch.io/no-provisioner',
  ],
])('says why there is no volume for the claim %s', async (name, spec, message) => {
  if (name === 'manual') {
    const classes: Target = { group: 'storage.orch.io', version: 'v1', resource: 'storageclasses' }
    await cluster.admin.create(classes, { metadata: { name }, provisioner: 'orch.io/no-provisioner' })
  }
  await ask(name, spec)
  await cluster.passing(
    async () => {
      const { items } = await cluster.admin.list(core('events'))
      const about = items.filter((event) => (event['involvedObject'] as { name?: string }).name === name)
      return about.map((event) => [event['type'], event['reason'], event['message']].join(' '))
    },
    (messages) => messages.includes(message),
  )
})

it('says why a pod waits whose volume cannot be had', async () => {
  await ask('never', { storageClassName: 'nobody' })
  await use('waits', 'never')
  await cluster.passing(
    async () =>
      ((await cluster.admin.get(PODS, 'waits')).status as { conditions?: { message?: string }[] }).conditions?.[0]
        ?.message,
    (message) =>
      message ===
      '0/2 nodes are available: 2 pod has unbound immediate PersistentVolumeClaims. ' +
        'preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
  )
})

it('keeps a pod pending while its volume fails to bind or attach', async () => {
  const fails = (value: string | null) =>
    cluster.admin.patch(CLAIMS, 'broken', 'merge', { metadata: { annotations: { 'life.orch.io/fail': value } } })
  const told = (reason: string) =>
    cluster.passing(
      async () => (await cluster.admin.list(core('events'))).items.map((event) => event['reason']),
      (reasons) => reasons.includes(reason),
    )
  await ask('broken', {}, { 'life.orch.io/fail': 'bind' })
  await use('user', 'broken')
  await told('FailedBinding')
  expect(await phaseOf(CLAIMS, 'broken')).toBe('Pending')
  await fails('attach')
  await reaches(CLAIMS, 'broken', 'Bound')
  await told('FailedAttachVolume')
  expect(await phaseOf(PODS, 'user')).toBe('Pending')
  await fails(null)
  await reaches(PODS, 'user', 'Running')
  await told('SuccessfulAttachVolume')
})

it('deletes pods of deleted nodes', async () => {
  const made = template('alone', 'shop:1', { nodeSelector: { 'orch.io/hostname': 'node-2' } })
  await cluster.admin.create(PODS, { ...made, metadata: { ...made.metadata, name: 'alone' } })
  await reaches(PODS, 'alone', 'Running')
  await cluster.admin.delete(NODES, 'node-2')
  await gone(PODS, 'alone')
  expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
})
