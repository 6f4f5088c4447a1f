import type { ViewOf } from '../../state/routes'
import type { View } from '../view'

/** The purpose of a view; tabs are grouped by it. */
const PURPOSES = ['Understand', 'Change', 'Other authorizers'] as const
type Purpose = (typeof PURPOSES)[number]

interface AccessView extends View<'matrix' | ViewOf<'/access'>> {
  readonly purpose: Purpose
}

/** In tab order; views with the same purpose are adjacent. */
export const ACCESS_VIEWS: readonly AccessView[] = [
  {
    id: 'matrix',
    purpose: 'Understand',
    tab: 'Matrix',
    title: 'Who may do what',
    about: 'Permissions of every subject for every resource, live. Select a cell to see which bindings grant them.',
    load: () => import('./MatrixView').then((m) => m.MatrixView),
  },
  {
    id: 'why',
    purpose: 'Understand',
    tab: 'Why',
    title: 'Can this user do it?',
    about:
      'Check one request: which binding and rule allow it, who else can do it, or which rules come close and how to allow it.',
    load: () => import('./WhyView').then((m) => m.WhyView),
  },
  {
    id: 'rights',
    purpose: 'Understand',
    tab: 'Rights',
    title: 'Permissions of a user',
    about: 'All permissions of a user, group or service account, with the rule and binding that grant each.',
    load: () => import('./RightsView').then((m) => m.RightsView),
  },
  {
    id: 'graph',
    purpose: 'Understand',
    tab: 'Graph',
    title: 'Subjects, bindings and roles',
    about: 'How bindings connect subjects to roles. Select one to see everything connected to it.',
    load: () => import('./GraphView').then((m) => m.GraphView),
  },
  {
    id: 'compare',
    purpose: 'Understand',
    tab: 'Compare',
    title: 'Compare two subjects',
    about: 'Permissions that only one of two subjects has, and those that both have, in all namespaces or in one.',
    load: () => import('./CompareView').then((m) => m.CompareView),
  },
  {
    id: 'draft',
    purpose: 'Change',
    tab: 'Draft',
    title: 'Draft a change',
    about: 'Edit roles and bindings as YAML or as rules. See who gains and loses permissions as you type, then save.',
    load: () => import('./DraftView').then((m) => m.DraftView),
  },
  {
    id: 'least',
    purpose: 'Change',
    tab: 'Least privilege',
    title: 'Smallest role from recorded requests',
    about: 'Record the requests of a user and generate the smallest roles that allow them.',
    load: () => import('./LeastView').then((m) => m.LeastView),
  },
  {
    id: 'mistakes',
    purpose: 'Change',
    tab: 'Mistakes',
    title: 'Common RBAC mistakes',
    about: 'Rules that grant more than they seem to, rules that never match, and how to fix them.',
    load: () => import('./MistakesView').then((m) => m.MistakesView),
  },
  {
    id: 'abac',
    purpose: 'Other authorizers',
    tab: 'ABAC',
    title: 'ABAC policy file',
    about: 'Edit the ABAC policy file, check requests against it, and see which line allows a request or comes close.',
    load: () => import('./AbacView').then((m) => m.AbacView),
  },
  {
    id: 'webhook',
    purpose: 'Other authorizers',
    tab: 'Webhook',
    title: 'Authorization webhook',
    about: 'Write an authorization webhook as a function, test it, and add it to the authorizers.',
    load: () => import('./WebhookView').then((m) => m.WebhookView),
  },
]

/** The purposes in order, each with its views. */
export const ACCESS_PURPOSES = PURPOSES.map(
  (purpose) => [purpose, ACCESS_VIEWS.filter((view) => view.purpose === purpose)] as const,
)
