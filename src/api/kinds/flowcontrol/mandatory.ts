import { invalid } from '../../../machinery/field-error'
import { goStructJson } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Errors } from '../meta/rules'

/** Flow control objects that the server requires and creates; they are immutable. */
const MANDATORY = ['exempt', 'catch-all']

/** Refuses changes to flow schemas and levels that the server requires. `type` names the spec's type in the message. */
export const mandatoryUnchanged =
  (type: string) =>
  (object: ApiObject, old: ApiObject): Errors => {
    const { name = '' } = object.metadata
    return MANDATORY.includes(name) && !equal(object['spec'], old['spec'])
      ? [
          invalid(
            'spec',
            goStructJson(`flowcontrol.${type}`, object['spec']),
            `spec of '${name}' must equal the fixed value`,
          ),
        ]
      : []
  }
