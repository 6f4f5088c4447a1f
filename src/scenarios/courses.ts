/** Related lessons in the recommended order. */
export interface Course {
  readonly id: string
  readonly title: string
  readonly about: string
  /** Ids of lessons. */
  readonly lessons: readonly string[]
}

/** All courses, in the order in which they are offered. */
export const COURSES: readonly Course[] = [
  {
    id: 'objects',
    title: 'Objects and how they change',
    about: 'Versions, watches, pages, patches and deletion: the rules of every object.',
    lessons: [
      'objects/lost-update',
      'objects/two-versions',
      'objects/status-apart',
      'objects/selectors',
      'objects/pages',
      'objects/watch',
      'objects/three-patches',
      'objects/dry-run',
      'objects/right-object',
      'objects/stuck-deletion',
      'objects/owners',
      'objects/custom-type',
      'objects/conversion',
      'objects/unknown-field',
      'objects/deprecated',
      'objects/feature-gate',
    ],
  },
  {
    id: 'apply',
    title: 'Server-side apply',
    about: 'Several managers write one object: who owns which field, what a conflict is, and how to hand a field over.',
    lessons: [
      'apply/first-apply',
      'apply/leave-out',
      'apply/conflict',
      'apply/shared-field',
      'apply/keyed-list',
      'apply/atomic-list',
      'apply/autoscaler',
      'apply/renamed-manager',
      'apply/update-and-apply',
    ],
  },
  {
    id: 'identity',
    title: 'Who is asking',
    about: 'Users, groups, service accounts, tokens and impersonation: where a name comes from.',
    lessons: [
      'identity/groups',
      'identity/service-account',
      'identity/revoke',
      'identity/impersonate',
      'identity/issuer',
      'identity/bootstrap',
      'identity/cluster-info',
    ],
  },
  {
    id: 'access',
    title: 'Who may do what',
    about: 'Roles and bindings, from the first refusal to the least privilege.',
    lessons: [
      'access/read-only',
      'access/may-i',
      'access/subresource',
      'access/one-name',
      'access/escalation',
      'access/aggregation',
      'access/nodes',
      'access/too-much',
      'access/abac',
    ],
  },
  {
    id: 'admission',
    title: 'What may be stored',
    about: 'Defaults, quotas, limits, pod security and webhooks: what happens between a right and the store.',
    lessons: [
      'admission/defaults',
      'admission/default-class',
      'admission/immutable',
      'admission/limit-range',
      'admission/quota',
      'admission/order',
      'admission/pod-security',
      'admission/callbacks',
      'admission/policy',
      'admission/reinvocation',
      'admission/failure-policy',
      'admission/side-effects',
      'admission/terminating',
    ],
  },
  {
    id: 'audit',
    title: 'What has happened',
    about: 'The audit log and its policy: who asked for what, and how much of it is written down.',
    lessons: [
      'audit/who-was-it',
      'audit/levels',
      'audit/rule-order',
      'audit/stages',
      'audit/which-program',
      'audit/annotations',
    ],
  },
  {
    id: 'workloads',
    title: 'A cluster that moves',
    about: 'Pods that wait, rollouts, sets and budgets, on simulated nodes. No container runs.',
    lessons: [
      'workloads/self-healing',
      'workloads/by-hand',
      'workloads/service',
      'workloads/ingress',
      'workloads/tainted',
      'workloads/rollout',
      'workloads/disruption',
    ],
  },
]
