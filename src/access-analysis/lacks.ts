import type { Attributes } from '../authorization/authorizer'
import type { PolicyRule } from '../authorization/policy'
import type { GrantedRule } from '../authorization/policy-index'
import { lacking } from '../authorization/rules'
import { quote } from '../machinery/quote'
import { alike } from './similar'

/** What a rule, role or binding lacks to allow a request. */
export type Lack =
  | 'role'
  | 'namespace'
  | 'verb'
  | 'subresource'
  | 'name'
  | 'group'
  | 'resource'
  | 'path'
  | 'subject'
  | 'binding'

/** The distance that each lack adds between a rule and the request; the sum ranks near misses. */
export const WEIGHTS: Readonly<Record<Lack, number>> = {
  role: 1,
  namespace: 1,
  verb: 1,
  subresource: 1,
  name: 1,
  path: 1,
  group: 1.2,
  subject: 1.3,
  resource: 2,
  binding: 2.5,
}

const list = (texts: readonly string[] = []): string => texts.map(quote).join(', ') || 'none'

const wholeResource = ({ resource, subresource }: Attributes): string =>
  subresource ? `${resource}/${subresource}` : resource

/** The aspects of a request that a rule does not cover. */
export function lacksOf(rule: PolicyRule, attributes: Attributes): Lack[] {
  return lacking(rule, attributes).map((aspect) => {
    if (aspect !== 'resource') return aspect
    const bases = (rule.resources ?? []).map((resource) => resource.split('/')[0])
    return bases.includes(attributes.resource) ? 'subresource' : 'resource'
  })
}

/** A resource of the rule with a name similar to the requested one. */
export const resourceHint = (rule: PolicyRule, attributes: Attributes): string | undefined =>
  (rule.resources ?? []).find(
    (resource) => alike(resource, wholeResource(attributes)) || alike(resource, attributes.resource),
  )

/** What a rule lacks, as a clause, and what would have to change. */
export const LACK_TEXTS: Readonly<
  Record<
    Exclude<Lack, 'role' | 'subject' | 'binding'>,
    (rule: PolicyRule, attributes: Attributes, miss: GrantedRule) => readonly [what: string, fix: string]
  >
> = {
  namespace: (_rule, { namespace }, { binding, role }) => [
    `holds only in the namespace ${quote(binding.namespace)}, and the request is ${scopeOf(namespace)}`,
    namespace
      ? `Bind ${role.kind === 'ClusterRole' ? `the ClusterRole ${quote(role.name)}` : 'a role with this rule'} in the namespace ${quote(namespace)}.`
      : 'Bind a ClusterRole with this rule by a ClusterRoleBinding.',
  ],
  verb: (rule, { verb }) => [
    `allows the verbs ${list(rule.verbs)}, not ${quote(verb)}`,
    `Add the verb ${quote(verb)} to the rule.`,
  ],
  group: (rule, { apiGroup }) => {
    const versioned = rule.apiGroups?.find((group) => group.split('/')[0] === apiGroup && group.includes('/'))
    const spelled = versioned ?? rule.apiGroups?.find((group) => alike(group, apiGroup))
    return [
      `is about the API groups ${list(rule.apiGroups)}, not ${quote(apiGroup)}${apiGroup === '' ? ' (the core group)' : ''}`,
      spelled
        ? `Write the group as ${quote(apiGroup)}${versioned ? ', without a version' : ''}.`
        : `Add the API group ${quote(apiGroup)} to the rule.`,
    ]
  },
  resource: (rule, attributes) => {
    const hint = resourceHint(rule, attributes)
    const wanted = wholeResource(attributes)
    return [
      `is about ${list(rule.resources)}, not ${quote(wanted)}`,
      hint ? `Write ${quote(wanted)} instead of ${quote(hint)}.` : `Add the resource ${quote(wanted)} to the rule.`,
    ]
  },
  subresource: (rule, attributes) => {
    const wanted = wholeResource(attributes)
    return [
      attributes.subresource
        ? `covers ${list(rule.resources)}, but not the subresource ${quote(wanted)}`
        : `covers only subresources (${list(rule.resources)}), not ${quote(wanted)} itself`,
      `Add the resource ${quote(wanted)} to the rule.`,
    ]
  },
  name: (rule, { verb, name }) => {
    const names = `names only ${list(rule.resourceNames)}`
    if (name)
      return [`${names}, not ${quote(name)}`, `Add ${quote(name)} to the rule's resourceNames, or take the names away.`]
    if (verb === 'list' || verb === 'watch')
      return [
        `${names}, and the request is about all`,
        `Ask for one of them by the field selector metadata.name=${rule.resourceNames?.[0] ?? ''}, or take the names away.`,
      ]
    return [
      `${names}, and a ${verb} request has no name to compare`,
      `Move ${quote(verb)} to a rule without resourceNames.`,
    ]
  },
  path: (rule, { path }) => [
    (rule.nonResourceURLs ?? []).length > 0
      ? `is about the paths ${list(rule.nonResourceURLs)}, not ${quote(path)}`
      : `is about resources, not the path ${quote(path)}`,
    `Add ${quote(path)} to nonResourceURLs of a ClusterRole that a ClusterRoleBinding grants.`,
  ],
}

/** The scope of a request, as the end of a sentence. */
export const scopeOf = (namespace: string): string =>
  namespace ? `in the namespace ${quote(namespace)}` : 'at the cluster scope'
