/** A lesson with the explanations in the interface that it teaches. */
export interface TaughtRow {
  /** Id of the lesson. */
  readonly lesson: string
  /**
   * As in the lesson's file, which a test verifies. Repeated here so that pages with links need not load all lessons.
   */
  readonly title: string
  /** Ids of explanations: sort and name. */
  readonly explains: readonly string[]
}

const row = (lesson: string, title: string, explains = ''): TaughtRow => ({
  lesson,
  title,
  explains: explains.split(' ').filter(Boolean),
})

/**
 * Which lesson teaches what: glossary terms, admission plugins, mistakes in roles, situations of the apply lab, advice
 * on conflicts, pages. The interface links from each of them to the lesson and back.
 */
export const TAUGHT: readonly TaughtRow[] = [
  row('objects/lost-update', 'The update that was lost', 'term/conflict term/resource-version'),
  row('objects/two-versions', 'One object, two versions', 'term/api-group term/kind page/versions'),
  row('objects/status-apart', 'Two halves of an object', 'term/object term/subresource term/condition'),
  row('objects/selectors', 'Ask for what you mean', 'term/label'),
  row('objects/pages', 'A list in pages', 'term/paging'),
  row('objects/watch', 'The watch that fell behind', 'term/compaction term/watch page/watch'),
  row('objects/three-patches', 'Three patches, three results', 'term/json-patch'),
  row('objects/dry-run', 'As if', 'term/dry-run'),
  row('objects/right-object', 'The right one of two with the same name', 'term/uid'),
  row('objects/stuck-deletion', 'It does not want to go', 'term/finalizer'),
  row('objects/owners', 'Who owns whom', 'term/owner-reference term/garbage-collection'),
  row('objects/custom-type', 'A kind of your own', 'term/custom-resource'),
  row('objects/conversion', 'Lost between two versions'),
  row('objects/unknown-field', 'The word that nobody read', 'term/openapi'),
  row(
    'objects/deprecated',
    'Leave the old version',
    'term/deprecation term/release page/travel page/rehearsal page/plan',
  ),
  row('objects/feature-gate', 'A door behind a flag', 'term/feature-gate page/ledger'),
  row('apply/first-apply', 'Say what you want, not what to do', 'term/server-side-apply term/manifest page/apply'),
  row('apply/leave-out', 'What you leave out, you take away'),
  row('apply/conflict', 'Two who want different things', 'term/force advice/otherwise advice/by-hand'),
  row('apply/shared-field', 'A field that two own', 'term/field-owner advice/label'),
  row('apply/keyed-list', 'Two teams, one list', 'situation/keyed-list'),
  row('apply/atomic-list', 'All of it or none', 'situation/atomic advice/whole-list'),
  row(
    'apply/autoscaler',
    'Hand the replicas to the autoscaler',
    'term/autoscaler situation/autoscaler advice/controller',
  ),
  row('apply/renamed-manager', 'The manager that changed its name', 'situation/renamed advice/former-name'),
  row('apply/update-and-apply', 'Leaving client-side apply', 'situation/client-side advice/client-side'),
  row('identity/groups', 'Where groups come from', 'term/authentication term/subject finding/everybody'),
  row(
    'identity/service-account',
    'A name for a program',
    'term/service-account term/token term/audience finding/default-account finding/account-as-user page/tokens',
  ),
  row('identity/revoke', 'Take it back', 'term/credential term/signer finding/tokens'),
  row('identity/impersonate', "In somebody's name", 'term/impersonation finding/impersonate page/people'),
  row('identity/issuer', 'Believed elsewhere', 'term/oidc page/provider'),
  row(
    'identity/bootstrap',
    'The first word of a new node',
    'term/csr finding/approve page/certificates plugin/CertificateApproval',
  ),
  row('identity/cluster-info', 'Directions for strangers', 'term/kubeconfig page/files'),
  row(
    'access/read-only',
    'Nobody may, until somebody says so',
    'term/rbac term/role term/binding term/authorization term/forbidden finding/missing-role finding/no-subjects page/matrix page/why',
  ),
  row('access/may-i', 'Ask before you try', 'page/rights'),
  row('access/subresource', 'More than the pod', 'finding/exec'),
  row('access/one-name', 'One object, by its name', 'finding/names-without-effect finding/names-in-lists'),
  row(
    'access/escalation',
    'Give nothing that you do not have',
    'finding/escalate finding/bind finding/cluster-admin page/draft',
  ),
  row('access/aggregation', 'A role that grows', 'term/aggregation page/graph'),
  row('access/nodes', 'A node sees only what is its own', 'plugin/NodeRestriction finding/node-proxy'),
  row(
    'access/too-much',
    'Less is enough',
    'term/least-privilege term/verb finding/everything finding/wildcard-verbs finding/wildcard-resources finding/wildcard-groups finding/superfluous finding/unused page/least page/mistakes',
  ),
  row('access/abac', 'A yes from somewhere else', 'term/abac term/flag page/abac'),
  row(
    'admission/defaults',
    'What the server adds',
    'term/mutating page/chain plugin/ServiceAccount plugin/DefaultTolerationSeconds plugin/Priority',
  ),
  row(
    'admission/default-class',
    'The line that nobody wrote',
    'term/volume-claim term/annotation plugin/DefaultStorageClass',
  ),
  row('admission/immutable', 'Not after it was made'),
  row('admission/limit-range', 'Numbers nobody wrote', 'plugin/LimitRanger'),
  row('admission/quota', 'Full', 'term/quota plugin/ResourceQuota'),
  row('admission/order', 'The one that goes first', 'term/admission term/request'),
  row(
    'admission/pod-security',
    'Dangerous pods stay outside',
    'term/pod-security plugin/PodSecurity page/pod-security',
  ),
  row(
    'admission/callbacks',
    'Refused for a word you never wrote',
    'term/webhook term/admission-review plugin/ValidatingAdmissionWebhook finding/webhooks page/webhooks',
  ),
  row(
    'admission/policy',
    'A rule without a webhook',
    'term/admission-policy term/expression page/policies plugin/ValidatingAdmissionPolicy',
  ),
  row('admission/reinvocation', 'The webhook that came too early', 'plugin/MutatingAdmissionWebhook'),
  row('admission/failure-policy', 'The webhook that does not answer', 'term/failure-policy'),
  row('admission/side-effects', 'A dry run that would not be dry'),
  row('admission/terminating', 'A namespace that will not end', 'term/namespace plugin/NamespaceLifecycle'),
  row('audit/who-was-it', 'Who was it?', 'term/audit page/audit'),
  row('audit/levels', 'The soup that was written down', 'term/audit-level'),
  row('audit/rule-order', 'The rule that never had its turn', 'term/audit-rule'),
  row('audit/stages', 'The guest who has not left', 'term/audit-stage'),
  row('audit/which-program', 'Two programs, one name', 'term/user-agent'),
  row('audit/annotations', 'Written in the margin'),
  row('workloads/self-healing', 'Delete a pod, get a pod', 'term/controller term/deployment term/pod page/nodes'),
  row('workloads/by-hand', 'The controller is you', 'term/control-plane term/api-server'),
  row('workloads/service', 'An address without anybody', 'term/service'),
  row('workloads/ingress', 'The sign that points nowhere', 'term/ingress'),
  row(
    'workloads/tainted',
    'The pod that waits',
    'term/node term/taint term/scheduler term/event plugin/PodTolerationRestriction page/pending',
  ),
  row('workloads/rollout', 'A rollout that gets stuck', 'term/rollout page/rollouts'),
  row('workloads/disruption', 'One at a time, please', 'term/drain'),
]

const rowOf = (lesson: string): TaughtRow | undefined => TAUGHT.find((one) => one.lesson === lesson)

/** Sorts of explanations. */
export const EXPLANATIONS = ['term', 'plugin', 'finding', 'situation', 'advice', 'page'] as const
/** What an explanation is about. */
export type ExplanationSort = (typeof EXPLANATIONS)[number]

/** The lesson about an explanation; undefined if there is none. */
export const lessonAbout = (sort: ExplanationSort, name: string): TaughtRow | undefined =>
  TAUGHT.find(({ explains }) => explains.includes(`${sort}/${name}`))

/** The title of a lesson. @throws for unknown ids */
export function titleOfLesson(lesson: string): string {
  const found = rowOf(lesson)
  if (!found) throw new Error(`there is no lesson ${lesson}`)
  return found.title
}

/** The explanations that a lesson teaches, by sort and name. */
export const explainedIn = (lesson: string): readonly { readonly sort: ExplanationSort; readonly name: string }[] =>
  (rowOf(lesson)?.explains ?? []).flatMap((id) => {
    const sort = EXPLANATIONS.find((one) => id.startsWith(`${one}/`))
    return sort ? [{ sort, name: id.slice(sort.length + 1) }] : []
  })
