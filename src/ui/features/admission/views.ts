import type { ViewOf } from '../../state/routes'
import type { View } from '../view'

/** The views of the area, in the order of their tabs. */
export const VIEWS: readonly View<'chain' | ViewOf<'/admission'>>[] = [
  {
    id: 'chain',
    tab: 'Chain',
    title: 'Request through admission',
    about: 'Send a request and see the decision and changes of each admission plugin. Turn plugins on and off.',
    load: () => import('./ChainView').then((m) => m.ChainView),
  },
  {
    id: 'webhooks',
    tab: 'Webhooks',
    title: 'Admission webhooks',
    about: 'Write an admission webhook, test it, and register it with the cluster. It runs in this tab.',
    load: () => import('./WebhooksView').then((m) => m.WebhooksView),
  },
  {
    id: 'policies',
    tab: 'Policies',
    title: 'Policy bench',
    about: 'Write admission policies as expressions, see the value and cost of each part, and test them with requests.',
    load: () => import('./policies/PoliciesView').then((m) => m.PoliciesView),
  },
  {
    id: 'pod-security',
    tab: 'Pod Security',
    title: 'Which Pod Security level does it meet?',
    about: 'Checks a pod or workload against all levels: which check fails, where, and how to fix it.',
    load: () => import('./PodSecurityView').then((m) => m.PodSecurityView),
  },
  {
    id: 'audit',
    tab: 'Audit',
    title: 'Audit log',
    about: 'Every request that the audit policy records, with user, result and reason.',
    load: () => import('./AuditView').then((m) => m.AuditView),
  },
]
