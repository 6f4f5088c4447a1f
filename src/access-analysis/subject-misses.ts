import type { Attributes } from '../authorization/authorizer'
import {
  describeGrant,
  describeSubject,
  serviceAccountUser,
  splitServiceAccountUser,
  type Subject,
} from '../authorization/policy'
import type { PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'
import { quote } from '../machinery/quote'
import { alike } from './similar'
import { type Scored, scored } from './near-miss'

/** Bindings that would allow the request to a subject whose name resembles the user's. */
export function subjectMisses(index: PolicyIndex, attributes: Attributes): Scored[] {
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

/** The user of a request, as the subject that a binding should name. */
export function wantedSubject({ user }: Attributes): string {
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
