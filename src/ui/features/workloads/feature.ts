import type { Feature } from '../feature'

const load = () => import('./WorkloadsPage').then((m) => m.WorkloadsPage)

/** The area Workloads: simulated nodes, the scheduler and rollouts. */
export const workloads: Feature = {
  id: 'workloads',
  title: 'Workloads',
  icon: 'workloads',
  key: 'l',
  home: { to: '/workloads' },
  pages: [
    { path: '/workloads', load },
    { path: '/workloads/$view', load },
  ],
  commands: [
    {
      id: 'workloads-pending',
      title: 'Why is a pod pending',
      tab: 'Pending pods',
      words: 'scheduler unschedulable waiting nodes plugins filters',
      place: { to: '/workloads/pending' },
    },
    {
      id: 'workloads-rollouts',
      title: 'Watch rollouts, or break one',
      tab: 'Rollouts',
      words: 'deployment roll back stuck failure crash image',
      place: { to: '/workloads/rollouts' },
    },
    {
      id: 'workloads-stages',
      title: 'See life cycles, or write a stage',
      tab: 'Life cycles',
      words: 'stage kwok delay weight pod node volume claim simulate own next turn',
      place: { to: '/workloads/stages' },
    },
  ],
}
