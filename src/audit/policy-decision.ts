import type { AuditedRequest, AuditLevel, AuditStage } from './audit'
import type { AuditPolicy, AuditRule } from './policy'

/** The policy's decision about one request. */
export interface AuditDecision {
  readonly level: AuditLevel
  readonly omitStages: readonly AuditStage[]
  readonly omitManagedFields: boolean
  /** The rule names exactly this resource, not just everything: the user wants to see its content. */
  readonly namesResource: boolean
}

const anyOrAmong = (values: readonly string[], value: string): boolean => values.length === 0 || values.includes(value)

type Info = AuditedRequest['info']

const combined = ({ resource, subresource }: Info): string => (subresource ? `${resource}/${subresource}` : resource)

const namesResource = (pattern: string, info: Info): boolean =>
  pattern === '*' ||
  pattern === combined(info) ||
  (info.subresource !== '' && pattern === `*/${info.subresource}`) ||
  pattern === `${info.resource}/*`

function matchesResource(rule: AuditRule, info: Info, anyGroup: boolean): boolean {
  if (!info.isResourceRequest || !anyOrAmong(rule.namespaces, info.namespace)) return false
  if (rule.resources.length === 0) return true
  return rule.resources.some(
    ({ group, resources, resourceNames }) =>
      (group === info.apiGroup || (anyGroup && group === '*')) &&
      (resources.length === 0 ||
        (anyOrAmong(resourceNames, info.name) && resources.some((pattern) => namesResource(pattern, info)))),
  )
}

const matchesUrl = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path

function matches(rule: AuditRule, { user, info }: AuditedRequest, anyGroup: boolean): boolean {
  if (!anyOrAmong(rule.users, user.name)) return false
  if (rule.userGroups.length > 0 && !rule.userGroups.some((group) => user.groups.includes(group))) return false
  if (!anyOrAmong(rule.verbs, info.verb)) return false
  if (rule.namespaces.length > 0 || rule.resources.length > 0) return matchesResource(rule, info, anyGroup)
  if (rule.nonResourceURLs.length === 0) return true
  return !info.isResourceRequest && rule.nonResourceURLs.some((pattern) => matchesUrl(pattern, info.path))
}

/** The decision of the first matching rule; a request that no rule matches is not recorded. */
export function decide({ rules, anyGroup }: AuditPolicy, request: AuditedRequest): AuditDecision {
  const found = rules.find((candidate) => matches(candidate, request, anyGroup))
  if (!found) return { level: 'None', omitStages: [], omitManagedFields: false, namesResource: false }
  const { info } = request
  return {
    level: found.level,
    omitStages: found.omitStages,
    omitManagedFields: found.omitManagedFields,
    namesResource: found.resources.some(
      ({ group, resources }) => group === info.apiGroup && resources.includes(combined(info)),
    ),
  }
}
