import { equal } from '../machinery/json'
import { aggregate } from '../authorization/aggregation'
import { breakDown, ruleCovers } from '../authorization/coverage'
import type { Binding, Policy, PolicyRule, Role, Subject } from '../authorization/policy'
import { PolicyIndex } from '../authorization/policy-index'
import { distinct, rulesOf, userOf } from './queries'

/** A right that a change of roles and bindings gives or takes. */
export interface DecisionChange {
  readonly subject: Subject
  /** Namespace of the change; '' is everywhere. */
  readonly namespace: string
  readonly change: 'gained' | 'lost'
  /** One verb on one resource or path. */
  readonly rule: PolicyRule
}

const roleId = ({ kind, namespace, name }: Role): string => `${kind}/${namespace}/${name}`
const bindingId = ({ kind, namespace, name }: Binding): string => `${kind}/${namespace}/${name}`

/**
 * The decisions that differ between two policies: after an edited role, a new binding, a changed label for aggregation. A permission that
 * the user keeps through another binding is not listed.
 */
export function whatIf(before: Policy, after: Policy): DecisionChange[] {
  const [was, is] = [before, after].map((policy) => PolicyIndex.of({ ...policy, roles: aggregate(policy.roles) })) as [
    PolicyIndex,
    PolicyIndex,
  ]
  const changes = new Map<string, DecisionChange>()
  for (const { binding, atoms } of touched(was, is))
    for (const subject of binding.subjects) {
      const user = userOf(subject, binding.namespace)
      const [held, holds] = [was, is].map((index) =>
        index.rulesFor(user, binding.namespace).rules.map(({ rule }) => rule),
      ) as [PolicyRule[], PolicyRule[]]
      for (const rule of atoms) {
        const [then, now] = [held, holds].map((rules) => rules.some((one) => ruleCovers(one, rule))) as [
          boolean,
          boolean,
        ]
        if (then === now) continue
        const change = now ? 'gained' : 'lost'
        const shown =
          subject.kind === 'ServiceAccount' && !subject.namespace
            ? { ...subject, namespace: binding.namespace }
            : subject
        changes.set(JSON.stringify([shown.kind, shown.namespace, shown.name, binding.namespace, rule]), {
          subject: shown,
          namespace: binding.namespace,
          change,
          rule,
        })
      }
    }
  return [...changes.values()]
}

/** Bindings whose subjects may gain or lose something, with every single affected permission. */
function* touched(was: PolicyIndex, is: PolicyIndex): Generator<{ binding: Binding; atoms: readonly PolicyRule[] }> {
  const rolesThen = new Map(Array.from(was.allRoles(), (role) => [roleId(role), role]))
  const rolesNow = new Map(Array.from(is.allRoles(), (role) => [roleId(role), role]))
  const bindingsThen = new Map(Array.from(was.allBindings(), (binding) => [bindingId(binding), binding]))
  const bindingsNow = new Map(Array.from(is.allBindings(), (binding) => [bindingId(binding), binding]))
  const changedRoles = new Set(
    [...rolesThen.keys(), ...rolesNow.keys()].filter(
      (id) => !equal(rulesOf(rolesThen.get(id)), rulesOf(rolesNow.get(id))),
    ),
  )
  for (const id of new Set([...bindingsThen.keys(), ...bindingsNow.keys()])) {
    const [then, now] = [bindingsThen.get(id), bindingsNow.get(id)]
    const versions = [then, now].filter((binding) => binding !== undefined)
    const role = versions.some(({ roleRef, namespace }) =>
      changedRoles.has(`${roleRef.kind}/${roleRef.kind === 'Role' ? namespace : ''}/${roleRef.name}`),
    )
    if (!role && equal(then, now)) continue
    for (const binding of versions)
      yield {
        binding,
        atoms: distinct([
          ...versions
            .flatMap((one) => [
              ...rulesOf(was.roleFor(one.roleRef, one.namespace)),
              ...rulesOf(is.roleFor(one.roleRef, one.namespace)),
            ])
            .flatMap(breakDown),
        ]),
      }
  }
}
