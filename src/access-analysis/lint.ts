import { breakDown, ruleCovers } from '../authorization/coverage'
import { type Binding, describeSubject, type Policy, type Role } from '../authorization/policy'
import { PolicyIndex } from '../authorization/policy-index'
import { quote } from '../machinery/quote'
import type { Finding } from './finding'
import { RULE_CHECKS } from './lint-rules'

const ANYBODY = new Set(['system:anonymous', 'system:unauthenticated'])
const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection', '*']

/** Built-in roles can't be improved, so findings in them would not help. */
const isDefault = (role: Role): boolean => role.labels['orch.io/bootstrapping'] === 'rbac-defaults'
const isDefaultBinding = (binding: Binding): boolean =>
  binding.name.startsWith('system:') || (binding.name === 'cluster-admin' && binding.roleRef.name === 'cluster-admin')

/** Reports common mistakes, the worst first; default roles and bindings are left out. */
export function lint(policy: Policy): Finding[] {
  const index = PolicyIndex.of(policy)
  const findings = [
    ...policy.roles.filter((role) => !isDefault(role)).flatMap((role) => roleFindings(role, policy)),
    ...policy.bindings
      .filter((binding) => !isDefaultBinding(binding))
      .flatMap((binding) => bindingFindings(binding, index)),
  ]
  const order = ['danger', 'warning', 'hint']
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

function roleFindings(role: Role, policy: Policy): Finding[] {
  const { kind, namespace, name } = role
  const of = { kind, namespace, name }
  const findings = role.rules.flatMap((rule, ruleIndex) =>
    RULE_CHECKS.filter(({ when }) => when(rule)).map(({ code, severity, text, advice }): Finding => ({
      ...of,
      code,
      severity,
      ruleIndex,
      text: `Rule ${ruleIndex + 1} ${text}.`,
      advice,
    })),
  )
  role.rules.forEach((rule, ruleIndex) => {
    const others = role.rules.filter((_other, i) => i !== ruleIndex)
    const atoms = breakDown(rule)
    // Of two equal rules, only the later one is redundant.
    const covering =
      atoms.length > 0 &&
      atoms.every((atom) =>
        others.some(
          (other) => ruleCovers(other, atom) && !(ruleCovers(rule, other) && role.rules.indexOf(other) > ruleIndex),
        ),
      )
    if (covering)
      findings.push({
        ...of,
        code: 'superfluous',
        severity: 'hint',
        ruleIndex,
        text: `Rule ${ruleIndex + 1} allows nothing that other rules of the role do not.`,
        advice: 'Take it out.',
      })
  })
  const bound = policy.bindings.some(
    ({ roleRef, namespace: where }) =>
      roleRef.kind === kind && roleRef.name === name && (kind === 'ClusterRole' || where === namespace),
  )
  const gathered = Object.keys(role.labels).some((label) => label.includes('aggregate-to-'))
  if (!bound && !gathered)
    findings.push({
      ...of,
      code: 'unused',
      severity: 'hint',
      text: 'No binding grants this role.',
      advice: 'Bind it, or delete it.',
    })
  return findings
}

function bindingFindings(binding: Binding, index: PolicyIndex): Finding[] {
  const { kind, namespace, name, roleRef } = binding
  const of = { kind, namespace, name }
  const findings: Finding[] = []
  const role = index.roleFor(roleRef, namespace)
  if (!role)
    findings.push({
      ...of,
      code: 'missing-role',
      severity: 'warning',
      text: `It grants the ${roleRef.kind} ${quote(roleRef.name)}, which does not exist.`,
      advice: 'Create the role; whoever may create it decides what its subjects may do.',
    })
  if (binding.subjects.length === 0)
    findings.push({
      ...of,
      code: 'no-subjects',
      severity: 'hint',
      text: 'It has no subjects.',
      advice: 'Name whom the role is for, or delete it.',
    })
  for (const subject of binding.subjects) {
    const shown = describeSubject(subject, namespace)
    if (ANYBODY.has(subject.name))
      findings.push({
        ...of,
        code: 'anonymous',
        severity: 'danger',
        text: `${shown} stands for callers that nobody knows.`,
        advice: 'Bind it to users, groups or accounts.',
      })
    else if (
      subject.kind === 'Group' &&
      (subject.name === 'system:authenticated' || subject.name === 'system:serviceaccounts') &&
      role?.rules.some((rule) => rule.verbs.some((verb) => WRITES.includes(verb)))
    )
      findings.push({
        ...of,
        code: 'everybody',
        severity: 'danger',
        text: `${shown} is everybody with an account, and the role allows changes.`,
        advice: 'Bind it to those who need it.',
      })
    if (subject.kind === 'ServiceAccount' && subject.name === 'default')
      findings.push({
        ...of,
        code: 'default-account',
        severity: 'warning',
        text: `${shown} is used by every pod that names no other account.`,
        advice: 'Make an account for the pods that need it.',
      })
    if (kind === 'ClusterRoleBinding' && roleRef.name === 'cluster-admin')
      findings.push({
        ...of,
        code: 'cluster-admin',
        severity: 'danger',
        text: `${shown} may do everything.`,
        advice: 'Grant a role with what is needed.',
      })
    if (subject.kind === 'User' && subject.name.startsWith('system:serviceaccount:'))
      findings.push({
        ...of,
        code: 'account-as-user',
        severity: 'hint',
        text: `${shown} is a service account written as a user.`,
        advice: 'Use the kind ServiceAccount with a namespace: tools find it there.',
      })
  }
  return findings
}
