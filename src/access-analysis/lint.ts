import { breakDown, ruleCovers } from '../authorization/coverage'
import { type Binding, describeSubject, type Policy, type PolicyRule, type Role } from '../authorization/policy'
import { PolicyIndex } from '../authorization/policy-index'

/** Common mistakes in roles and bindings. */
export interface Finding {
  readonly code: string
  readonly severity: 'danger' | 'warning' | 'hint'
  readonly kind: Role['kind'] | Binding['kind']
  readonly namespace: string
  readonly name: string
  /** Place of the rule in its role. */
  readonly ruleIndex?: number
  readonly text: string
  readonly advice: string
}

const quote = (text: string): string => JSON.stringify(text)

/** Whether a rule allows one of the verbs on a resource of a group, whatever its names. */
const touches = (rule: PolicyRule, verbs: readonly string[], group: string, ...resources: readonly string[]): boolean =>
  verbs.some((verb) => rule.verbs.includes(verb) || rule.verbs.includes('*')) &&
  ['*', group].some((candidate) => rule.apiGroups?.includes(candidate) ?? false) &&
  ['*', ...resources].some((resource) => rule.resources?.includes(resource) ?? false)

const everything = (rule: PolicyRule): boolean =>
  [rule.verbs, rule.apiGroups, rule.resources].every((part) => part?.includes('*'))
const isNamed = (rule: PolicyRule): boolean => (rule.resourceNames ?? []).length > 0

interface RuleCheck {
  readonly code: string
  readonly severity: Finding['severity']
  readonly when: (rule: PolicyRule) => boolean
  readonly text: string
  readonly advice: string
}

const RBAC = 'rbac.authorization.orch.io'

/** One row a mistake that a single rule shows. */
const RULE_CHECKS: readonly RuleCheck[] = [
  {
    code: 'everything',
    severity: 'danger',
    when: everything,
    text: 'allows everything on everything',
    advice: 'Name the groups, resources and verbs that are needed.',
  },
  {
    code: 'wildcard-verbs',
    severity: 'warning',
    when: (rule) => !everything(rule) && rule.verbs.includes('*'),
    text: 'allows every verb, those to come and special ones such as escalate and bind included',
    advice: 'List the verbs.',
  },
  {
    code: 'wildcard-resources',
    severity: 'warning',
    when: (rule) => !everything(rule) && (rule.resources ?? []).includes('*'),
    text: 'covers every resource of its groups, subresources and those to come included',
    advice: 'List the resources.',
  },
  {
    code: 'wildcard-groups',
    severity: 'warning',
    when: (rule) => !everything(rule) && (rule.apiGroups ?? []).includes('*'),
    text: 'covers every API group, those to come included',
    advice: 'List the groups.',
  },
  {
    code: 'escalate',
    severity: 'danger',
    when: (rule) => touches(rule, ['escalate'], RBAC, 'roles', 'clusterroles'),
    text: 'may put any right into a role (escalate)',
    advice: 'Let people write only what they hold themselves.',
  },
  {
    code: 'bind',
    severity: 'danger',
    when: (rule) => touches(rule, ['bind'], RBAC, 'roles', 'clusterroles') && !isNamed(rule),
    text: 'may bind any role, cluster-admin included (bind)',
    advice: 'Name the roles that may be bound in resourceNames.',
  },
  {
    code: 'impersonate',
    severity: 'danger',
    when: (rule) => touches(rule, ['impersonate'], '', 'users', 'groups', 'serviceaccounts') && !isNamed(rule),
    text: 'may act as anybody (impersonate)',
    advice: 'Name the users, groups or accounts in resourceNames.',
  },
  {
    code: 'secrets',
    severity: 'danger',
    when: (rule) => touches(rule, ['list', 'watch'], '', 'secrets') && !isNamed(rule),
    text: 'may list or watch secrets: the answer has all their contents, tokens included',
    advice: 'Allow get on the secrets that are needed, by name.',
  },
  {
    code: 'pods-create',
    severity: 'warning',
    when: (rule) =>
      touches(rule, ['create', 'update', 'patch'], '', 'pods') ||
      touches(
        rule,
        ['create', 'update', 'patch'],
        'apps',
        'deployments',
        'daemonsets',
        'statefulsets',
        'replicasets',
      ) ||
      touches(rule, ['create', 'update', 'patch'], 'batch', 'jobs', 'cronjobs'),
    text: 'may run pods: they can mount every secret of the namespace and use all of its service accounts',
    advice: 'Give it only where all of the namespace may be shared, and limit pods by admission.',
  },
  {
    code: 'exec',
    severity: 'warning',
    when: (rule) => touches(rule, ['create', 'get'], '', 'pods/exec', 'pods/attach', 'pods/ephemeralcontainers'),
    text: 'may run commands in pods, with the rights of their accounts',
    advice: 'Keep it from those who only read.',
  },
  {
    code: 'tokens',
    severity: 'danger',
    when: (rule) => touches(rule, ['create'], '', 'serviceaccounts/token') && !isNamed(rule),
    text: 'may make tokens for every service account',
    advice: 'Name the accounts in resourceNames.',
  },
  {
    code: 'node-proxy',
    severity: 'danger',
    when: (rule) => touches(rule, ['get', 'create'], '', 'nodes/proxy'),
    text: 'reaches the agents of nodes, past authorization and audit',
    advice: 'Use pods/log, pods/exec and metrics instead.',
  },
  {
    code: 'webhooks',
    severity: 'danger',
    when: (rule) =>
      touches(
        rule,
        ['create', 'update', 'patch'],
        'admissionregistration.orch.io',
        'mutatingwebhookconfigurations',
        'validatingwebhookconfigurations',
      ),
    text: 'may register webhooks that see and change every object, secrets included',
    advice: 'Leave registrations to administrators.',
  },
  {
    code: 'approve',
    severity: 'danger',
    when: (rule) => touches(rule, ['approve', 'sign'], 'certificates.orch.io', 'signers') && !isNamed(rule),
    text: 'may approve or sign certificates for any user or group',
    advice: 'Name the signers in resourceNames.',
  },
  {
    code: 'names-without-effect',
    severity: 'warning',
    when: (rule) => isNamed(rule) && rule.verbs.some((verb) => verb === 'create' || verb === 'deletecollection'),
    text: 'restricts create or deletecollection by name: such requests carry no name, so they are never allowed',
    advice: 'Move these verbs to a rule without resourceNames.',
  },
  {
    code: 'names-in-lists',
    severity: 'hint',
    when: (rule) => isNamed(rule) && rule.verbs.some((verb) => verb === 'list' || verb === 'watch'),
    text: 'restricts list or watch by name: clients must send the field selector metadata.name',
    advice: 'Say so to those who use it, or allow get only.',
  },
  {
    code: 'group-version',
    severity: 'warning',
    when: (rule) => (rule.apiGroups ?? []).some((group) => /\/v\d|^v\d/.test(group)),
    text: 'names an API version where a group belongs: it matches nothing',
    advice: 'Write the group alone; "" is the core group.',
  },
  {
    code: 'kind-as-resource',
    severity: 'warning',
    when: (rule) => (rule.resources ?? []).some((resource) => /[A-Z]/.test(resource)),
    text: 'names a kind where a resource belongs: it matches nothing',
    advice: 'Write the resource as in URLs: lower case and plural.',
  },
  {
    code: 'proxy-star',
    severity: 'warning',
    when: (rule) => (rule.resources ?? []).includes('*/*'),
    text: 'names "*/*", which is a pattern of webhooks and matches nothing here',
    advice: 'Use "*" for all resources and subresources.',
  },
]

const ANYBODY = new Set(['system:anonymous', 'system:unauthenticated'])
const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection', '*']

/** Built-in roles are what they have to be: findings in them help nobody. */
const isDefault = (role: Role): boolean => role.labels['orch.io/bootstrapping'] === 'rbac-defaults'
const isDefaultBinding = (binding: Binding): boolean =>
  binding.name.startsWith('system:') || (binding.name === 'cluster-admin' && binding.roleRef.name === 'cluster-admin')

/** Points out common mistakes, the worst first; default roles and bindings are left out. */
export function lint(policy: Policy): Finding[] {
  const index = PolicyIndex.of(policy)
  const findings = [
    ...policy.roles.filter((role) => !isDefault(role)).flatMap((role) => roleFindings(role, policy)),
    ...policy.bindings
      .filter((binding) => !isDefaultBinding(binding))
      .flatMap((binding) => bindingFindings(binding, index)),
  ]
  const order = ['danger', 'warning', 'hint']
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

function roleFindings(role: Role, policy: Policy): Finding[] {
  const { kind, namespace, name } = role
  const of = { kind, namespace, name }
  const findings = role.rules.flatMap((rule, ruleIndex) =>
    RULE_CHECKS.filter(({ when }) => when(rule)).map(({ code, severity, text, advice }): Finding => ({
      ...of,
      code,
      severity,
      ruleIndex,
      text: `Rule ${ruleIndex + 1} ${text}.`,
      advice,
    })),
  )
  role.rules.forEach((rule, ruleIndex) => {
    const others = role.rules.filter((_other, i) => i !== ruleIndex)
    const atoms = breakDown(rule)
    // Of two rules that say the same, only the later one is one too many.
    const covering =
      atoms.length > 0 &&
      atoms.every((atom) =>
        others.some(
          (other) => ruleCovers(other, atom) && !(ruleCovers(rule, other) && role.rules.indexOf(other) > ruleIndex),
        ),
      )
    if (covering)
      findings.push({
        ...of,
        code: 'superfluous',
        severity: 'hint',
        ruleIndex,
        text: `Rule ${ruleIndex + 1} allows nothing that other rules of the role do not.`,
        advice: 'Take it out.',
      })
  })
  const bound = policy.bindings.some(
    ({ roleRef, namespace: where }) =>
      roleRef.kind === kind && roleRef.name === name && (kind === 'ClusterRole' || where === namespace),
  )
  const gathered = Object.keys(role.labels).some((label) => label.includes('aggregate-to-'))
  if (!bound && !gathered)
    findings.push({
      ...of,
      code: 'unused',
      severity: 'hint',
      text: 'No binding grants this role.',
      advice: 'Bind it, or delete it.',
    })
  return findings
}

function bindingFindings(binding: Binding, index: PolicyIndex): Finding[] {
  const { kind, namespace, name, roleRef } = binding
  const of = { kind, namespace, name }
  const findings: Finding[] = []
  const role = index.roleFor(roleRef, namespace)
  if (!role)
    findings.push({
      ...of,
      code: 'missing-role',
      severity: 'warning',
      text: `It grants the ${roleRef.kind} ${quote(roleRef.name)}, which does not exist.`,
      advice: 'Create the role; whoever may create it decides what its subjects may do.',
    })
  if (binding.subjects.length === 0)
    findings.push({
      ...of,
      code: 'no-subjects',
      severity: 'hint',
      text: 'It has no subjects.',
      advice: 'Name whom the role is for, or delete it.',
    })
  for (const subject of binding.subjects) {
    const shown = describeSubject(subject, namespace)
    if (ANYBODY.has(subject.name))
      findings.push({
        ...of,
        code: 'anonymous',
        severity: 'danger',
        text: `${shown} stands for callers that nobody knows.`,
        advice: 'Bind it to users, groups or accounts.',
      })
    else if (
      subject.kind === 'Group' &&
      (subject.name === 'system:authenticated' || subject.name === 'system:serviceaccounts') &&
      role?.rules.some((rule) => rule.verbs.some((verb) => WRITES.includes(verb)))
    )
      findings.push({
        ...of,
        code: 'everybody',
        severity: 'danger',
        text: `${shown} is everybody with an account, and the role allows changes.`,
        advice: 'Bind it to those who need it.',
      })
    if (subject.kind === 'ServiceAccount' && subject.name === 'default')
      findings.push({
        ...of,
        code: 'default-account',
        severity: 'warning',
        text: `${shown} is used by every pod that names no other account.`,
        advice: 'Make an account for the pods that need it.',
      })
    if (kind === 'ClusterRoleBinding' && roleRef.name === 'cluster-admin')
      findings.push({
        ...of,
        code: 'cluster-admin',
        severity: 'danger',
        text: `${shown} may do everything.`,
        advice: 'Grant a role with what is needed.',
      })
    if (subject.kind === 'User' && subject.name.startsWith('system:serviceaccount:'))
      findings.push({
        ...of,
        code: 'account-as-user',
        severity: 'hint',
        text: `${shown} is a service account written as a user.`,
        advice: 'Use the kind ServiceAccount with a namespace: tools find it there.',
      })
  }
  return findings
}
