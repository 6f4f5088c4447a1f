import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import { since } from '../../meta/duration'
import { AGE, tableOf } from '../../meta/table-columns'

interface Rule {
  spec: { taint: { key: string; value: string; effect: string; timeAdded: string } }
}

/** Taints all selected devices. */
export const deviceTaintRule: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'devicetaintrules',
  kind: 'DeviceTaintRule',
  hasStatus: true,
  subresources: { status: {} },
  ...tableOf(
    (object) => asDraft<Rule>(object).spec?.taint ?? {},
    ['Key', 'string', ({ key = '' }) => key],
    ['Value', 'string', ({ value = '' }) => value],
    ['Effect', 'string', ({ effect = '' }) => effect],
    ['TimeAdded', 'string', ({ timeAdded }, _, now) => (timeAdded ? since(timeAdded, now) : '')],
    AGE,
  ),
}
