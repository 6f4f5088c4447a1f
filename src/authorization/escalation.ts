import { ApiError, forbiddenRequest, notFoundError, unclassifiedError } from '../machinery/api-error'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { MASTERS_GROUP, type UserInfo } from '../machinery/user'
import type { Authorizer } from './authorizer'
import { compactRules, missingRights } from './coverage'
import { bindingOf, describeRule, type PolicyRule, RBAC_GROUP, roleOf } from './policy'
import type { PolicyIndex } from './policy-index'
import { missingRoles } from './rbac'

/** One write of a role or binding, after mutating admission and before validation. */
export interface EscalationWrite {
  readonly resource: 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings'
  readonly object: ApiObject
  /** The stored object; absent on creation. */
  readonly old: ApiObject | undefined
  readonly user: UserInfo
  /** From the request path; empty for cluster-scoped kinds. */
  readonly namespace: string
  /** From the request path; empty for a creation by POST. */
  readonly name: string
}

/** The index of the stored roles and bindings, and the authorizers for the special verbs. */
export interface EscalationRights {
  readonly index: PolicyIndex
  readonly authorizer: Authorizer
}

/** Rules that allow everything. */
export const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

const isPrivileged = (user: UserInfo): boolean => user.groups.includes(MASTERS_GROUP)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
const filled = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)))

/**
 * The garbage collector must be able to remove references from an object that it could not write otherwise. It sends the object as it read
 * it: a body that lacks parts of the stored object is an ordinary write, and so is one that takes ownership of a field.
 */
function onlyReleases(object: ApiObject, old: ApiObject): boolean {
  const comparable = ({ metadata, ...rest }: ApiObject): unknown => {
    const { finalizers: _finalizers, ownerReferences: _owners, selfLink: _link, ...others } = metadata
    return { ...filled(rest), metadata: filled(others) }
  }
  return equal(comparable(object), comparable(old))
}

async function mayDo(
  verb: string,
  resource: string,
  namespace: string,
  name: string,
  user: UserInfo,
  authorizer: Authorizer,
): Promise<boolean> {
  const { verdict } = await authorizer.authorize({
    user,
    verb,
    isResourceRequest: true,
    apiGroup: RBAC_GROUP,
    apiVersion: '*',
    resource,
    subresource: '',
    namespace,
    name,
    path: '',
  })
  return verdict === 'allow'
}

/** Why `user` may not grant `rules`; undefined if they hold all of them. */
function notHeld(
  rules: readonly PolicyRule[],
  { user, namespace }: EscalationWrite,
  index: PolicyIndex,
): string | undefined {
  const owned = index.rulesFor(user, namespace)
  const missing = missingRights(
    owned.rules.map(({ rule }) => rule),
    rules,
  )
  if (missing.length === 0) return undefined
  const lines = [...new Set(compactRules(missing).map(describeRule))].sort()
  const unresolved = missingRoles(owned.missing)
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ')
  return `user ${JSON.stringify(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${
    unresolved && `; resolution errors: [${unresolved.replace(/^\[(.*)\]$/, '$1')}]`
  }`
}

const refused = (write: EscalationWrite, why: string): ApiError =>
  forbiddenRequest({ group: RBAC_GROUP, resource: write.resource }, write.object.metadata.name ?? '', why)

/**
 * Users may only put permissions into a role that they hold themselves, unless they may `escalate` it; an aggregation rule can select
 * anything, so it requires full permissions. Throws Forbidden.
 */
export async function checkRoleWrite(write: EscalationWrite, { index, authorizer }: EscalationRights): Promise<void> {
  const { object, old, user, resource } = write
  if (isPrivileged(user)) return
  if (await mayDo('escalate', resource, write.namespace, write.name, user, authorizer)) return
  if (old && onlyReleases(object, old)) return
  const kind = resource === 'roles' ? 'Role' : 'ClusterRole'
  const why = notHeld(roleOf(object, kind).rules, write, index)
  if (why) throw refused(write, why)
  // A rule without selectors aggregates nothing, and validation refuses it.
  const aggregates = (role: ApiObject | undefined): boolean =>
    kind === 'ClusterRole' && !!role && (roleOf(role, kind).aggregation ?? []).length > 0
  if ((aggregates(object) || aggregates(old)) && notHeld(FULL_AUTHORITY, write, index))
    throw refused(write, 'must have cluster-admin privileges to use the aggregationRule')
}

/**
 * Users may only bind a role whose permissions they hold, unless they may `bind` it. Throws Forbidden, and NotFound if the role does not
 * exist, because its rules can't be compared.
 */
export async function checkBindingWrite(
  write: EscalationWrite,
  { index, authorizer }: EscalationRights,
): Promise<void> {
  const { object, old, user, namespace } = write
  if (isPrivileged(user)) return
  if (old && onlyReleases(object, old)) return
  const { roleRef } = bindingOf(object, write.resource === 'rolebindings' ? 'RoleBinding' : 'ClusterRoleBinding')
  const roles = { Role: 'roles', ClusterRole: 'clusterroles' }[roleRef.kind]
  if (roles && (await mayDo('bind', roles, namespace, roleRef.name, user, authorizer))) return
  // Validation would name the field, but it runs later.
  if (!roles) throw unclassifiedError(`unsupported role reference kind: ${JSON.stringify(roleRef.kind)}`)
  const role = index.roleFor(roleRef, namespace)
  if (!role) throw notFoundError({ group: RBAC_GROUP, resource: roles }, roleRef.name)
  const why = notHeld(role.rules, write, index)
  if (why) throw refused(write, why)
}

/** Checks a write of any role or binding. */
export async function checkEscalation(write: EscalationWrite, rights: EscalationRights): Promise<void> {
  await (write.resource === 'roles' || write.resource === 'clusterroles' ? checkRoleWrite : checkBindingWrite)(
    write,
    rights,
  )
}
