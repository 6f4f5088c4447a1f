import type { ApiObject } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import type { UserInfo } from '../machinery/user'
import type { Attributes, Authorizer, Decision, NonResourceRule, ResourceRule, RulesFor } from './authorizer'
import { type Binding, bindingOf, describeGrant, type PolicyRule, RBAC_GROUP, RBAC_RESOURCES, roleOf } from './policy'
import { type Grant, PolicyIndex } from './policy-index'

/** Describes, line by line, why no rule allows a request. For people only: decisions never depend on it. */
export type DescribeRefusal = (index: PolicyIndex, attributes: Attributes) => string

/** An index of the stored roles and bindings that follows every later change. They are read at its first use. */
export const createPolicyIndex = (reader: ObjectReader): PolicyIndex =>
  new PolicyIndex((index) => {
    const follow = (
      of: (typeof RBAC_RESOURCES)[keyof typeof RBAC_RESOURCES],
      set: (object: ApiObject) => void,
      remove: (object: ApiObject) => void,
    ): void => {
      reader.subscribe(of, (change) => (change.type === 'set' ? set(change.object) : remove(change.previous)))
      reader.list(of).forEach(set)
    }
    const named = ({ metadata }: ApiObject): [string, string] => [metadata.namespace ?? '', metadata.name ?? '']
    for (const kind of ['Role', 'ClusterRole'] as const)
      follow(
        RBAC_RESOURCES[kind],
        (object) => index.setRole(roleOf(object, kind)),
        (object) => index.removeRole(kind, ...named(object)),
      )
    for (const kind of ['RoleBinding', 'ClusterRoleBinding'] as const)
      follow(
        RBAC_RESOURCES[kind],
        (object) => index.setBinding(bindingOf(object, kind)),
        (object) => index.removeBinding(kind, ...named(object)),
      )
  })

const missingRole = ({ roleRef }: Binding): string =>
  `${roleRef.kind.toLowerCase()}.${RBAC_GROUP} ${JSON.stringify(roleRef.name)} not found`

/** The bindings whose role is missing, in one sentence; empty if there are none. */
export function missingRoles(missing: readonly Grant[]): string {
  const texts = [...new Set(missing.map(({ binding }) => missingRole(binding)))]
  return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? '')
}

/** Rules in the form of the rules review; a rule about both resources and paths appears as both. */
export function toReviewRules(rules: readonly PolicyRule[]): {
  resourceRules: ResourceRule[]
  nonResourceRules: NonResourceRule[]
} {
  const resourceRules: ResourceRule[] = []
  const nonResourceRules: NonResourceRule[] = []
  for (const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } of rules) {
    if (resources?.length)
      resourceRules.push({
        verbs,
        ...(apiGroups?.length && { apiGroups }),
        resources,
        ...(resourceNames?.length && { resourceNames }),
      })
    if (nonResourceURLs?.length) nonResourceRules.push({ verbs, nonResourceURLs })
  }
  return { resourceRules, nonResourceRules }
}

/** RBAC: allows requests that a binding of the user grants, and has no opinion on others. */
export class RbacAuthorizer implements Authorizer {
  readonly name = 'RBAC'
  readonly #describeRefusal: DescribeRefusal | undefined

  constructor(
    readonly index: PolicyIndex,
    describeRefusal?: DescribeRefusal,
  ) {
    this.#describeRefusal = describeRefusal
  }

  authorize(attributes: Attributes): Decision {
    const found = this.index.decide(attributes)
    if ('granted' in found)
      return {
        verdict: 'allow',
        reason: `RBAC: allowed by ${describeGrant(found.granted.binding, found.granted.subject)}`,
      }
    const missing = missingRoles(found.missing)
    return { verdict: 'no-opinion', reason: missing && `RBAC: ${missing}` }
  }

  explain(attributes: Attributes): string | undefined {
    return this.#describeRefusal?.(this.index, attributes)
  }

  rulesFor(user: UserInfo, namespace: string): RulesFor {
    const { rules, missing } = this.index.rulesFor(user, namespace)
    const error = missingRoles(missing)
    return {
      ...toReviewRules(rules.map(({ rule }) => rule)),
      incomplete: false,
      ...(error && { evaluationError: error }),
    }
  }
}
