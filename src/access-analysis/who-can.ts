import type { Attributes } from '../authorization/authorizer'
import type { PolicyRule, Role, Subject } from '../authorization/policy'
import type { GrantedRule, PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'

/** A subject that may do what was asked. */
export interface Able {
  readonly subject: Subject
  /** All grants through which the subject may. */
  readonly grants: readonly GrantedRule[]
  /** The only objects that it may do it to, by name; all if absent. */
  readonly names?: readonly string[]
}

/** Who may make a request in one place; `namespace` '' is the requested scope, or everywhere. */
export interface AblePlace {
  readonly namespace: string
  readonly able: readonly Able[]
}

type Request = Omit<Attributes, 'user'>

/** Returns the indexes of a role's rules that match. */
type FindRules = (role: Role) => readonly number[]

/** The subjects of the bindings that apply in a namespace, each with the matching rules. */
function holders(index: PolicyIndex, namespace: string, find: FindRules): Able[] {
  const found = new Map<string, { subject: Subject; grants: GrantedRule[] }>()
  for (const binding of index.allBindings()) {
    if (binding.namespace !== '' && binding.namespace !== namespace) continue
    const role = index.roleFor(binding.roleRef, binding.namespace)
    const rules = role ? find(role) : []
    if (!role || rules.length === 0) continue
    for (const subject of binding.subjects) {
      const home = subject.kind === 'ServiceAccount' ? subject.namespace || binding.namespace : ''
      const key = `${subject.kind}/${home}/${subject.name}`
      const able = found.get(key) ?? { subject: { ...subject, ...(home && { namespace: home }) }, grants: [] }
      for (const ruleIndex of rules) {
        const rule = role.rules[ruleIndex]
        if (rule) able.grants.push({ binding, subject, role, rule, ruleIndex })
      }
      found.set(key, able)
    }
  }
  return [...found.values()]
}

const asNobody = (request: Request): Attributes => ({ ...request, user: { name: '', groups: [] } })

/** All subjects that may make the request, each with its grants. Members of the privileged group always may, in addition. */
export function whoCan(index: PolicyIndex, request: Request): Able[] {
  const attributes = asNobody(request)
  return holders(index, request.namespace, ({ rules }) => {
    const first = rules.findIndex((rule) => ruleAllows(rule, attributes))
    return first < 0 ? [] : [first]
  })
}

/** Whether requests have no name when they are authorized: then a rule with resourceNames never applies. */
export const isNameless = (verb: string, subresource: string): boolean =>
  verb === 'deletecollection' || (verb === 'create' && subresource === '')

const namesOf = (grants: readonly GrantedRule[]): readonly string[] => [
  ...new Set(grants.flatMap(({ rule }) => rule.resourceNames ?? [])),
]

/** Subjects that may make a request that names no object, if it named one of those in their rules. */
function whoCanNamed(index: PolicyIndex, request: Request): Able[] {
  if (request.name !== '' || !request.isResourceRequest || isNameless(request.verb, request.subresource)) return []
  const allowsNamed = (rule: PolicyRule): boolean =>
    rule.resourceNames?.[0] !== undefined && ruleAllows(rule, { ...asNobody(request), name: rule.resourceNames[0] })
  const find: FindRules = ({ rules }) => rules.flatMap((rule, i) => (allowsNamed(rule) ? [i] : []))
  return holders(index, request.namespace, find).map((able) => ({ ...able, names: namesOf(able.grants) }))
}

const keyOf = ({ subject: { kind, namespace = '', name } }: Able): string => [kind, namespace, name].join('/')

/** The subjects that may in one place: first for all objects, then for some names only. */
function ableIn(index: PolicyIndex, request: Request): Able[] {
  const able = whoCan(index, request)
  const known = new Set(able.map(keyOf))
  return [...able, ...whoCanNamed(index, request).filter((one) => !known.has(keyOf(one)))]
}

/** Requests for a namespace are authorized inside it, so bindings in it apply. */
const NAMESPACE_VERBS = new Set(['get', 'update', 'patch', 'delete'])
const isSomeNamespace = ({ apiGroup, resource, name, verb }: Request): boolean =>
  apiGroup === '' && resource === 'namespaces' && name === '' && NAMESPACE_VERBS.has(verb)

/**
 * Everyone who may make a request: in the whole requested scope, for all objects or some names; for a request over all namespaces also one
 * place per namespace with bindings of subjects that may not do it everywhere.
 */
export function whoCanWhere(index: PolicyIndex, request: Request, namespaced: boolean): AblePlace[] {
  const everywhere = { namespace: '', able: ableIn(index, request) }
  const self = isSomeNamespace(request)
  if ((!namespaced && !self) || !request.isResourceRequest || request.namespace !== '') return [everywhere]
  const namespaces = new Set(Array.from(index.allBindings(), ({ namespace }) => namespace).filter(Boolean))
  const places = [...namespaces].sort().map((namespace) => ({
    namespace,
    able: ableIn(index, { ...request, namespace, ...(self && { name: namespace }) }).flatMap((able) => {
      const own = able.grants.filter(({ binding }) => binding.namespace === namespace)
      // Grants that apply everywhere are listed already; additional names in one namespace are not.
      if (own.length === 0 || (!able.names && own.length < able.grants.length)) return []
      const names = self ? [namespace] : able.names && namesOf(own)
      return [{ subject: able.subject, grants: own, ...(names && { names }) }]
    }),
  }))
  return [everywhere, ...places.filter(({ able }) => able.length > 0)]
}
