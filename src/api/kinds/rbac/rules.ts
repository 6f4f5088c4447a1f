import type { FieldError } from '../../../machinery/field-wording'
import { invalid, required } from '../../../machinery/field-error'
import type { ApiObject } from '../../../machinery/object'

/** API group of roles and bindings. */
export const GROUP = 'rbac.authorization.orch.io'

/** A rule of a role, which may be incomplete. */
export interface DraftRule {
  verbs?: string[]
  apiGroups?: string[]
  resources?: string[]
  resourceNames?: string[]
  nonResourceURLs?: string[]
}

const some = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0

function ruleErrors(rule: DraftRule, namespaced: boolean, at: string): FieldError[] {
  const errors: FieldError[] = []
  if (!some(rule.verbs)) errors.push(required(`${at}.verbs`, 'verbs must contain at least one value'))
  if (some(rule.nonResourceURLs)) {
    const paths = `${at}.nonResourceURLs`
    if (namespaced)
      errors.push(invalid(paths, rule.nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'))
    if (some(rule.apiGroups) || some(rule.resources) || some(rule.resourceNames))
      errors.push(
        invalid(paths, rule.nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs'),
      )
    return errors
  }
  if (!some(rule.apiGroups))
    errors.push(required(`${at}.apiGroups`, 'resource rules must supply at least one api group'))
  if (!some(rule.resources))
    errors.push(required(`${at}.resources`, 'resource rules must supply at least one resource'))
  return errors
}

/** Validates rules: each covers resources or non-resource URLs, the latter in cluster roles only. */
export const rulesErrors = (role: ApiObject, namespaced: boolean): FieldError[] =>
  ((role['rules'] ?? []) as DraftRule[]).flatMap((rule, i) => ruleErrors(rule, namespaced, `rules[${i}]`))
