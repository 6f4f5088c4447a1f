import { targetOf } from '../../../machinery/request-target'
import type { Attributes } from '../../../authorization/authorizer'
import { breakDown, compactRules, missingRights } from '../../../authorization/coverage'
import type { Proposal } from '../../../access-analysis/least-privilege'
import { proposedRole } from '../../../access-analysis/least-privilege'
import type { PolicyRule } from '../../../authorization/policy'
import type { ApiObject } from '../../../machinery/object'
import { requestInfoOf } from '../../../server/request-info'
import type { RequestTrace } from '../../../server/trace'
import { mergeRules } from './merge-rules'
import { type Person, subjectOf } from './people'
import { bindingObject } from './remedy'

/** A recorded request with the attributes that an authorizer saw. */
export interface Recorded {
  readonly id: string
  readonly user: string
  readonly status: number
  readonly attributes: Omit<Attributes, 'user'>
}

/** The attributes of a request, without the user. */
export function attributesOfRequest(method: string, path: string): Omit<Attributes, 'user'> {
  const {
    apiPrefix: _prefix,
    lacksNamespace: _lacks,
    nameFromSelector: _from,
    rest: _rest,
    ...info
  } = requestInfoOf(method, targetOf({ url: `http://orchard.invalid${path}` }))
  return info
}

/** Requests that authorization decided on; earlier failures are left out. */
export const recordedOf = (traces: readonly RequestTrace[]): Recorded[] =>
  traces.flatMap(({ id, user, status, method, path }) =>
    status === 401 || user === '' ? [] : [{ id, user, status, attributes: attributesOfRequest(method, path) }],
  )

/** Senders with their number of requests; the most recent sender first. */
export function usersOf(recorded: readonly Recorded[]): { user: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { user } of recorded) counts.set(user, (counts.get(user) ?? 0) + 1)
  return Array.from(counts, ([user, count]) => ({ user, count })).sort((a, b) => b.count - a.count)
}

/** A proposed role with its binding, as objects to store. */
export function proposedObjects(
  proposal: Proposal,
  name: string,
  person: Person,
  kind: 'Role' | 'ClusterRole',
): [role: ApiObject, binding: ApiObject] {
  const { namespace } = proposal
  const role =
    kind === 'ClusterRole'
      ? proposedRole({ ...proposal, namespace: '' }, namespace ? `${name}-${namespace}` : name)
      : proposedRole(proposal, name)
  const ref = { kind: role.kind ?? kind, name: role.metadata.name ?? name }
  return [role, bindingObject(namespace, name, ref, [subjectOf(person)])]
}

/** Rules that a user has but that the proposal omits, because they were never used. */
export const unused = (held: readonly PolicyRule[], proposed: readonly PolicyRule[]): PolicyRule[] =>
  mergeRules(compactRules(missingRights(proposed, held.flatMap(breakDown))))
