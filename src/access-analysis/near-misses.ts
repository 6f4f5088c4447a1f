import type { Attributes } from '../authorization/authorizer'
import { describeGrant, describeSubject, type Role } from '../authorization/policy'
import type { Grant, GrantedRule, PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'
import { quote } from '../machinery/quote'
import { type Lack, LACK_TEXTS, lacksOf, resourceHint, scopeOf } from './lacks'
import { type NearMiss, roleTitle, type Scored, scored } from './near-miss'
import { subjectMisses, wantedSubject } from './subject-misses'

/** Rules beyond this distance are unrelated to the request. */
const FARTHEST = 2.5

const SHOWN = 8

const UNBOUND_SHOWN = 3

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

/** `RoleBinding "readers" gives User "alice" the Role "reader"`. */
const grantTitle = ({ binding, subject }: Grant): string =>
  `${binding.kind} ${quote(binding.name)} gives ${describeSubject(subject, binding.namespace)} the ${binding.roleRef.kind} ${quote(binding.roleRef.name)}`

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
    what: `${grantTitle(granted)}, but rule ${granted.ruleIndex + 1} of the role ${texts.map(([what]) => what).join(', and ')}`,
    fix: texts.map(([, fix]) => fix).join(' '),
  }
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
        what: `${roleTitle(role)} allows it, but no binding gives it to ${quote(attributes.user.name)} ${scopeOf(attributes.namespace)}`,
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
