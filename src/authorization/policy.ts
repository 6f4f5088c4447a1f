import type { LabelSelectorObject } from '../machinery/labels'
import { dns1123Label, dns1123Subdomain } from '../machinery/names'
import type { ApiObject } from '../machinery/object'
import type { GroupResource } from '../machinery/reader'
import { quote } from '../machinery/quote'

/** Roles and bindings as decisions and explanations see them; each object is parsed once (document 2, "Role-based access objects"). */
export const RBAC_GROUP = 'rbac.authorization.orch.io'

/** The resource of each RBAC kind. */
export const RBAC_RESOURCES = {
  Role: { group: RBAC_GROUP, resource: 'roles' },
  ClusterRole: { group: RBAC_GROUP, resource: 'clusterroles' },
  RoleBinding: { group: RBAC_GROUP, resource: 'rolebindings' },
  ClusterRoleBinding: { group: RBAC_GROUP, resource: 'clusterrolebindings' },
} as const satisfies Record<string, GroupResource>

/** Verbs on resources or on other paths, as in roles. `*` matches everything. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** Who a binding grants its role to: a user, a group or a service account. */
export interface Subject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly apiGroup?: string
}

/** The role that a binding grants. */
export interface RoleRef {
  readonly kind: string
  readonly name: string
  readonly apiGroup?: string
}

/** A Role or ClusterRole with its rules. */
export interface Role {
  readonly kind: 'Role' | 'ClusterRole'
  /** Empty for cluster roles. */
  readonly namespace: string
  readonly name: string
  readonly rules: readonly PolicyRule[]
  readonly labels: Readonly<Record<string, string>>
  readonly aggregation?: readonly LabelSelectorObject[]
}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  /** Empty for cluster role bindings. */
  readonly namespace: string
  readonly name: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
}

/** Everything that RBAC decisions depend on. */
export interface Policy {
  readonly roles: readonly Role[]
  readonly bindings: readonly Binding[]
}

const asList = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])

/** Reads a Role or ClusterRole; absent members become empty. */
export function roleOf(object: ApiObject, kind: Role['kind']): Role {
  const aggregation = object['aggregationRule'] as { clusterRoleSelectors?: LabelSelectorObject[] } | null | undefined
  return {
    kind,
    namespace: kind === 'Role' ? (object.metadata.namespace ?? '') : '',
    name: object.metadata.name ?? '',
    rules: asList<Partial<PolicyRule>>(object['rules']).map((rule) => ({ ...rule, verbs: asList<string>(rule.verbs) })),
    labels: object.metadata.labels ?? {},
    ...(aggregation && { aggregation: asList<LabelSelectorObject>(aggregation.clusterRoleSelectors) }),
  }
}

/** Reads a RoleBinding or ClusterRoleBinding; absent members become empty. */
export function bindingOf(object: ApiObject, kind: Binding['kind']): Binding {
  const ref = object['roleRef'] as Partial<RoleRef> | null | undefined
  return {
    kind,
    namespace: kind === 'RoleBinding' ? (object.metadata.namespace ?? '') : '',
    name: object.metadata.name ?? '',
    roleRef: { ...ref, kind: ref?.kind ?? '', name: ref?.name ?? '' },
    subjects: asList<Subject>(object['subjects']),
  }
}

/** A policy from four lists of objects. */
export const policyOf = (lists: {
  readonly roles: readonly ApiObject[]
  readonly clusterRoles: readonly ApiObject[]
  readonly roleBindings: readonly ApiObject[]
  readonly clusterRoleBindings: readonly ApiObject[]
}): Policy => ({
  roles: [
    ...lists.clusterRoles.map((object) => roleOf(object, 'ClusterRole')),
    ...lists.roles.map((object) => roleOf(object, 'Role')),
  ],
  bindings: [
    ...lists.clusterRoleBindings.map((object) => bindingOf(object, 'ClusterRoleBinding')),
    ...lists.roleBindings.map((object) => bindingOf(object, 'RoleBinding')),
  ],
})

/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`

/** The namespace and name in a service account's user name; undefined for other users, even similar ones. */
export function splitServiceAccountUser(user: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? []
  return namespace && name && dns1123Label(namespace).length === 0 && dns1123Subdomain(name).length === 0
    ? { namespace, name }
    : undefined
}

/** The groups of all service accounts in a namespace. */
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

/** A subject in the wording of reasons. */
export const describeSubject = (subject: Subject, bindingNamespace: string): string =>
  subject.kind === 'ServiceAccount'
    ? `ServiceAccount ${quote(`${subject.name}/${subject.namespace || bindingNamespace}`)}`
    : `${subject.kind} ${quote(subject.name)}`

/** A grant in the wording of reasons: the binding, its role and the subject that matched the user. */
export const describeGrant = (binding: Binding, subject: Subject): string =>
  `${binding.kind} ${quote(binding.namespace ? `${binding.name}/${binding.namespace}` : binding.name)} of ${binding.roleRef.kind} ${quote(binding.roleRef.name)} to ${describeSubject(subject, binding.namespace)}`

const RULE_PARTS = [
  ['APIGroups', 'apiGroups'],
  ['Resources', 'resources'],
  ['NonResourceURLs', 'nonResourceURLs'],
  ['ResourceNames', 'resourceNames'],
  ['Verbs', 'verbs'],
] as const

/** A rule on one line: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`. */
export const describeRule = (rule: PolicyRule): string =>
  `{${RULE_PARTS.filter(([, key]) => (rule[key] ?? []).length > 0)
    .map(([label, key]) => `${label}:[${(rule[key] ?? []).map(quote).join(' ')}]`)
    .join(', ')}}`
