import type { View } from '../../view'

export const VIEWS: readonly View[] = [
  {
    id: 'matrix',
    tab: 'Matrix',
    title: 'Who may do what',
    about:
      'Every subject, resource and verb at once, live: what roles and bindings add up to, and, with a cell open, why.',
    load: () => import('./MatrixView').then((m) => m.MatrixView),
  },
  {
    id: 'why',
    tab: 'Why',
    title: 'May they do this?',
    about:
      'Ask about one request: which binding, role and rule allow it and who else may, or what is nearly there and what would make it pass.',
    load: () => import('./WhyView').then((m) => m.WhyView),
  },
  {
    id: 'rights',
    tab: 'Rights',
    title: 'What may they do?',
    about: 'Everything that somebody holds in a namespace or the cluster, rule by rule, and by which binding.',
    load: () => import('./RightsView').then((m) => m.RightsView),
  },
  {
    id: 'graph',
    tab: 'Graph',
    title: 'Subjects, bindings and roles',
    about: 'How rights flow: from whom, through which binding, to which role. Choose one to see all that hangs on it.',
    load: () => import('./GraphView').then((m) => m.GraphView),
  },
  {
    id: 'compare',
    tab: 'Compare',
    title: 'Two subjects compared',
    about: 'What one of two may do and the other may not, and what both may.',
    load: () => import('./CompareView').then((m) => m.CompareView),
  },
  {
    id: 'draft',
    tab: 'Draft',
    title: 'Draft a change',
    about:
      'Edit roles and bindings as text or as rules, see who would gain and lose what while you type, and save when it is right.',
    load: () => import('./DraftView').then((m) => m.DraftView),
  },
  {
    id: 'least',
    tab: 'Least privilege',
    title: 'The smallest role that does it',
    about:
      'Let somebody work, then take the requests that they made as the measure: the smallest roles that allow them.',
    load: () => import('./LeastView').then((m) => m.LeastView),
  },
  {
    id: 'mistakes',
    tab: 'Mistakes',
    title: 'Common mistakes',
    about: 'Rights that give away more than they seem to, and rules that never match: where they are and what helps.',
    load: () => import('./MistakesView').then((m) => m.MistakesView),
  },
  {
    id: 'twice',
    tab: 'Side by side',
    title: 'The same request as two identities',
    about: 'Send one request as two people and see where their ways part, stage by stage.',
    load: () => import('./TwiceView').then((m) => m.TwiceView),
  },
  {
    id: 'abac',
    tab: 'ABAC',
    title: 'Attribute policies',
    about: 'The policy file of the ABAC authorizer: edit it, ask it, see which line allows a request or nearly does.',
    load: () => import('./AbacView').then((m) => m.AbacView),
  },
  {
    id: 'webhook',
    tab: 'Webhook',
    title: 'An authorizer of your own',
    about:
      'The callback of the Webhook authorizer is a function here: edit it, ask it, and put it among the authorizers.',
    load: () => import('./WebhookView').then((m) => m.WebhookView),
  },
]
