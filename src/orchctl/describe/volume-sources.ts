import { byText } from '../../machinery/by-text'
import { printValue } from '../print/go-value'
import { type Fields, fieldsOf, joined, textOf } from './common'

/** One line about a source: its title, and the value; no value omits the line. */
type Line = readonly [title: string, value: (source: Fields) => string | undefined]

const text = (title: string, field: string): Line => [title, (one) => textOf(one[field])]
const given = (title: string, field: string): Line => [title, (one) => textOf(one[field]) || undefined]
const truth = (title: string, field: string): Line => [title, (one) => String(one[field] === true)]
const list = (title: string, field: string): Line => [title, (one) => printValue(one[field] ?? [])]
const commas = (title: string, field: string): Line => [title, (one) => joined(one[field], ', ')]
const number = (title: string, field: string): Line => [title, (one) => textOf(one[field] ?? 0)]

/** A reference in the reference client's form: that of a persistent volume has a namespace. */
const reference = (value: unknown): string => {
  const { name, namespace } = fieldsOf(value)
  return namespace === undefined
    ? `&LocalObjectReference{Name:${textOf(name)},}`
    : `&SecretReference{Name:${textOf(name)},Namespace:${textOf(namespace)},}`
}
const secret: Line = ['SecretRef', (one) => (one.secretRef ? reference(one.secretRef) : 'nil')]
const optional = truth('Optional', 'optional')
const readOnly = truth('ReadOnly', 'readOnly')
const fsType = text('FSType', 'fsType')
const partition = number('Partition', 'partition')
const volumeId = text('VolumeID', 'volumeID')

const attributes: Line = [
  'VolumeAttributes',
  (one) => {
    const pairs = Object.entries(fieldsOf(one.volumeAttributes)).sort(([a], [b]) => byText(a, b))
    if (pairs.length === 0) return one.volumeHandle === undefined ? undefined : '    <none>'
    return pairs.map(([key, value]) => `    ${key}=${textOf(value)}`).join('\n\t')
  },
]

/** The description of each volume source: a sentence, and lines below it. */
export const SOURCES: Readonly<Record<string, readonly [sentence: string, lines: readonly Line[]]>> = {
  hostPath: ['HostPath (bare host directory volume)', [text('Path', 'path'), text('HostPathType', 'type')]],
  emptyDir: [
    "EmptyDir (a temporary directory that shares a pod's lifetime)",
    [text('Medium', 'medium'), ['SizeLimit', ({ sizeLimit }) => textOf(sizeLimit) || '<unset>']],
  ],
  secret: ['Secret (a volume populated by a Secret)', [text('SecretName', 'secretName'), optional]],
  configMap: ['ConfigMap (a volume populated by a ConfigMap)', [text('Name', 'name'), optional]],
  nfs: [
    'NFS (an NFS mount that lasts the lifetime of a pod)',
    [text('Server', 'server'), text('Path', 'path'), readOnly],
  ],
  persistentVolumeClaim: [
    'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    [text('ClaimName', 'claimName'), readOnly],
  ],
  ephemeral: ['EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)', []],
  csi: [
    'CSI (a Container Storage Interface (CSI) volume source)',
    [text('Driver', 'driver'), fsType, given('VolumeHandle', 'volumeHandle'), readOnly, attributes],
  ],
  local: ['LocalVolume (a persistent volume backed by local storage on a node)', [text('Path', 'path')]],
  gitRepo: [
    'GitRepo (a volume that is pulled from git when the pod is created)',
    [text('Repository', 'repository'), text('Revision', 'revision')],
  ],
  image: ['Image (OCI object)', [text('Reference', 'reference'), text('PullPolicy', 'pullPolicy')]],
  iscsi: [
    "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
    [
      text('TargetPortal', 'targetPortal'),
      text('IQN', 'iqn'),
      number('Lun', 'lun'),
      text('ISCSIInterface', 'iscsiInterface'),
      fsType,
      readOnly,
      list('Portals', 'portals'),
      truth('DiscoveryCHAPAuth', 'chapAuthDiscovery'),
      truth('SessionCHAPAuth', 'chapAuthSession'),
      secret,
      ['InitiatorName', ({ initiatorName }) => textOf(initiatorName) || '<none>'],
    ],
  ],
  fc: [
    'FC (a Fibre Channel disk)',
    [
      commas('TargetWWNs', 'targetWWNs'),
      ['LUN', ({ lun }) => (lun === undefined ? '<none>' : textOf(lun))],
      fsType,
      readOnly,
    ],
  ],
  rbd: [
    "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
    [
      list('CephMonitors', 'monitors'),
      text('RBDImage', 'image'),
      fsType,
      text('RBDPool', 'pool'),
      text('RadosUser', 'user'),
      text('Keyring', 'keyring'),
      secret,
      readOnly,
    ],
  ],
  glusterfs: [
    "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
    [
      text('EndpointsName', 'endpoints'),
      given('EndpointsNamespace', 'endpointsNamespace'),
      text('Path', 'path'),
      readOnly,
    ],
  ],
  cephfs: [
    "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
    [
      list('Monitors', 'monitors'),
      text('Path', 'path'),
      text('User', 'user'),
      text('SecretFile', 'secretFile'),
      secret,
      readOnly,
    ],
  ],
  flexVolume: [
    'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
    [text('Driver', 'driver'), fsType, secret, readOnly, ['Options', ({ options }) => printValue(fieldsOf(options))]],
  ],
  awsElasticBlockStore: [
    'AWSElasticBlockStore (a Persistent Disk resource in AWS)',
    [volumeId, fsType, partition, readOnly],
  ],
  gcePersistentDisk: [
    'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
    [text('PDName', 'pdName'), fsType, partition, readOnly],
  ],
  azureDisk: [
    'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
    [
      text('DiskName', 'diskName'),
      text('DiskURI', 'diskURI'),
      text('Kind', 'kind'),
      fsType,
      text('CachingMode', 'cachingMode'),
      readOnly,
    ],
  ],
  azureFile: [
    'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
    [
      text('SecretName', 'secretName'),
      given('SecretNamespace', 'secretNamespace'),
      text('ShareName', 'shareName'),
      readOnly,
    ],
  ],
  vsphereVolume: [
    'vSphereVolume (a Persistent Disk resource in vSphere)',
    [text('VolumePath', 'volumePath'), fsType, text('StoragePolicyName', 'storagePolicyName')],
  ],
  cinder: ['Cinder (a Persistent Disk resource in OpenStack)', [volumeId, fsType, readOnly, secret]],
  portworxVolume: ['PortworxVolume (a Portworx Volume resource)', [volumeId]],
  scaleIO: [
    'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
    [
      text('Gateway', 'gateway'),
      text('System', 'system'),
      text('Protection Domain', 'protectionDomain'),
      text('Storage Pool', 'storagePool'),
      text('Storage Mode', 'storageMode'),
      text('VolumeName', 'volumeName'),
      ['SecretName', ({ secretRef }) => secretOfCluster(secretRef, 'name')],
      ['SecretNamespace', ({ secretRef }) => secretOfCluster(secretRef, 'namespace')],
      fsType,
      readOnly,
    ],
  ],
  quobyte: [
    "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
    [text('Registry', 'registry'), text('Volume', 'volume'), readOnly],
  ],
  photonPersistentDisk: [
    'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
    [text('PdID', 'pdID'), fsType],
  ],
  storageos: [
    'StorageOS (a StorageOS Persistent Disk resource)',
    [text('VolumeName', 'volumeName'), text('VolumeNamespace', 'volumeNamespace'), fsType, readOnly],
  ],
  flocker: [
    'Flocker (a Flocker volume mounted by the Flocker agent)',
    [text('DatasetName', 'datasetName'), text('DatasetUUID', 'datasetUUID')],
  ],
}

/** Only persistent volumes say which namespace their secret is in. */
const secretOfCluster = (secretRef: unknown, field: 'name' | 'namespace'): string | undefined => {
  const ref = fieldsOf(secretRef)
  return ref.namespace === undefined ? undefined : textOf(ref[field])
}
