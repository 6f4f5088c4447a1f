import { invalid } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Errors } from '../meta/rules'

/** What the server cannot do without; it made them, and they stay as they are. */
const MANDATORY = ['exempt', 'catch-all']

export function validateMandatoryUnchanged(object: ApiObject, old: ApiObject): Errors {
  const { name = '' } = object.metadata
  return MANDATORY.includes(name) && !equal(object['spec'], old['spec'])
    ? [invalid('spec', object['spec'], `spec of '${name}' must equal the fixed value`)]
    : []
}
