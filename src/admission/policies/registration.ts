import { type CompiledPolicy, compilePolicy } from '../../api/policies/compile-policy'
import {
  type BindingSpec,
  bindingSpecOf,
  type MatchResources,
  type PolicySpec,
  policySpecOf,
} from '../../api/policies/policy'
import type { ApiObject } from '../../machinery/object'
import type { GroupResource, ObjectReader } from '../../machinery/reader'
import type { Criteria } from '../webhooks/matching'
import { GROUP, selectorOf } from '../webhooks/registration'

/** The resources of one sort of policies. */
export interface PolicyResources {
  readonly policies: GroupResource
  readonly bindings: GroupResource
}
export const VALIDATING_POLICIES: PolicyResources = {
  policies: { group: GROUP, resource: 'validatingadmissionpolicies' },
  bindings: { group: GROUP, resource: 'validatingadmissionpolicybindings' },
}
export const MUTATING_POLICIES: PolicyResources = {
  policies: { group: GROUP, resource: 'mutatingadmissionpolicies' },
  bindings: { group: GROUP, resource: 'mutatingadmissionpolicybindings' },
}

/** A policy that is ready to be asked. */
export interface Policy {
  readonly name: string
  readonly spec: PolicySpec
  readonly criteria: Criteria
  readonly ignoresFailure: boolean
  readonly compiled: CompiledPolicy
}
export interface Binding {
  readonly name: string
  readonly spec: BindingSpec
  /** Absent where the binding narrows nothing down. */
  readonly criteria: Criteria | undefined
}

const EVERYTHING = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*', '*'] }]

const criteriaOf = (match: MatchResources): Criteria => ({
  rules: match.resourceRules ?? [],
  exclude: match.excludeResourceRules ?? [],
  equivalent: match.matchPolicy !== 'Exact',
  namespaceSelector: selectorOf(match.namespaceSelector),
  objectSelector: selectorOf(match.objectSelector),
})

// Objects of the reader never change, so what was made of one stays right as long as it lives.
const policies = new WeakMap<ApiObject, Policy>()
const bindings = new WeakMap<ApiObject, Binding>()
const byPolicy = new WeakMap<readonly ApiObject[], ReadonlyMap<string, readonly Binding[]>>()

function policyOf(object: ApiObject, release: number): Policy {
  const known = policies.get(object)
  if (known) return known
  const spec = policySpecOf(object)
  const made: Policy = {
    name: object.metadata.name ?? '',
    spec,
    criteria: criteriaOf(spec.matchConstraints ?? {}),
    ignoresFailure: spec.failurePolicy === 'Ignore',
    compiled: compilePolicy(spec, release),
  }
  policies.set(object, made)
  return made
}

function bindingOf(object: ApiObject): Binding {
  const known = bindings.get(object)
  if (known) return known
  const spec = bindingSpecOf(object)
  const { matchResources } = spec
  const rules = matchResources?.resourceRules?.length ? matchResources.resourceRules : EVERYTHING
  const made: Binding = {
    name: object.metadata.name ?? '',
    spec,
    criteria: matchResources && { ...criteriaOf(matchResources), rules },
  }
  bindings.set(object, made)
  return made
}

function bindingsByPolicy(list: readonly ApiObject[]): ReadonlyMap<string, readonly Binding[]> {
  const known = byPolicy.get(list)
  if (known) return known
  const made = new Map<string, Binding[]>()
  for (const object of list) {
    const binding = bindingOf(object)
    const name = binding.spec.policyName ?? ''
    made.set(name, [...(made.get(name) ?? []), binding])
  }
  byPolicy.set(list, made)
  return made
}

/** All policies that are bound, by their names, with their bindings by theirs. */
export function boundPolicies(
  reader: ObjectReader,
  of: PolicyResources,
  release: number,
): readonly { readonly policy: Policy; readonly bindings: readonly Binding[] }[] {
  const list = reader.list(of.policies)
  if (list.length === 0) return []
  const bound = bindingsByPolicy(reader.list(of.bindings))
  return list.flatMap((object) => {
    const found = bound.get(object.metadata.name ?? '')
    return found ? [{ policy: policyOf(object, release), bindings: found }] : []
  })
}
