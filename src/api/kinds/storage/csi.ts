import type * as storage from 'kt126/storage/v1'
import { duplicate, invalid, required } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import { behaves } from '../../releases/ledger'
import { columns } from '../meta/columns'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import { since } from '../meta/duration'
import type { Errors } from '../meta/rules'
import {
  labelSelector,
  nonNegative,
  optionalOneOf,
  present,
  qualifiedName,
  subdomain,
  unchanged,
  unique,
} from '../meta/rules'
import { isNegative, isZero } from '../shared/amounts'
import { driverName } from '../shared/volume-sources'

const readDriver = (object: ApiObject): Draft<storage.CSIDriver> => asDraft<storage.CSIDriver>(object)
const MODES = ['Ephemeral', 'Persistent']
const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType']
const longestNode = (release: number): number => (behaves('csi-long-node-ids', release) ? 192 : 128)

/** What may change of a driver; the rest is fixed. */
const CHANGING = ['storageCapacity', 'tokenRequests', 'requiresRepublish', 'seLinuxMount'] as const
const FIXED = [
  ['attachRequired', 'attachedRequired'],
  ['fsGroupPolicy', 'fsGroupPolicy'],
  ['podInfoOnMount', 'podInfoOnMount'],
  ['volumeLifecycleModes', 'volumeLifecycleModes'],
] as const

/** A driver of storage and what it can do. */
export const csiDriver: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'csidrivers',
  kind: 'CSIDriver',
  nameRule: 'path',
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  defaults(object, _version, { release }) {
    const draft = readDriver(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.attachRequired ??= true
    spec.podInfoOnMount ??= false
    if (behaves('csi-driver-capacity', release)) {
      spec.storageCapacity ??= false
      spec.requiresRepublish ??= false
    }
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
    if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  },
  validate(object, { release }) {
    const { spec = {} } = readDriver(object)
    const errors: Errors = []
    driverName(object.metadata.name ?? '', behaves('csi-driver-name-path', release) ? 'metadata.name' : 'name', errors)
    present(spec.attachRequired, 'spec.attachedRequired', errors)
    present(spec.podInfoOnMount, 'spec.podInfoOnMount', errors)
    optionalOneOf(spec.fsGroupPolicy, GROUP_POLICIES, 'spec.fsGroupPolicy', errors)
    for (const mode of spec.volumeLifecycleModes ?? []) optionalOneOf(mode, MODES, 'spec.volumeLifecycleModes', errors)
    const audiences = new Set<string>()
    for (const [i, { audience = '', expirationSeconds }] of (spec.tokenRequests ?? []).entries()) {
      const at = `spec.tokenRequests[${i}]`
      if (audiences.has(audience)) errors.push(duplicate(`${at}.audience`, audience))
      audiences.add(audience)
      if (expirationSeconds === undefined) continue
      if (expirationSeconds < 600)
        errors.push(
          invalid(`${at}.expirationSeconds`, expirationSeconds, 'may not specify a duration less than 10 minutes'),
        )
      else if (expirationSeconds > 2 ** 32)
        errors.push(
          invalid(`${at}.expirationSeconds`, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'),
        )
    }
    return errors
  },
  validateUpdate(object, old, { release }) {
    const { spec = {} } = readDriver(object)
    const { spec: before = {} } = readDriver(old)
    const errors: Errors = []
    for (const [member, field] of FIXED) unchanged(spec[member], before[member], `spec.${field}`, errors)
    if (!behaves('csi-driver-capacity-mutable', release))
      unchanged(spec.storageCapacity, before.storageCapacity, 'spec.storageCapacity', errors)
    return errors
  },
  prepareForUpdate(object, old) {
    // Only changes count here; a new driver has no generation.
    const { spec = {} } = readDriver(object)
    const { spec: before = {} } = readDriver(old)
    if (CHANGING.some((member) => !equal(spec[member], before[member])))
      object.metadata.generation = (old.metadata.generation ?? 0) + 1
  },
  columns: columns('AttachRequired|boolean', 'PodInfoOnMount|boolean', 'Modes', 'Age'),
  cells(object, now) {
    const { spec = {} } = readDriver(object)
    return [
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      (spec.volumeLifecycleModes ?? []).join(','),
      since(object.metadata.creationTimestamp, now),
    ]
  },
}

const readNode = (object: ApiObject): Draft<storage.CSINode> => asDraft<storage.CSINode>(object)

/** Which drivers a node has. */
export const csiNode: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'csinodes',
  kind: 'CSINode',
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  defaults(object) {
    object['spec'] ??= {}
  },
  validate(object, { release }) {
    const errors: Errors = []
    const names = new Set<string>()
    for (const [i, driver] of (readNode(object).spec?.drivers ?? []).entries()) {
      const at = `spec.drivers[${i}]`
      driverName(driver.name ?? '', `${at}.name`, errors)
      unique(driver.name ?? '', names, `${at}.name`, errors)
      if (!driver.nodeID) errors.push(required(`${at}.nodeID`))
      else if (driver.nodeID.length > longestNode(release))
        errors.push(invalid(`${at}.nodeID`, driver.nodeID, `must be ${longestNode(release)} characters or less`))
      const keys = new Set<string>()
      for (const key of driver.topologyKeys ?? []) {
        if (key === '') errors.push(required(at))
        unique(key, keys, at, errors)
        qualifiedName(key, at, errors)
      }
      nonNegative(driver.allocatable?.count, `${at}.allocatable.count`, errors)
    }
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    const now = readNode(object).spec?.drivers ?? []
    for (const driver of readNode(old).spec?.drivers ?? []) {
      const i = now.findIndex(({ name }) => name === driver.name)
      const after = now[i]
      if (after && !equal(after, driver)) errors.push(invalid('CSINodeDriver', after, 'field is immutable'))
    }
    return errors
  },
  columns: columns('Drivers|integer', 'Age'),
  cells: (object, now) => [
    (readNode(object).spec?.drivers ?? []).length,
    since(object.metadata.creationTimestamp, now),
  ],
}

const readCapacity = (object: ApiObject): Draft<storage.CSIStorageCapacity> =>
  asDraft<storage.CSIStorageCapacity>(object)

/** How much storage of a class there is in a place. */
export const csiStorageCapacity: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'csistoragecapacities',
  kind: 'CSIStorageCapacity',
  unconditionalUpdate: false,
  defaults(object) {
    object['storageClassName'] ??= ''
  },
  validate(object) {
    const draft = readCapacity(object)
    const errors: Errors = []
    labelSelector(draft.nodeTopology, 'nodeTopology', errors)
    if (!draft.storageClassName) errors.push(required('storageClassName'))
    subdomain(draft.storageClassName ?? '', 'storageClassName', errors)
    if (draft.capacity !== undefined && isNegative(draft.capacity))
      errors.push(invalid('capacity', draft.capacity, 'must be greater than or equal to 0'))
    if (
      draft.maximumVolumeSize !== undefined &&
      (isNegative(draft.maximumVolumeSize) || isZero(draft.maximumVolumeSize))
    )
      errors.push(invalid('maximumVolumeSize', draft.maximumVolumeSize, 'must be greater than 0'))
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(object['nodeTopology'], old['nodeTopology'], 'nodeTopology', errors)
    unchanged(object['storageClassName'], old['storageClassName'], 'storageClassName', errors)
    return errors
  },
  columns: columns('StorageClassName', 'Capacity'),
  cells(object) {
    const { storageClassName = '', capacity } = readCapacity(object)
    return [storageClassName, capacity ?? '<unset>']
  },
}
