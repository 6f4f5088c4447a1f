import type { KindBehaviour } from '../../../kind'
import { invalid, required } from '../../../../machinery/field-error'
import { NONE } from '../../meta/columns'
import type { Errors } from '../../meta/rules'
import { nonNegative, unchangedStruct } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

/** A snapshot of a workload's pod template, for rollbacks. */
export const controllerRevision: KindBehaviour = {
  group: 'apps',
  resource: 'controllerrevisions',
  kind: 'ControllerRevision',
  defaults(object) {
    object['revision'] ??= 0
  },
  validate(object) {
    const errors: Errors = []
    // Any JSON but null will do, even an empty text.
    if (object['data'] === undefined || object['data'] === null) errors.push(required('data', 'data is mandatory'))
    nonNegative(object['revision'] as number | undefined, 'revision', errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    if (object['data'] === undefined || object['data'] === null)
      errors.push(invalid('data', null, 'field is immutable'))
    else unchangedStruct('runtime.RawExtension', object['data'], old['data'], 'data', errors)
    return errors
  },
  ...tableOf(
    (object) => {
      const owner = object.metadata.ownerReferences?.find(({ controller }) => controller)
      const group = owner?.apiVersion.includes('/') ? `.${owner.apiVersion.split('/')[0] ?? ''}` : ''
      return { owner, group }
    },
    [
      'Controller',
      'string',
      ({ owner, group }) => (owner ? `${owner.kind.toLowerCase()}${group}/${owner.name}` : NONE),
    ],
    ['Revision', 'string', (_, object) => object['revision'] ?? 0],
    AGE,
  ),
}
