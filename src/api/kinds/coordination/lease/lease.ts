import type * as coordination from 'kt126/coordination/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { columns } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { since } from '../../meta/duration'
import type { Errors } from '../../meta/rules'
import { nonNegative, positive } from '../../meta/rules'

const read = (object: ApiObject): Draft<coordination.Lease> => asDraft<coordination.Lease>(object)

/** Who holds something, and until when. */
export const lease: KindBehaviour = {
  group: 'coordination.orch.io',
  resource: 'leases',
  kind: 'Lease',
  createOnUpdate: true,
  unconditionalUpdate: false,
  defaults(object) {
    object['spec'] ??= {}
  },
  validate(object) {
    const { leaseDurationSeconds, leaseTransitions } = read(object).spec ?? {}
    const errors: Errors = []
    positive(leaseDurationSeconds, 'spec.leaseDurationSeconds', errors)
    nonNegative(leaseTransitions, 'spec.leaseTransitions', errors)
    return errors
  },
  columns: columns('Holder', 'Age'),
  cells: (object, now) => [read(object).spec?.holderIdentity ?? '', since(object.metadata.creationTimestamp, now)],
}
