import { changeAt, type Conversion, rename } from '../../../conversion/parts'

const GROUPS = { podGroups: 'podGroupTemplates' }
const POLICY = { policy: 'schedulingPolicy' }
const FORMER_GROUPS = { podGroupTemplates: 'podGroups' }
const FORMER_POLICY = { schedulingPolicy: 'policy' }

/** Conversions for versions whose schema differs from the hub's: pod groups were not templates yet. */
export const workloadConversions: Readonly<Record<string, Conversion>> = {
  'scheduling.orch.io/v1alpha1 Workload': {
    toHub: (object) =>
      changeAt(
        changeAt(object, ['spec'], (spec) => rename(spec, GROUPS)),
        ['spec', 'podGroupTemplates', '[]'],
        (group) => rename(group, POLICY),
      ),
    fromHub: (object) =>
      changeAt(
        changeAt(object, ['spec'], (spec) => rename(spec, FORMER_GROUPS)),
        ['spec', 'podGroups', '[]'],
        (group) => rename(group, FORMER_POLICY),
      ),
  },
}
