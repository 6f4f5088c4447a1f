import type { Attributes } from '../authorization/authorizer'
import { type Policy, policyOf, type PolicyRule, RBAC_GROUP, type RoleRef, type Subject } from '../authorization/policy'
import type { ApiObject } from '../machinery/object'
import type { UserInfo } from '../machinery/user'

// Short notations of roles, bindings and requests for tests.

/** A Role with these rules. */
export const role = (namespace: string, name: string, ...rules: PolicyRule[]): ApiObject => ({
  kind: 'Role',
  metadata: { namespace, name },
  rules,
})
/** A ClusterRole with these rules. */
export const clusterRole = (name: string, ...rules: PolicyRule[]): ApiObject => ({
  kind: 'ClusterRole',
  metadata: { name },
  rules,
})

/** `R:reader` is a Role, `C:view` a ClusterRole. */
const ref = (text: string): RoleRef => ({
  apiGroup: RBAC_GROUP,
  kind: text.startsWith('C:') ? 'ClusterRole' : 'Role',
  name: text.slice(2),
})

/** `alice` is a user, `@devs` a group, `ns/robot` a service account. */
export function subject(text: string): Subject {
  if (text.startsWith('@')) return { apiGroup: RBAC_GROUP, kind: 'Group', name: text.slice(1) }
  const [namespace = '', name] = text.split('/')
  return name === undefined
    ? { apiGroup: RBAC_GROUP, kind: 'User', name: text }
    : { kind: 'ServiceAccount', name, ...(namespace && { namespace }) }
}
/** A RoleBinding, or a ClusterRoleBinding if `namespace` is empty. `roleRef` is `R:name` or `C:name`; `subjects` are as in `subject`. */
export const binding = (namespace: string, name: string, roleRef: string, ...subjects: string[]): ApiObject => ({
  kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
  metadata: { name, ...(namespace && { namespace }) },
  roleRef: ref(roleRef),
  subjects: subjects.map(subject),
})

/** `get,list pods,pods/log apps,batch name` as a rule; `core` is the core group, names are optional. */
export function rule(text: string): PolicyRule {
  const [verbs = '', what = '', groups = 'core', names] = text.split(' ')
  if (what.startsWith('/')) return { verbs: verbs.split(','), nonResourceURLs: what.split(',') }
  return {
    verbs: verbs.split(','),
    apiGroups: groups.split(',').map((group) => (group === 'core' ? '' : group)),
    resources: what.split(','),
    ...(names !== undefined && { resourceNames: names.split(',') }),
  }
}

/** The policy that these roles and bindings make. */
export const policy = (...objects: readonly ApiObject[]): Policy => {
  const of = (kind: string): ApiObject[] => objects.filter((object) => object.kind === kind)
  return policyOf({
    roles: of('Role'),
    clusterRoles: of('ClusterRole'),
    roleBindings: of('RoleBinding'),
    clusterRoleBindings: of('ClusterRoleBinding'),
  })
}

/** `get pods/log in ns named p of apps`, or `get /version`; everything after the resource is optional. */
export function request(user: string, text: string, groups: readonly string[] = []): Attributes {
  const [verb = '', what = '', ...rest] = text.split(' ')
  const after = (word: string): string => (rest.includes(word) ? (rest[rest.indexOf(word) + 1] ?? '') : '')
  const isPath = what.startsWith('/')
  const [resource = '', subresource = ''] = isPath ? [] : what.split('/')
  return {
    user: { name: user, groups },
    verb,
    isResourceRequest: !isPath,
    apiGroup: after('of'),
    apiVersion: isPath ? '' : 'v1',
    resource,
    subresource,
    namespace: after('in'),
    name: after('named'),
    path: isPath ? what : '',
  }
}

/** A request to read pod `p` in namespace `a`, or a variation of it. */
export const podRequest = (user: UserInfo, more: Partial<Attributes> = {}): Attributes => ({
  ...request('', 'get pods in a named p'),
  user,
  path: '/api/v1/namespaces/a/pods/p',
  ...more,
})
