import { quote } from './finding'
import type { Attributes } from '../authorization/authorizer'
import {
  type Binding,
  describeGrant,
  describeSubject,
  type PolicyRule,
  type Role,
  serviceAccountUser,
  splitServiceAccountUser,
  type Subject,
} from '../authorization/policy'
import type { Grant, GrantedRule, PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'
import { alike } from './similar'
import { type Lack, LACK_TEXTS, lacksOf, resourceHint, WEIGHTS } from './lacks'

/** A rule, role or binding that nearly allows the request. */
export interface NearMiss {
  readonly lacks: readonly Lack[]
  readonly binding?: Binding
  readonly subject?: Subject
  readonly role?: Role
  readonly rule?: PolicyRule
  /** Index of the rule in its role. */
  readonly ruleIndex?: number
  /** What exists, and what it lacks. */
  readonly what: string
  /** What would make the request pass. */
  readonly fix: string
}

/** Rules beyond this distance are unrelated to the request. */
const FARTHEST = 2.5

const SHOWN = 8

const UNBOUND_SHOWN = 3

const roleTitle = ({ kind, name, namespace }: Role): string =>
  `${kind} ${quote(namespace ? `${name}/${namespace}` : name)}`

interface Scored extends NearMiss {
  readonly distance: number
}

const scored = (miss: NearMiss, extra = 0): Scored => ({
  ...miss,
  distance: miss.lacks.reduce((sum, lack) => sum + WEIGHTS[lack], extra),
})

/** The rules, roles and bindings that almost allow a refused request, nearest first, without duplicates. */
export function nearMisses(index: PolicyIndex, attributes: Attributes): NearMiss[] {
  const found = [
    ...ownMisses(index, attributes),
    ...subjectMisses(index, attributes),
    ...unboundMisses(index, attributes),
  ]
  const shown: NearMiss[] = []
  const seen = new Set<string>()
  for (const { distance: _distance, ...miss } of found.sort((a, b) => a.distance - b.distance)) {
    if (seen.has(miss.what)) continue
    seen.add(miss.what)
    if (shown.push(miss) === SHOWN) break
  }
  return shown
}

/** Near misses among the user's own bindings. */
function ownMisses(index: PolicyIndex, attributes: Attributes): Scored[] {
  return index.everyGrantOf(attributes.user).flatMap((grant) => {
    const elsewhere = grant.binding.namespace !== '' && grant.binding.namespace !== attributes.namespace
    const role = index.roleFor(grant.binding.roleRef, grant.binding.namespace)
    if (!role) return elsewhere ? [] : [roleMiss(grant)]
    return role.rules.flatMap((rule, ruleIndex) => {
      const lacks = [...(elsewhere ? (['namespace'] as const) : []), ...lacksOf(rule, attributes)]
      const miss = scored(
        ruleMiss({ ...grant, role, rule, ruleIndex }, lacks, attributes),
        lacks.includes('resource') && resourceHint(rule, attributes) ? -0.8 : 0,
      )
      return miss.distance <= FARTHEST && lacks.length <= 2 ? [miss] : []
    })
  })
}

const roleMiss = (grant: Grant): Scored => {
  const { roleRef, namespace } = grant.binding
  return scored({
    lacks: ['role'],
    ...grant,
    what: `${describeGrant(grant.binding, grant.subject)} points to a role that does not exist`,
    fix: `Create the ${roleRef.kind} ${quote(roleRef.name)}${roleRef.kind === 'Role' ? ` in the namespace ${quote(namespace)}` : ''}.`,
  })
}

function ruleMiss(granted: GrantedRule, lacks: readonly Lack[], attributes: Attributes): NearMiss {
  const texts = lacks
    .map((lack) =>
      lack === 'role' || lack === 'subject' || lack === 'binding'
        ? undefined
        : LACK_TEXTS[lack](granted.rule, attributes, granted),
    )
    .filter((text) => text !== undefined)
  return {
    lacks,
    ...granted,
    what: `Rule ${granted.ruleIndex + 1} of ${roleTitle(granted.role)}, held by ${describeGrant(granted.binding, granted.subject)}, ${texts.map(([what]) => what).join(', and ')}`,
    fix: texts.map(([, fix]) => fix).join(' '),
  }
}

/** Bindings that would allow the request to a subject whose name resembles the user's. */
function subjectMisses(index: PolicyIndex, attributes: Attributes): Scored[] {
  const misses: Scored[] = []
  for (const binding of index.allBindings()) {
    if (binding.namespace !== '' && binding.namespace !== attributes.namespace) continue
    const meant = binding.subjects.flatMap((subject) => {
      const how = resemblance(subject, binding.namespace, attributes)
      return how === undefined ? [] : [{ subject, how }]
    })
    if (meant.length === 0) continue
    const role = index.roleFor(binding.roleRef, binding.namespace)
    const ruleIndex = role?.rules.findIndex((rule) => ruleAllows(rule, attributes)) ?? -1
    const rule = role?.rules[ruleIndex]
    if (!role || !rule) continue
    for (const { subject, how } of meant) {
      const what = `${describeGrant(binding, subject)} allows it, but ${how}`
      const fix = `Name the subject as the request does: ${wantedSubject(attributes)}.`
      misses.push(scored({ lacks: ['subject'], binding, subject, role, rule, ruleIndex, what, fix }))
    }
  }
  return misses
}

function wantedSubject({ user }: Attributes): string {
  const account = splitServiceAccountUser(user.name)
  return account ? describeSubject({ kind: 'ServiceAccount', ...account }, '') : `User ${quote(user.name)}`
}

/** How a subject resembles the user without being it; undefined if it does not. */
function resemblance(subject: Subject, bindingNamespace: string, { user }: Attributes): string | undefined {
  const account = splitServiceAccountUser(user.name)
  const shown = describeSubject(subject, bindingNamespace)
  if (subject.kind === 'Group') {
    if (subject.name === user.name) return `${shown} is a group, and the request comes from a user of that name`
    const group = user.groups.find((own) => alike(own, subject.name))
    return group === undefined ? undefined : `the user's group is ${quote(group)}`
  }
  if (subject.kind === 'User') {
    if (account && subject.name === account.name) return `${shown} is not the service account ${quote(user.name)}`
    if (user.groups.includes(subject.name)) return `${shown} is a user, and the request's user has a group of that name`
    return alike(subject.name, user.name) ? `the request comes from ${quote(user.name)}` : undefined
  }
  const name = serviceAccountUser(subject.namespace || bindingNamespace, subject.name)
  if (account && account.name === subject.name)
    return name === user.name
      ? undefined
      : `the request comes from the account of the namespace ${quote(account.namespace)}`
  if (user.name === subject.name)
    return `the request comes from the user ${quote(user.name)}, not from a service account`
  return alike(name, user.name) ? `the request comes from ${quote(user.name)}` : undefined
}

/** Roles that would allow the request but are not bound to the user; those with the fewest permissions first. */
function unboundMisses(index: PolicyIndex, attributes: Attributes): Scored[] {
  const fitting = [...index.allRoles()]
    .filter(
      (role) =>
        role.kind === 'ClusterRole' ||
        (attributes.isResourceRequest && attributes.namespace !== '' && role.namespace === attributes.namespace),
    )
    .map((role) => ({ role, ruleIndex: role.rules.findIndex((rule) => ruleAllows(rule, attributes)) }))
    .filter(({ ruleIndex }) => ruleIndex >= 0)
    .sort(
      (a, b) =>
        Number(isForParts(a.role)) - Number(isForParts(b.role)) ||
        generosity(a.role) - generosity(b.role) ||
        (a.role.name < b.role.name ? -1 : 1),
    )
  return fitting.slice(0, UNBOUND_SHOWN).map(({ role, ruleIndex }, place) =>
    scored(
      {
        lacks: ['binding'],
        role,
        rule: role.rules[ruleIndex],
        ruleIndex,
        what: `${roleTitle(role)} allows it, but no binding that counts here gives it to ${quote(attributes.user.name)}`,
        fix: `Bind it by a ${attributes.isResourceRequest && attributes.namespace ? `RoleBinding in the namespace ${quote(attributes.namespace)}` : 'ClusterRoleBinding'} to ${wantedSubject(attributes)}.`,
      },
      place / 10,
    ),
  )
}

/** Roles for system components, which others should not need. */
const isForParts = ({ name }: Role): boolean => name.startsWith('system:')

/** A rough measure of how many permissions a role grants. */
const generosity = (role: Role): number =>
  role.rules.reduce((sum, rule) => {
    const size = (items: readonly string[] | undefined, all: number): number =>
      items?.includes('*') ? all : (items?.length ?? 0)
    return (
      sum +
      size(rule.verbs, 20) * (size(rule.apiGroups, 50) * size(rule.resources, 100) + size(rule.nonResourceURLs, 100))
    )
  }, 0)
