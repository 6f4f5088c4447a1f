import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { present, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

interface LeaseCandidate {
  spec: { leaseName: string; binaryVersion: string; emulationVersion: string; strategy: string }
}
const read = (object: ApiObject) => asDraft<LeaseCandidate>(object).spec ?? {}

/** A candidate for a lease, for coordinated leader election. */
export const leaseCandidate: KindBehaviour = {
  group: 'coordination.orch.io',
  resource: 'leasecandidates',
  kind: 'LeaseCandidate',
  createOnUpdate: true,
  unconditionalUpdate: false,
  validate(object) {
    const errors: Errors = []
    const { leaseName, binaryVersion, strategy } = read(object)
    present(leaseName, 'spec.leaseName', errors)
    present(binaryVersion, 'spec.binaryVersion', errors)
    present(strategy, 'spec.strategy', errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(read(object).leaseName, read(old).leaseName, 'spec.leaseName', errors)
    return errors
  },
  ...tableOf(
    read,
    ['LeaseName', 'string', ({ leaseName = '' }) => leaseName],
    ['BinaryVersion', 'string', ({ binaryVersion = '' }) => binaryVersion],
    ['EmulationVersion', 'string', ({ emulationVersion = '' }) => emulationVersion],
    AGE,
  ),
}
