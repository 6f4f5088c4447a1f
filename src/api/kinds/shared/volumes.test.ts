import { describe, expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../testing/kinds'
import { persistentVolume } from '../core/persistent-volume/persistent-volume'
import { persistentVolumeClaim } from '../core/persistent-volume-claim/persistent-volume-claim'
import { pod } from '../core/pod/pod'
import { volumeAttachment } from '../storage/volume-attachment/volume-attachment'

const early = kindContext({ release: 20, feature: () => false })
const NAME = `n${'a'.repeat(60)}`
const ISCSI = { iqn: 'iqn.2001-04.com.example:x', lun: 0, targetPortal: '1.2.3.4' }

test.each<[string, object, string[]]>([
  ['a disk of no name', { gcePersistentDisk: {} }, ['Required spec.volumes[0].persistentDisk.pdName']],
  ['a driver by itself', { flexVolume: { driver: 'x' } }, []],
  ['no driver', { flexVolume: {} }, ['Required spec.volumes[0].flexVolume.driver']],
  [
    'a second source of another name',
    { emptyDir: {}, downwardAPI: {}, cephfs: { monitors: ['m'] } },
    ['Forbidden spec.volumes[0].cephFS', 'Forbidden spec.volumes[0].downwarAPI'],
  ],
  ['nothing to project', { projected: { sources: [{}] } }, []],
  [
    'two things projected at once',
    { projected: { sources: [{ secret: { name: 's' }, configMap: { name: 'c' } }] } },
    ['Forbidden spec.volumes[0].projected.sources[0]'],
  ],
  [
    'a long name before a portal',
    { name: NAME, iscsi: { ...ISCSI, initiatorName: 'iqn.2001-04.com.example:x', secretRef: {} } },
    ['Invalid spec.volumes[0].name'],
  ],
  [
    'a template for one pod',
    {
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
    ['NotSupported spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes'],
  ],
])('in a pod: %s', (_, source, expected) => {
  const spec = { containers: [{ name: 'c', image: 'i:1' }], volumes: [{ name: 'v', ...source }] }
  expect(refusals(pod, { spec }, early)).toEqual(expected)
})

const volume = (spec: object) => ({ spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...spec } })

test.each<[string, object, string[]]>([
  [
    'one pod, too early',
    { hostPath: { path: '/x' }, accessModes: ['ReadWriteOncePod'] },
    ['NotSupported spec.accessModes'],
  ],
  [
    'the root, recycled, in a roundabout way',
    { hostPath: { path: '//./' }, persistentVolumeReclaimPolicy: 'Recycle' },
    ['Forbidden spec.persistentVolumeReclaimPolicy'],
  ],
  ['a flex volume beside another source', { hostPath: { path: '/x' }, flexVolume: { driver: 'd' } }, []],
  [
    'the secret of no namespace',
    { azureFile: { secretName: 's', shareName: 'n', secretNamespace: '' } },
    ['Required spec.azureFile.secretNamespace'],
  ],
  [
    'a secret of no driver',
    { csi: { driver: 'd', volumeHandle: 'h', nodeStageSecretRef: {}, nodePublishSecretRef: { name: 'a' } } },
    ['Required spec.csi.nodePublishSecretRef .namespace'],
  ],
  [
    'a secret of a driver whose name is none',
    { csi: { driver: 'd', volumeHandle: 'h', controllerPublishSecretRef: { name: 'A b', namespace: 'n' } } },
    ['Invalid spec.csi.name'],
  ],
  [
    'a long portal',
    { iscsi: { ...ISCSI, targetPortal: NAME.repeat(2), initiatorName: 'iqn.2001-04.com.example:x' } },
    ['Invalid spec.iscsi.targetportal'],
  ],
])('as a persistent volume: %s', (_, spec, expected) =>
  expect(refusals(persistentVolume, volume(spec), early)).toEqual(expected),
)

test.each<[string, object, string[]]>([
  ['of a driver', { csi: { driver: 'd', volumeHandle: 'h' }, accessModes: ['ReadWriteOnce'] }, []],
  ['of nothing', {}, ['', '.accessModes', '.csi'].map((member) => `Required spec.source.inlineVolumeSpec${member}`)],
  [
    'with everything of others',
    {
      csi: { driver: 'd', volumeHandle: 'h' },
      accessModes: ['ReadWriteOnce'],
      claimRef: { name: 'c' },
      capacity: { storage: '1' },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 's',
      volumeMode: 'Block',
      nodeAffinity: { required: { nodeSelectorTerms: [{}] } },
    },
    ['capacity', 'claimRef', 'nodeAffinity', 'persistentVolumeReclaimPolicy', 'storageClassName', 'volumeMode'].map(
      (member) => `Forbidden spec.source.inlineVolumeSpec.${member}`,
    ),
  ],
])('inline: %s', (_, inlineVolumeSpec, expected) =>
  expect(
    refusals(volumeAttachment, { spec: { attacher: 'a', nodeName: 'n', source: { inlineVolumeSpec } } }, early),
  ).toEqual(expected),
)

test('an attachment names its volume', () =>
  expect(
    refusals(volumeAttachment, { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: '' } } }),
  ).toEqual(['Invalid spec.source.persistentVolumeName', 'Required spec.source.persistentVolumeName']))

describe('claims', () => {
  const claim = (spec: object, metadata: object = {}): ApiObject =>
    filled(
      persistentVolumeClaim,
      { metadata, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec } },
      early,
    )
  const spec = (draft: ApiObject) => draft['spec'] as Record<string, unknown>
  const CLASS = 'volume.beta.orch.io/storage-class'

  test.each([
    [{ kind: 'PersistentVolumeClaim', name: 'a' }, true],
    [{ apiGroup: 'snapshot.storage.orch.io', kind: 'VolumeSnapshot', name: 'a' }, true],
    [{ kind: 'ConfigMap', name: 'a' }, false],
    [{ apiGroup: 'example.com', kind: 'PersistentVolumeClaim', name: 'a' }, false],
  ])('filled from %j: %s', (dataSource, kept) =>
    expect(claim({ dataSource })['spec']).toEqual(
      kept ? expect.objectContaining({ dataSource }) : expect.not.objectContaining({ dataSource }),
    ),
  )

  test.each<[string, ApiObject, (draft: ApiObject) => void, string[]]>([
    [
      'smaller, unbound',
      claim({}),
      (draft) => (spec(draft)['resources'] = { requests: { storage: '1Mi' } }),
      ['Forbidden spec', 'Forbidden spec.resources.requests.storage'],
    ],
    [
      'another class by annotation',
      claim({}, { annotations: { [CLASS]: 'a' } }),
      (draft) => (draft.metadata.annotations = { [CLASS]: 'b' }),
      [`Invalid metadata.annotations.${CLASS}`],
    ],
    [
      'the class moved into its field',
      claim({}, { annotations: { [CLASS]: 'a' } }),
      (draft) => {
        delete draft.metadata.annotations
        spec(draft)['storageClassName'] = 'a'
      },
      [],
    ],
  ])('changed: %s', (_, old, change, expected) =>
    expect(updateRefusals(persistentVolumeClaim, old, change, early)).toEqual(expected),
  )
})
