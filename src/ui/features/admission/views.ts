import type { View } from '../../view'

export const VIEWS: readonly View[] = [
  {
    id: 'chain',
    tab: 'Chain',
    title: 'What happens to a request',
    about:
      'Send a request through the chain and see what each plugin says to it and makes of it. Switch plugins on and off.',
    load: () => import('./ChainView').then((m) => m.ChainView),
  },
  {
    id: 'callbacks',
    tab: 'Callbacks',
    title: 'Policies of your own',
    about:
      'Write an admission callback, keep its tests green while you do, and let the cluster ask it. It runs in this tab.',
    load: () => import('./CallbacksView').then((m) => m.CallbacksView),
  },
  {
    id: 'pod-security',
    tab: 'Pod Security',
    title: 'Which level is it fit for?',
    about: 'A pod or a workload against all levels at once: which control fails, where, and what would make it pass.',
    load: () => import('./PodSecurityView').then((m) => m.PodSecurityView),
  },
  {
    id: 'audit',
    tab: 'Audit',
    title: 'Who did what',
    about: 'The audit log: every request that the policy records, by whom, how it ended and why.',
    load: () => import('./AuditView').then((m) => m.AuditView),
  },
]
