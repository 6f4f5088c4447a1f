import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../machinery/object'
import { asDraft, type Draft } from '../kinds/meta/draft'
import { qosClassOf } from '../kinds/shared/qos-class'

/** A scope requirement of a quota. */
export type Scope = Draft<core.ScopedResourceSelectorRequirement>

/** All scope requirements of a quota: listed scopes and those of its selector. */
export function scopesOf({ scopes = [], scopeSelector }: Draft<core.ResourceQuotaSpec>): Scope[] {
  return [...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })), ...(scopeSelector?.matchExpressions ?? [])]
}

function usesOtherNamespaces(spec: Draft<core.PodSpec>): boolean {
  const terms = [spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ])
  return terms.some((term) => (term?.namespaces ?? []).length > 0 || term?.namespaceSelector !== undefined)
}

function priorityMatches(name: string, { operator, values = [] }: Scope): boolean {
  switch (operator) {
    case 'Exists':
      return name !== ''
    case 'DoesNotExist':
      return name === ''
    case 'In':
      return name !== '' && values.includes(name)
    case 'NotIn':
      return !values.includes(name)
    default:
      return false
  }
}

type Rule = (spec: Draft<core.PodSpec>, scope: Scope) => boolean
const RULES: Readonly<Record<string, Rule>> = {
  Terminating: ({ activeDeadlineSeconds = -1 }) => activeDeadlineSeconds >= 0,
  NotTerminating: ({ activeDeadlineSeconds = -1 }) => activeDeadlineSeconds < 0,
  BestEffort: (spec) => qosClassOf(spec) === 'BestEffort',
  NotBestEffort: (spec) => qosClassOf(spec) !== 'BestEffort',
  PriorityClass: (spec, scope) => priorityMatches(spec.priorityClassName ?? '', scope),
  CrossNamespacePodAffinity: usesOtherNamespaces,
}

/** Whether a pod matches a scope. */
export const podInScope = (pod: ApiObject, scope: Scope): boolean =>
  RULES[scope.scopeName ?? '']?.(asDraft<core.Pod>(pod).spec ?? {}, scope) ?? false
