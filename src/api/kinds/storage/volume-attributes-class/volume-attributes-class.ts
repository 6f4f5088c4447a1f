import { required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { locked, present, qualifiedName } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

interface VolumeAttributesClass {
  driverName: string
  parameters: Record<string, string>
}
const read = (object: ApiObject) => asDraft<VolumeAttributesClass>(object)

/** Mutable quality-of-service parameters of volumes; claims refer to it and may switch to another one. */
export const volumeAttributesClass: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'volumeattributesclasses',
  kind: 'VolumeAttributesClass',
  validate(object) {
    const { driverName = '', parameters = {} } = read(object)
    const errors: Errors = []
    if (present(driverName, 'driverName', errors)) qualifiedName(driverName.toLowerCase(), 'driverName', errors)
    if (Object.keys(parameters).length === 0)
      errors.push(required('parameters', 'must contain at least one key/value pair'))
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    for (const field of ['driverName', 'parameters'] as const)
      locked(read(object)[field], read(old)[field], field, `updates to ${field} are forbidden.`, errors)
    return errors
  },
  ...tableOf(read, ['DriverName', 'string', ({ driverName }) => driverName ?? ''], AGE),
}
