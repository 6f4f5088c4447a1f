import { expressionCode } from '../../api/expressions'
import type { CompiledPolicy } from '../../api/policies/compile-policy'
import {
  type BindingSpec,
  bindingSpecOf,
  type MatchResources,
  type PolicySpec,
  policySpecOf,
} from '../../api/policies/policy'
import type { ApiObject } from '../../machinery/object'
import type { GroupResource, ObjectReader } from '../../machinery/reader'
import type { AdmissionRequest } from '../plugin'
import { type Criteria, mayName } from '../webhooks/matching'
import { GROUP, selectorOf } from '../webhooks/registration'

/** The resources of one type of policy. */
export interface PolicyResources {
  readonly policies: GroupResource
  readonly bindings: GroupResource
}
/** Where validating policies and their bindings are stored. */
export const VALIDATING_POLICIES: PolicyResources = {
  policies: { group: GROUP, resource: 'validatingadmissionpolicies' },
  bindings: { group: GROUP, resource: 'validatingadmissionpolicybindings' },
}
/** Where mutating policies and their bindings are stored. */
export const MUTATING_POLICIES: PolicyResources = {
  policies: { group: GROUP, resource: 'mutatingadmissionpolicies' },
  bindings: { group: GROUP, resource: 'mutatingadmissionpolicybindings' },
}

/** A policy; it is compiled at its first use, for which expressions must be loaded. */
export interface Policy {
  readonly name: string
  readonly spec: PolicySpec
  readonly criteria: Criteria
  readonly ignoresFailure: boolean
  readonly compiled: CompiledPolicy
}
/** A binding: which policy applies to which requests, with which parameters. */
export interface Binding {
  readonly name: string
  readonly spec: BindingSpec
  /** Absent if the binding has no match resources. */
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

// The reader's objects never change, so values derived from them can be cached for their lifetime.
const policies = new WeakMap<ApiObject, Policy>()
const bindings = new WeakMap<ApiObject, Binding>()

function policyOf(object: ApiObject, release: number): Policy {
  const known = policies.get(object)
  if (known) return known
  const spec = policySpecOf(object)
  let compiled: CompiledPolicy | undefined
  const made: Policy = {
    name: object.metadata.name ?? '',
    spec,
    criteria: criteriaOf(spec.matchConstraints ?? {}),
    ignoresFailure: spec.failurePolicy === 'Ignore',
    get compiled() {
      return (compiled ??= expressionCode().compilePolicy(spec, release))
    },
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
  const made = new Map<string, Binding[]>()
  for (const object of list) {
    const binding = bindingOf(object)
    const name = binding.spec.policyName ?? ''
    made.set(name, [...(made.get(name) ?? []), binding])
  }
  return made
}

/** A policy with its bindings. */
export interface BoundPolicy {
  readonly policy: Policy
  readonly bindings: readonly Binding[]
}
/** The parts of a request that rules match. */
export type RequestNames = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>

/** Returns the bound policies whose rules match a request's resource and operation in any version. */
export type PolicySource = (asked: RequestNames) => readonly BoundPolicy[]

/**
 * Policies sorted by name, each with its bindings sorted by name. Results are cached until a policy or binding changes, so policies for
 * other resources cost nothing.
 */
export function policySource(reader: ObjectReader, of: PolicyResources, release: number): PolicySource {
  const found = new Map<string, readonly BoundPolicy[]>()
  let all: readonly BoundPolicy[] | undefined
  let watches = false
  const forget = (): void => {
    all = undefined
    found.clear()
  }
  const bound = (): readonly BoundPolicy[] => {
    if (all) return all
    if (!watches) for (const resource of [of.policies, of.bindings]) reader.subscribe(resource, forget)
    watches = true
    all = boundOf(reader.list(of.policies), reader.list(of.bindings), release)
    return all
  }
  return (asked) => {
    const key = `${asked.operation} ${asked.resource.resource}/${asked.subresource}`
    const known = found.get(key)
    if (known) return known
    const named = bound().filter(({ policy }) => policy.criteria.rules.some((rule) => mayName(rule, asked)))
    found.set(key, named)
    return named
  }
}

function boundOf(list: readonly ApiObject[], bindingList: readonly ApiObject[], release: number): BoundPolicy[] {
  const byPolicy = bindingsByPolicy(bindingList)
  return list.flatMap((object): BoundPolicy[] => {
    const bindings = byPolicy.get(object.metadata.name ?? '')
    return bindings ? [{ policy: policyOf(object, release), bindings }] : []
  })
}
