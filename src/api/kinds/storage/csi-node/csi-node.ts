import type * as storage from 'kt126/storage/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { qualifiedName } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { nonNegative, unchangedStruct, unique } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { driverName } from '../../shared/volume-sources'

const longestNode = (release: number): number => (behaves('csi-long-node-ids', release) ? 192 : 128)

const readNode = (object: ApiObject): Draft<storage.CSINode> => asDraft<storage.CSINode>(object)

function errorsOf(object: ApiObject, release: number): Errors {
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
      // Real servers show all keys.
      for (const why of qualifiedName(key)) errors.push(invalid(at, driver.topologyKeys, why))
    }
    nonNegative(driver.allocatable?.count, `${at}.allocatable.count`, errors)
  }
  return errors
}

/** The storage drivers of a node. */
export const csiNode: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'csinodes',
  kind: 'CSINode',
  metadataPasses: [0, 2],
  repeatsObjectErrors: true,
  createPasses: 2,
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  defaults(object) {
    object['spec'] ??= {}
  },
  validate(object, { release }) {
    return errorsOf(object, release)
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    const now = readNode(object).spec?.drivers ?? []
    for (const driver of readNode(old).spec?.drivers ?? []) {
      const i = now.findIndex(({ name }) => name === driver.name)
      const after = now[i]
      if (after) unchangedStruct('storage.CSINodeDriver', after, driver, 'CSINodeDriver', errors)
    }
    return errors
  },
  ...tableOf(
    (object) => object,
    ['Drivers', 'integer', (object) => (readNode(object).spec?.drivers ?? []).length],
    AGE,
  ),
}
