import type * as storage from 'kt126/storage/v1'
import { invalid, required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelSelector, subdomain, unchanged } from '../../meta/rules'
import { isNegative, isZero } from '../../shared/serialized-quantity'

const readCapacity = (object: ApiObject): Draft<storage.CSIStorageCapacity> =>
  asDraft<storage.CSIStorageCapacity>(object)

/** Available storage of a class in one topology segment. */
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
}
