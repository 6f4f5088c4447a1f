import { invalid, notSupported, required } from '../../../machinery/field-error'
import { pathSegment } from '../../../machinery/names'
import type { MatchResources } from '../../policies/policy'
import { type Errors, labelSelector, oneOf, unique } from '../meta/rules'
import { type Rule, validateRule } from './rules'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** Default match constraints of policies and bindings. */
export function defaultMatchResources(match: Draft<MatchResources> | undefined): void {
  if (!match) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])] as Draft<Rule>[])
    rule.scope ??= '*'
}

/** Errors of the match resources of a policy or binding. */
export function validateMatchResources(match: MatchResources, field: string, errors: Errors): void {
  if (match.matchPolicy === undefined) errors.push(required(`${field}.matchPolicy`))
  else oneOf(match.matchPolicy, ['Equivalent', 'Exact'], `${field}.matchPolicy`, errors)
  for (const selector of ['namespaceSelector', 'objectSelector'] as const)
    if (match[selector] === undefined) errors.push(required(`${field}.${selector}`))
    else labelSelector(match[selector], `${field}.${selector}`, errors)
  for (const list of ['resourceRules', 'excludeResourceRules'] as const)
    for (const [i, rule] of (match[list] ?? []).entries()) {
      const at = `${field}.${list}[${i}]`
      const seen = new Set<string>()
      for (const [j, name] of (rule.resourceNames ?? []).entries()) {
        const here = `${at}.resourceNames[${j}]`
        for (const wrong of pathSegment(name)) errors.push(invalid(here, name, wrong))
        unique(name, seen, here, errors)
      }
      validateRule(rule as Rule, at, errors)
    }
}

const CHANGEABLE = ['*', 'CONNECT', 'CREATE', 'UPDATE']

/** Refuses mutating policies that match operations without an object to change. */
export function validateChangeable(match: MatchResources, field: string, errors: Errors): void {
  for (const { operations = [] } of match.resourceRules ?? [])
    for (const operation of operations)
      if (!CHANGEABLE.includes(operation))
        errors.push(notSupported(`${field}.resourceRules.operations`, operation, CHANGEABLE))
}
