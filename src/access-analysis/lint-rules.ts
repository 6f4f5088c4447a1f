import type { PolicyRule } from '../authorization/policy'
import type { Finding } from './finding'

/** Whether a rule allows any of the verbs on a resource of a group, for any name. */
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

/** Checks of single rules: the problem, its severity, and the alternative. */
export const RULE_CHECKS: readonly RuleCheck[] = [
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
