import { invalid } from '../../../machinery/field-error'
import { goWhole } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Errors } from '../meta/rules'

/** What the server cannot do without; it made them, and they stay as they are. */
const MANDATORY = ['exempt', 'catch-all']

/** Refuses changes of the schemas and levels that the server itself needs. `type` names the specification in the message. */
export const mandatoryUnchanged =
  (type: string) =>
  (object: ApiObject, old: ApiObject): Errors => {
    const { name = '' } = object.metadata
    return MANDATORY.includes(name) && !equal(object['spec'], old['spec'])
      ? [
          invalid(
            'spec',
            goWhole(`flowcontrol.${type}`, object['spec']),
            `spec of '${name}' must equal the fixed value`,
          ),
        ]
      : []
  }
