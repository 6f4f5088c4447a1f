/** Sysctls that a policy allows or forbids: names, and prefixes with an asterisk. */
import type * as policy from 'kt121/policy/v1beta1'
import { forbidden, invalid } from '../../../../machinery/field-error'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'

type Spec = Draft<policy.PodSecurityPolicySpec>

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$/
const LONGEST_SYSCTL = 253
const SYSCTL_RULE = `must have at most ${LONGEST_SYSCTL} characters and match regex ${SYSCTL.source.slice(1, -1)}`

/** Errors of a list of sysctl names and patterns. */
export function validateSysctls(names: readonly string[] = [], field: string, errors: Errors): void {
  for (const [i, name] of names.entries())
    if (name === '') errors.push(invalid(`${field}[${i}]`, name, 'empty sysctl not allowed'))
    else if (name.length > LONGEST_SYSCTL || !SYSCTL.test(name))
      errors.push(invalid(`${field}[${i}]`, name, SYSCTL_RULE))
  if (names.length > 1 && names.some((name) => name.startsWith('*') && SYSCTL.test(name)))
    errors.push(forbidden(`${field}.items`, "if '*' is present, must not specify other sysctls"))
}

/** A sysctl can't be both allowed and forbidden; the more specific pattern is reported. */
export function validateOverlap({ allowedUnsafeSysctls = [], forbiddenSysctls = [] }: Spec, errors: Errors): void {
  const covers = (pattern: string, name: string): boolean =>
    pattern.endsWith('*') ? name.replace(/\*$/, '').startsWith(pattern.slice(0, -1)) : pattern === name
  for (const [i, allowed] of allowedUnsafeSysctls.entries())
    for (const [j, denied] of forbiddenSysctls.entries()) {
      if (covers(denied, allowed) && (denied.endsWith('*') || !allowed.endsWith('*')))
        errors.push(invalid(`spec.allowedUnsafeSysctls[${i}]`, allowed, `sysctl overlaps with ${denied}`))
      else if (covers(allowed, denied))
        errors.push(invalid(`spec.forbiddenSysctls[${j}]`, denied, `sysctl overlaps with ${allowed}`))
    }
}
