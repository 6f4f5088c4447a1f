import type * as coordination from 'kt126/coordination/v1'
import { invalid } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

const read = (object: ApiObject): Draft<coordination.Lease> => asDraft<coordination.Lease>(object)

/** Records who holds a resource, and until when. */
export const lease: KindBehaviour = {
  group: 'coordination.orch.io',
  resource: 'leases',
  kind: 'Lease',
  anyFinalizer: true,
  metadataPasses: [1, 0],
  createOnUpdate: true,
  unconditionalUpdate: false,
  defaults(object) {
    object['spec'] ??= {}
  },
  validate(object, { release }) {
    const { leaseDurationSeconds, leaseTransitions } = read(object).spec ?? {}
    const errors: Errors = []
    if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0)
      errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'))
    if (leaseTransitions !== undefined && leaseTransitions < 0)
      errors.push(
        invalid(
          'spec.leaseTransitions',
          leaseTransitions,
          behaves('lease-transitions-worded', release)
            ? 'must be greater than or equal to 0'
            : 'must to greater or equal than 0',
        ),
      )
    return errors
  },
  ...tableOf((object) => object, ['Holder', 'string', (object) => read(object).spec?.holderIdentity ?? ''], AGE),
}
