import type { KindBehaviour } from '../../../kind'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { type ExactRequest, validateSelectors } from '../requests'

/** A class of devices: how to select and configure them. */
export const deviceClass: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'deviceclasses',
  kind: 'DeviceClass',
  generation: true,
  validate(object) {
    const errors: Errors = []
    const { selectors } = (object['spec'] ?? {}) as Pick<ExactRequest, 'selectors'>
    validateSelectors(selectors, 'spec.selectors', errors)
    return errors
  },
  ...tableOf((object) => object, AGE),
}
