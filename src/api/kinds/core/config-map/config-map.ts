import type * as core from 'kt126/core/v1'
import { invalid, tooLong } from '../../../../machinery/field-error'
import { utf8Length } from '../../../../machinery/utf8-length'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { dataKey } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { decodedLength, MAXIMUM_DATA, validateImmutable } from '../../shared/immutable-data'

/** Configuration data by key, as text or bytes. */
export const configMap: KindBehaviour = {
  group: '',
  resource: 'configmaps',
  kind: 'ConfigMap',
  validate(object) {
    const { data = {}, binaryData = {} } = asDraft<core.ConfigMap>(object)
    const errors: Errors = []
    let size = 0
    for (const key in data) {
      dataKey(key, `data[${key}]`, errors)
      if (Object.hasOwn(binaryData, key))
        errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'))
      size += utf8Length(data[key] ?? '')
    }
    for (const key in binaryData) {
      dataKey(key, `binaryData[${key}]`, errors)
      size += decodedLength(binaryData[key] ?? '')
    }
    // A real server reports this error without a field name.
    if (size > MAXIMUM_DATA) errors.push(tooLong('[]', MAXIMUM_DATA))
    return errors
  },
  updateErrorsFirst: true,
  validateUpdate(object, old) {
    const errors: Errors = []
    validateImmutable(object, old, ['data', 'binaryData'], errors)
    return errors
  },
  ...tableOf(
    asDraft<core.ConfigMap>,
    ['Data', 'string', ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length],
    AGE,
  ),
}
