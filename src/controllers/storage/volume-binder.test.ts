// The rules of the binder, with claims and volumes that only the test changes.
import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { volumeBinder } from './volume-binder'

const claim = (spec: object = {}, annotations?: Record<string, string>): ApiObject => ({
  metadata: { name: 'c', namespace: 'n', uid: 'claim', ...(annotations && { annotations }) },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 's', ...spec },
  status: { phase: 'Pending' },
})
const volume = (spec: object = {}, phase = 'Available', annotations?: Record<string, string>): ApiObject => ({
  metadata: { name: 'v', ...(annotations && { annotations }) },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '2Gi' },
    storageClassName: 's',
    hostPath: { path: '/data' },
    ...spec,
  },
  status: { phase },
})
const HELD = { claimRef: { namespace: 'n', name: 'c', uid: 'claim' } }
const OTHER = { claimRef: { namespace: 'n', name: 'other', uid: 'other' } }
const BOUND = { 'pv.orch.io/bind-completed': 'yes' }

async function start(objects: {
  claim?: ApiObject
  volume?: ApiObject
  storageClass?: object
  pods?: string[]
}): Promise<World> {
  const cluster = world()
  if (objects.storageClass) cluster.api.put('storageclasses', { metadata: { name: 's' }, ...objects.storageClass })
  if (objects.volume) cluster.api.put('persistentvolumes', objects.volume)
  if (objects.claim) cluster.api.put('persistentvolumeclaims', objects.claim)
  for (const name of objects.pods ?? [])
    cluster.api.put('pods', {
      metadata: { name, namespace: 'n' },
      spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    })
  await cluster.start(volumeBinder)
  return cluster
}
const phases = ({ api }: World): (string | undefined)[] =>
  [api.get('persistentvolumeclaims', 'n', 'c'), api.get('persistentvolumes', undefined, 'v')].map(
    (object) => (object?.status as { phase?: string } | undefined)?.phase,
  )
const told = ({ api }: World): string[] =>
  api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))

const MISFIT = 'Warning VolumeMismatch Cannot bind to requested volume "v":'
const GONE = 'Warning ProvisioningFailed storageclass.storage.orch.io "s" not found'
it.each<[string, ApiObject, ApiObject | undefined, [string, string | undefined], string[]]>([
  ['binds to one that suits it', claim(), volume(), ['Bound', 'Bound'], []],
  ['names a volume', claim({ volumeName: 'v' }), volume(), ['Bound', 'Bound'], []],
  ['names one that is missing', claim({ volumeName: 'v' }), undefined, ['Pending', undefined], []],
  [
    'names one that is too small',
    claim({ volumeName: 'v' }),
    volume({ capacity: { storage: '1Mi' } }),
    ['Pending', 'Available'],
    [`${MISFIT} requested PV is too small`],
  ],
  [
    'names one of another class',
    claim({ volumeName: 'v' }),
    volume({ storageClassName: 't' }),
    ['Pending', 'Available'],
    [`${MISFIT} storageClassName does not match`],
  ],
  [
    'names one of another mode',
    claim({ volumeName: 'v' }),
    volume({ volumeMode: 'Block' }),
    ['Pending', 'Available'],
    [`${MISFIT} incompatible volumeMode`],
  ],
  [
    'names one with other access',
    claim({ volumeName: 'v' }),
    volume({ accessModes: ['ReadOnlyMany'] }),
    ['Pending', 'Available'],
    [`${MISFIT} incompatible accessMode`],
  ],
  [
    "names somebody else's",
    claim({ volumeName: 'v' }),
    volume({ claimRef: { namespace: 'n', name: 'other' } }),
    ['Pending', 'Available'],
    ['Warning FailedBinding volume "v" already bound to a different claim.'],
  ],
  [
    'has one kept that is too small',
    claim(),
    volume({ capacity: { storage: '1Mi' }, claimRef: { namespace: 'n', name: 'c' } }),
    ['Pending', 'Available'],
    [GONE],
  ],
  [
    'has one kept of another class',
    claim(),
    volume({ storageClassName: 't', claimRef: { namespace: 'n', name: 'c' } }),
    ['Bound', 'Bound'],
    [],
  ],
  [
    'was bound, and its volume is gone',
    claim({ volumeName: 'v' }, BOUND),
    undefined,
    ['Lost', undefined],
    ['Warning ClaimLost Bound claim has lost its PersistentVolume. Data on the volume is lost!'],
  ],
  [
    'was bound, and names none now',
    claim({}, BOUND),
    undefined,
    ['Lost', undefined],
    ['Warning ClaimLost Bound claim has lost reference to PersistentVolume. Data on the volume is lost!'],
  ],
  [
    "was bound to somebody else's",
    claim({ volumeName: 'v' }, BOUND),
    volume({ ...OTHER, persistentVolumeReclaimPolicy: 'Retain' }, 'Released'),
    ['Lost', 'Released'],
    ['Warning ClaimMisbound Two claims are bound to the same volume, this one is bound incorrectly'],
  ],
  ['was bound, and its volume forgot it', claim({ volumeName: 'v' }, BOUND), volume(), ['Bound', 'Bound'], []],
])('a claim that %s', async (_, wanted, given, expected, events) => {
  const cluster = await start({ claim: wanted, ...(given && { volume: given }) })
  expect(phases(cluster)).toEqual(expected)
  expect(told(cluster)).toEqual(events)
})

const LATE = { volumeBindingMode: 'WaitForFirstConsumer', provisioner: 'example.com/disk' }
const ASKED =
  'Normal ExternalProvisioning waiting for a volume to be created, either by external provisioner "example.com/disk" or manually created by system administrator'
it.each<[string, object, string[], Record<string, string> | undefined, string]>([
  [
    'its first pod',
    LATE,
    [],
    undefined,
    'Normal WaitForFirstConsumer waiting for first consumer to be created before binding',
  ],
  ['the place of its pod', LATE, ['a'], undefined, 'Normal WaitForPodScheduled waiting for pod a to be scheduled'],
  [
    'the place of its pods',
    LATE,
    ['a', 'b'],
    undefined,
    'Normal WaitForPodScheduled waiting for pods a,b to be scheduled',
  ],
  ['its driver', LATE, [], { 'volume.orch.io/selected-node': 'x' }, ASKED],
  ['its driver at once', { provisioner: 'example.com/disk' }, [], undefined, ASKED],
])('tells every 15 seconds that a claim waits for %s', async (_, storageClass, pods, annotations, event) => {
  const cluster = await start({ storageClass, claim: claim({}, annotations), pods })
  expect(told(cluster)).toEqual([event])
  const writes = cluster.api.writes.filter((write) => write.includes('events')).length
  await cluster.clock.step(15_000)
  await cluster.api.settled()
  expect(cluster.api.writes.filter((write) => write.includes('events'))).toHaveLength(writes + 1)
})

it('tells about a claim and a volume of unlike modes', async () => {
  const cluster = await start({ claim: claim(), volume: volume({ ...HELD, volumeMode: 'Block' }) })
  expect(told(cluster).filter((event) => event.includes('Mismatch'))).toEqual([
    'Warning VolumeMismatch Cannot bind PersistentVolume to requested PersistentVolumeClaim "n/c" due to incompatible volumeMode.',
    'Warning VolumeMismatch Cannot bind PersistentVolume "v" to requested PersistentVolumeClaim "n/c" due to incompatible volumeMode.',
  ])
})

const NO_DELETER = 'Error getting deleter volume plugin for volume "v": no deletable volume plugin matched'
const CSI = { hostPath: undefined, csi: { driver: 'd', volumeHandle: 'h' } }
const policy = (persistentVolumeReclaimPolicy: string, more: object = {}) => ({
  ...OTHER,
  persistentVolumeReclaimPolicy,
  ...more,
})
it.each<[string, object, Record<string, string> | undefined, string | undefined, string[]]>([
  ['is kept', policy('Retain'), undefined, 'Released', []],
  ['is left to the driver that made it', policy('Delete', CSI), { 'pv.orch.io/provisioned-by': 'd' }, 'Released', []],
  ['that nobody made fails', policy('Delete', CSI), undefined, 'Failed', [`Warning VolumeFailedDelete ${NO_DELETER}`]],
  ['of a temporary folder is deleted', policy('Delete', { hostPath: { path: '/tmp/x' } }), undefined, undefined, []],
  [
    'of another folder fails',
    policy('Delete'),
    undefined,
    'Failed',
    ['Warning VolumeFailedDelete host_path deleter only supports /tmp/.+ but received provided /data'],
  ],
  [
    'of a folder is recycled',
    policy('Recycle'),
    { 'pv.orch.io/bound-by-controller': 'yes' },
    'Available',
    ['Normal VolumeRecycled Volume recycled'],
  ],
  [
    'of a driver is not recycled',
    policy('Recycle', CSI),
    undefined,
    'Failed',
    ['Warning VolumeFailedRecycle No recycler plugin found for the volume!'],
  ],
])('a released volume %s', async (_, spec, annotations, phase, events) => {
  const cluster = await start({ volume: volume(spec, 'Bound', annotations) })
  expect(phases(cluster)[1]).toBe(phase)
  expect(told(cluster)).toEqual(events)
})

it.each([
  ['is free again', { 'pv.orch.io/bound-by-controller': 'yes' }, undefined],
  ['is still kept for the name', undefined, { namespace: 'n', name: 'c' }],
])('a volume whose claim has another one %s', async (_, annotations, reference) => {
  const cluster = await start({
    claim: claim({ volumeName: 'w' }),
    volume: volume({ ...HELD, persistentVolumeReclaimPolicy: 'Retain' }, 'Bound', annotations),
  })
  expect(phases(cluster)[1]).toBe('Available')
  expect((cluster.api.get('persistentvolumes', undefined, 'v')?.spec as { claimRef?: object }).claimRef).toEqual(
    reference,
  )
})
