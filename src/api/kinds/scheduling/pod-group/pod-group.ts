import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import { asDraft } from '../../meta/draft'
import { AGE, tableOf } from '../../meta/table-columns'

interface Group {
  spec: { schedulingPolicy: { gang: object }; podGroupTemplateRef: { workload: { workloadName: string } } }
  status: { conditions: { type: string; status: string; reason: string }[] }
}

/** Pods that are scheduled together. */
export const podGroup: KindBehaviour = {
  group: 'scheduling.orch.io',
  resource: 'podgroups',
  kind: 'PodGroup',
  hasStatus: true,
  subresources: { status: {} },
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = asDraft<Group>(object)
      const condition = (name: string) => status.conditions?.find(({ type }) => type === name)
      return { spec, placed: condition('PodGroupScheduled'), disrupted: condition('DisruptionTarget') }
    },
    ['Policy', 'string', ({ spec }) => (spec.schedulingPolicy?.gang ? 'Gang' : 'Basic')],
    ['Workload', 'string', ({ spec }) => spec.podGroupTemplateRef?.workload?.workloadName ?? NONE],
    [
      'Status',
      'string',
      ({ placed, disrupted }) => {
        if (disrupted) return disrupted.reason ?? ''
        if (!placed) return 'Pending'
        return placed.status === 'True' ? 'Scheduled' : 'Unschedulable'
      },
    ],
    AGE,
  ),
}
