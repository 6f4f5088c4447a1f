import type { Attributes } from '../../../authorization/authorizer'
import type { Lack } from '../../../access-analysis/lacks'
import { type Binding, type PolicyRule, RBAC_GROUP, type Role, type Subject } from '../../../authorization/policy'
import { alike } from '../../../access-analysis/similar'
import type { ApiObject } from '../../../machinery/object'
import { type Bundle, ruleOf } from '../../components/refusal/bundles'
import type { NearMiss } from '../../../access-analysis/near-miss'
import { quote } from '../../../machinery/quote'

/** A change to roles and bindings that would allow a refused request. */
export interface Remedy {
  readonly title: string
  /** As they would be stored; some may replace existing objects. */
  readonly objects: readonly ApiObject[]
}

/** Kinds of roles and bindings. */
export type RbacKind = Role['kind'] | Binding['kind']
/** Finds an object by kind, namespace and name. */
export type FindObject = (kind: RbacKind, namespace: string, name: string) => ApiObject | undefined

const API_VERSION = `${RBAC_GROUP}/v1`
const UNNAMED = new Set(['create', 'deletecollection'])

const whole = ({ resource, subresource }: Attributes): string => (subresource ? `${resource}/${subresource}` : resource)

/** The smallest rule that allows a request. */
export function ruleFor(attributes: Attributes): PolicyRule {
  const { verb, isResourceRequest, apiGroup, name, path } = attributes
  if (!isResourceRequest) return { nonResourceURLs: [path], verbs: [verb] }
  return {
    apiGroups: [apiGroup],
    resources: [whole(attributes)],
    ...(name && !UNNAMED.has(verb) && { resourceNames: [name] }),
    verbs: [verb],
  }
}

const withItem = (items: readonly string[] = [], item: string, instead?: string): string[] => {
  const kept = instead === undefined ? [...items] : items.map((one) => (one === instead ? item : one))
  return kept.includes(item) ? [...new Set(kept)] : [...kept, item]
}

/** The rules with one extended; if that is impossible, with a new rule appended. */
function mended(
  rules: readonly PolicyRule[],
  at: number,
  lacks: readonly Lack[],
  attributes: Attributes,
): readonly PolicyRule[] {
  const rule = rules[at]
  const { verb, apiGroup, name, path } = attributes
  if (!rule) return [...rules, ruleFor(attributes)]
  const aloneForNames = lacks.includes('name') && (name === '' || UNNAMED.has(verb))
  const otherSort = lacks.includes('path') && !rule.nonResourceURLs?.length
  if (aloneForNames || otherSort) return [...rules, ruleFor(attributes)]
  let fixed = rule
  if (lacks.includes('verb')) fixed = { ...fixed, verbs: withItem(fixed.verbs, verb) }
  if (lacks.includes('group')) {
    const spelled = fixed.apiGroups?.find((group) => group.split('/')[0] === apiGroup || alike(group, apiGroup))
    fixed = { ...fixed, apiGroups: withItem(fixed.apiGroups, apiGroup, spelled) }
  }
  if (lacks.includes('resource') || lacks.includes('subresource')) {
    const hint = lacks.includes('subresource')
      ? undefined
      : fixed.resources?.find((one) => alike(one, whole(attributes)) || alike(one, attributes.resource))
    fixed = { ...fixed, resources: withItem(fixed.resources, whole(attributes), hint) }
  }
  if (lacks.includes('name')) fixed = { ...fixed, resourceNames: withItem(fixed.resourceNames, name) }
  if (lacks.includes('path')) fixed = { ...fixed, nonResourceURLs: withItem(fixed.nonResourceURLs, path) }
  return rules.with(at, fixed)
}

const roleObject = (
  kind: Role['kind'],
  namespace: string,
  name: string,
  rules: readonly PolicyRule[],
  old?: ApiObject,
): ApiObject => ({
  ...(old ?? {
    apiVersion: API_VERSION,
    kind,
    metadata: { name, ...(kind === 'Role' && { namespace }) },
  }),
  rules,
})

/** A binding of a role in a namespace, or cluster-wide for ''. */
export const bindingObject = (
  namespace: string,
  name: string,
  role: { readonly kind: string; readonly name: string },
  subjects: readonly Subject[],
): ApiObject => ({
  apiVersion: API_VERSION,
  kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
  metadata: { name, ...(namespace && { namespace }) },
  roleRef: { apiGroup: RBAC_GROUP, kind: role.kind, name: role.name },
  subjects,
})

/** An unused name made from words, with a number appended if necessary. */
export function freeName(find: FindObject, kind: RbacKind, namespace: string, ...words: readonly string[]): string {
  const base =
    words
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
      .slice(0, 60) || 'new'
  for (let i = 1; ; i++) {
    const name = i === 1 ? base : `${base}-${i}`
    if (!find(kind, namespace, name)) return name
  }
}

/** Roles that should not be edited: aggregated ones, and those that came with the system. */
const isKept = (role: Role): boolean =>
  role.aggregation !== undefined || role.labels['orch.io/bootstrapping'] === 'rbac-defaults'

/** A refused request for which a remedy is looked for. */
export interface Case {
  readonly attributes: Attributes
  readonly subject: Subject
  readonly find: FindObject
}

function bind(role: { kind: string; name: string }, namespace: string, { subject, find }: Case): ApiObject {
  const kind = namespace ? 'RoleBinding' : 'ClusterRoleBinding'
  return bindingObject(namespace, freeName(find, kind, namespace, role.name, subject.name), role, [subject])
}

const bindTitle = (role: { kind: string; name: string }, namespace: string, { subject }: Case): string =>
  `Bind ${role.kind} ${quote(role.name)} to ${subject.kind} ${quote(subject.name)} ${namespace ? `in ${namespace}` : 'in the cluster'}`

/** A new role that grants a bundle including this request (by default the request alone), with its binding. */
export function ownRole(given: Case, bundle?: Bundle): Remedy {
  const { attributes, subject, find } = given
  const { verb, isResourceRequest, namespace } = attributes
  const kind = isResourceRequest && namespace ? 'Role' : 'ClusterRole'
  const where = kind === 'Role' ? namespace : ''
  const what = isResourceRequest ? whole(attributes) : attributes.path
  const name = freeName(find, kind, where, subject.name, bundle && bundle.id !== 'request' ? bundle.id : verb, what)
  const rule = bundle ? ruleOf(bundle, { ...attributes, resource: whole(attributes) }) : ruleFor(attributes)
  return {
    title: `Draft a new ${kind} and binding`,
    objects: [roleObject(kind, where, name, [rule]), bind({ kind, name }, where, given)],
  }
}

/** The change that turns a near miss into a match; undefined if there is none. */
export function remedyFor(miss: NearMiss, attributes: Attributes, subject: Subject, find: FindObject): Remedy {
  const given: Case = { attributes, subject, find }
  const { binding, role, lacks } = miss
  const place = attributes.isResourceRequest ? attributes.namespace : ''
  if (lacks.includes('role') && binding) {
    const { kind, name } = binding.roleRef
    const sort = kind === 'ClusterRole' ? 'ClusterRole' : 'Role'
    return {
      title: `Draft the ${sort} ${quote(name)}`,
      objects: [roleObject(sort, binding.namespace, name, [ruleFor(attributes)])],
    }
  }
  if (lacks.includes('subject') && binding) {
    const old = find(binding.kind, binding.namespace, binding.name)
    const subjects = [...binding.subjects, subject]
    return {
      title: `Add ${subject.kind} ${quote(subject.name)} to ${binding.kind} ${quote(binding.name)}`,
      objects: [old ? { ...old, subjects } : bindingObject(binding.namespace, binding.name, binding.roleRef, subjects)],
    }
  }
  if (lacks.includes('binding') && role)
    return {
      title: bindTitle(role, place, given),
      objects: [bind(role, place, given)],
    }
  if (!role || miss.ruleIndex === undefined) return ownRole(given)
  return mendedRole(miss, role, miss.ruleIndex, place, given)
}

function mendedRole(miss: NearMiss, role: Role, ruleIndex: number, place: string, given: Case): Remedy {
  const { attributes, find } = given
  const ruleLacks = miss.lacks.filter((lack) => lack !== 'namespace')
  const elsewhere = miss.lacks.includes('namespace')
  if (isKept(role) && ruleLacks.length > 0) return ownRole(given)
  if (!elsewhere) {
    const rules = mended(role.rules, ruleIndex, ruleLacks, attributes)
    return {
      title: `Draft a change to ${role.kind} ${quote(role.name)}`,
      objects: [roleObject(role.kind, role.namespace, role.name, rules, find(role.kind, role.namespace, role.name))],
    }
  }
  if (role.kind === 'ClusterRole') {
    const binding = bind(role, place, given)
    if (ruleLacks.length === 0) return { title: bindTitle(role, place, given), objects: [binding] }
    const rules = mended(role.rules, ruleIndex, ruleLacks, attributes)
    return {
      title: `Draft a change to ClusterRole ${quote(role.name)} and a binding`,
      objects: [roleObject('ClusterRole', '', role.name, rules, find('ClusterRole', '', role.name)), binding],
    }
  }
  // A Role applies only in its own namespace, so its rule is copied to the namespace of the request.
  const rule = role.rules[ruleIndex]
  const rules = rule ? mended([rule], 0, ruleLacks, attributes) : [ruleFor(attributes)]
  const kind = place ? 'Role' : 'ClusterRole'
  const name = freeName(find, kind, place, role.name)
  return {
    title: `Draft the same role and binding ${place ? `in ${place}` : 'for the cluster'}`,
    objects: [roleObject(kind, place, name, rules), bind({ kind, name }, place, given)],
  }
}
