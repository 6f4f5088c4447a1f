import { expressionCode } from '../../api/expressions'
import type { MutationResult } from '../../api/policies/mutate'
import { errorTypeOf } from '../../api/policies/error-type'
import { behaves } from '../../api/releases/ledger'
import { ApiError } from '../../machinery/api-error'
import { clone, equal } from '../../machinery/json'
import type { Metrics } from '../../machinery/metrics'
import { whenReady } from '../../machinery/maybe-promise'
import type { ApiObject } from '../../machinery/object'
import { type Application, applicationsOf } from '../policies/applications'
import { traceSkipped } from '../policies/trace-skipped'
import { withParams } from '../policies/inputs'
import { mutated } from '../policies/mutated'
import { MUTATING_POLICIES, policySource } from '../policies/registration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest, AdmitStep } from '../plugin'
import { nameOf } from '../shared/request'
import { Rounds } from '../shared/rounds'
import { isExempt } from '../webhooks/matching'

/** An error of a policy for a request; without a binding, of the policy itself. */
interface Fault {
  readonly application: Application
  readonly message: string
  /** Status reason; configuration errors have none. */
  readonly reason?: 'Invalid'
}

/**
 * Applies MutatingAdmissionPolicy objects that have bindings. Mutating policies that match deletions are refused, since there is no object
 * to change.
 */
export function mutatingAdmissionPolicy(environment: AdmissionEnvironment): AdmissionPlugin {
  const policies = policySource(environment.reader, MUTATING_POLICIES, environment.release)
  const requests = new WeakMap<AdmissionRequest, Rounds>()
  return {
    name: 'MutatingAdmissionPolicy',
    operations: ['CREATE', 'UPDATE', 'CONNECT'],
    admit(request, step) {
      if (isExempt(request) || !behaves('mutating-admission-policies', environment)) return undefined
      const skipped = traceSkipped('mutating admission', request)
      return whenReady(applicationsOf(environment, request, policies, skipped), (applications) => {
        if (applications.length === 0) return undefined
        const rounds = requests.get(request) ?? new Rounds()
        requests.set(request, rounds)
        return applyAll(applications, { request, rounds, step, metrics: environment.metrics })
      })
    },
  }
}

async function applyAll(applications: readonly Application[], invoking: Invoking): Promise<void> {
  const { request, rounds, step } = invoking
  rounds.begin(request, step)
  const faults: Fault[] = []
  for (const application of applications) {
    if (application.problem !== undefined) faults.push(misconfigured(application, application.problem, request))
    for (const params of application.params) faults.push(...(await invoke(application, params, invoking)))
  }
  rounds.end(request)
  const counted = faults.filter(({ application }) => !application.policy.ignoresFailure)
  if (counted.length > 0) throw refusal(request, counted)
}

function misconfigured(application: Application, message: string, request: AdmissionRequest): Fault {
  tell(request, application, request.trace?.now() ?? 0, { problems: [message], cost: 0 })
  return { application, message }
}

interface Invoking {
  readonly request: AdmissionRequest
  readonly rounds: Rounds
  readonly step: AdmitStep
  readonly metrics: Metrics
}

/** Runs one policy for one binding and one parameter object. */
async function invoke(
  application: Application,
  params: ApiObject | undefined,
  { request, rounds, step, metrics }: Invoking,
): Promise<Fault[]> {
  const { policy, binding, authorizer } = application
  const start = request.trace?.now() ?? 0
  const id = [policy.name, binding?.name, params?.metadata.namespace, params?.metadata.name].join('/')
  const inputs = withParams(await application.inputsNow(), params)
  const match = await authorizer.settle(() => expressionCode().matchConditions(policy.compiled.matchConditions, inputs))
  if (match.problem !== undefined) {
    tell(request, application, start, { problems: [match.problem], cost: match.cost })
    return [{ application, message: match.problem, reason: 'Invalid' }]
  }
  if (!match.matches) {
    tell(request, application, start, { problems: [], cost: match.cost, skipped: 'a match condition is false' })
    return []
  }
  if (!rounds.asks(id, step)) return []
  const before = request.trace?.observed ? clone(request.object) : undefined
  const { problems, cost, applied } = await mutateAll(application, params, request, metrics)
  // Any applied patch triggers reinvocation of the others, even if it changed nothing.
  if (applied) rounds.changed(step)
  if (policy.spec.reinvocationPolicy === 'IfNeeded') rounds.waits(id)
  tell(request, application, start, { problems, cost: cost + match.cost, before })
  return problems.map((message) => ({ application, message, reason: 'Invalid' }))
}

/** Runs the mutations of a policy in order; each sees the result of those before. */
async function mutateAll(
  application: Application,
  params: ApiObject | undefined,
  request: AdmissionRequest,
  metrics: Metrics,
): Promise<{ readonly problems: string[]; readonly cost: number; readonly applied: boolean }> {
  const { policy, binding, authorizer, invocation } = application
  const problems: string[] = []
  let cost = 0
  let applied = false
  for (const index of (policy.spec.mutations ?? []).keys()) {
    if (!request.object) continue
    const inputs = withParams(await application.inputsNow(), params)
    const change: MutationResult = await authorizer.settle(() =>
      expressionCode().evaluateMutation(policy.compiled, index, inputs),
    )
    cost += change.cost
    const problem =
      change.kind === 'problem' ? change.problem : await mutated(request, request.object, invocation, change)
    metrics.count('apiserver_mutating_admission_policy_check_total', {
      policy: policy.name,
      policy_binding: binding?.name ?? '',
      error_type: errorTypeOf(problem),
    })
    if (problem === undefined) applied = true
    else problems.push(problem)
  }
  return { problems, cost, applied }
}

function refusal(request: AdmissionRequest, faults: readonly Fault[]): ApiError {
  const causes = faults.map(({ application: { policy, binding }, message }) => ({
    message: binding
      ? `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`
      : `policy "${policy.name}" denied request: ${message}`,
  }))
  const { group, resource } = request.resource
  return new ApiError(403, faults[0]?.reason ?? 'Forbidden', causes[0]?.message ?? '', {
    name: nameOf(request),
    ...(group && { group }),
    kind: resource,
    causes,
  })
}

interface MutationOutcome {
  readonly problems: readonly string[]
  readonly cost: number
  /** Why it was skipped. */
  readonly skipped?: string
  readonly before?: ApiObject | undefined
}

function tell(
  request: AdmissionRequest,
  { policy, binding }: Application,
  start: number,
  { problems, cost, skipped, before }: MutationOutcome,
): void {
  const failed = problems.length > 0
  const changed = before !== undefined && !equal(before, request.object)
  request.trace?.step('mutating admission', start, {
    by: binding ? `${policy.name}/${binding.name}` : policy.name,
    verdict: failed && !policy.ignoresFailure ? 'refused' : changed ? 'changed' : 'passed',
    reason: () =>
      failed ? `${policy.ignoresFailure ? 'ignored: ' : ''}${problems.join('; ')}` : (skipped ?? `cost ${cost}`),
    ...(changed && { before, after: clone(request.object) }),
  })
}
