import type { MaybePromise } from '../../machinery/maybe-promise'
import { loadExpressions } from '../../api/expressions'
import type { Inputs } from '../../api/policies/policy-run'
import { ConfigurationProblem, paramTypeOf } from '../../api/policies/param-type'
import { ApiError } from '../../machinery/api-error'
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { NAMESPACES } from '../shared/request'
import { type Invocation, invocationOf, mismatchOf } from '../webhooks/matching'
import { PolicyAuthorizer } from './authorizer'
import { inputsOf } from './inputs'
import { paramsOf } from './params'
import type { Binding, Policy, PolicySource } from './registration'

/** A policy applied to a request for one of its bindings. */
export interface Application {
  readonly policy: Policy
  /** Absent if the policy itself has an error. */
  readonly binding: Binding | undefined
  /** Why it can't be evaluated. */
  readonly problem?: string
  readonly invocation: Invocation
  readonly inputs: Inputs
  /** Inputs with the current object, which earlier mutations may have changed. */
  readonly inputsNow: () => Promise<Inputs>
  readonly params: readonly (ApiObject | undefined)[]
  readonly authorizer: PolicyAuthorizer
}

const keyOf = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}/${kind}`

/** The namespace of a request; undefined for namespaces themselves and cluster-scoped objects. */
function namespaceOf({ kind, namespace }: AdmissionRequest, { reader }: AdmissionEnvironment): ApiObject | undefined {
  if (namespace === '' || (kind.group === '' && kind.kind === 'Namespace')) return undefined
  return reader.get(NAMESPACES, undefined, namespace)
}

/** Prepared inputs shared by all policies: the request's objects in each version that policies match. */
class Preparation {
  readonly authorizer: PolicyAuthorizer
  private readonly inputs = new Map<string, Inputs>()

  constructor(
    private readonly environment: AdmissionEnvironment,
    readonly request: AdmissionRequest,
  ) {
    this.authorizer = new PolicyAuthorizer(environment.authorizer, request)
  }

  /** The inputs if already prepared. */
  known({ kind }: Invocation): Inputs | undefined {
    return this.inputs.get(keyOf(kind))
  }

  async inputsFor(invocation: Invocation): Promise<Inputs> {
    const { object, oldObject, versions } = this.request
    const encode = async (one: ApiObject | undefined) => (one && versions ? versions.encode(one, invocation.kind) : one)
    const objects = { object: await encode(object), oldObject: await encode(oldObject) }
    const namespace = namespaceOf(this.request, this.environment)
    const made = inputsOf(this.request, invocation, objects, namespace, this.authorizer.ask)
    this.inputs.set(keyOf(invocation.kind), made)
    return made
  }
}

/** All policies that apply to a request, with their bindings, sorted by name. */
export function applicationsOf(
  environment: AdmissionEnvironment,
  request: AdmissionRequest,
  policies: PolicySource,
  pass: OnSkipped = () => undefined,
): MaybePromise<readonly Application[]> {
  const found = policies(request)
  return found.length === 0 ? [] : applied(environment, request, found, pass)
}

async function applied(
  environment: AdmissionEnvironment,
  request: AdmissionRequest,
  found: ReturnType<PolicySource>,
  pass: OnSkipped,
): Promise<readonly Application[]> {
  const { reader } = environment
  await loadExpressions()
  const applications: Application[] = []
  const preparation = new Preparation(environment, request)
  for (const { policy, bindings } of found) {
    const invocation = invocationOf(policy.criteria, request, reader)
    if (!invocation) {
      pass(policy, undefined, () => mismatchOf(policy.criteria, request))
      continue
    }
    // Avoid awaiting prepared versions: a request may match a hundred policies.
    const inputs = preparation.known(invocation) ?? (await preparation.inputsFor(invocation))
    const inputsNow = (): Promise<Inputs> => preparation.inputsFor(invocation)
    const base = { policy, invocation, inputs, inputsNow, params: [], authorizer: preparation.authorizer }
    const { paramKind } = policy.spec
    const type = paramKind && attempt(() => paramTypeOf(paramKind, reader))
    if (type?.problem !== undefined) {
      applications.push({ ...base, binding: undefined, problem: `failed to configure policy: ${type.problem}` })
      continue
    }
    for (const binding of bindings) {
      const params = attempt(() =>
        !binding.criteria || invocationOf(binding.criteria, request, reader)
          ? paramsOf(type?.value, binding.spec.paramRef, request.namespace, reader)
          : undefined,
      )
      if (params.problem !== undefined)
        applications.push({ ...base, binding, problem: `failed to configure binding: ${params.problem}` })
      else if (!params.value)
        pass(policy, binding, () =>
          binding.criteria ? mismatchOf(binding.criteria, request) : 'its binding does not match',
        )
      else {
        if (params.value.length === 0)
          pass(policy, binding, () => 'there are no parameters, and its binding allows that')
        applications.push({ ...base, binding, params: params.value })
      }
    }
  }
  return applications
}

/** Called with policies or bindings whose rules name the resource but that don't match the request, and why. */
export type OnSkipped = (policy: Policy, binding: Binding | undefined, reason: () => string) => void

type Attempt<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string }

/** Captures a configuration error, which is subject to the failure policy. */
function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof ConfigurationProblem || error instanceof ApiError) return { problem: error.message }
    throw error
  }
}
