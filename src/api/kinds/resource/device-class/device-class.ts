import type { KindBehaviour } from '../../../kind'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { type ExactRequest, validateSelectors } from '../requests'

/** What a class of devices has in common: how to choose one and how to set it up. */
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
