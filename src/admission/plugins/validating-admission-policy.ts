import { expressionCode } from '../../api/expressions'
import { behaves } from '../../api/releases/ledger'
import { ApiError, type StatusReason } from '../../machinery/api-error'
import type { Metrics } from '../../machinery/metrics'
import { whenReady } from '../../machinery/maybe-promise'
import type { ApiObject } from '../../machinery/object'
import { nextTurn } from '../../machinery/turn'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { errorTypeOf } from '../../api/policies/error-type'
import type { Annotation, Evaluation, Judgement } from '../../api/policies/evaluate'
import { PolicyAnnotations } from '../policies/annotations'
import { applicationsOf, type Application } from '../policies/applications'
import { traceSkipped } from '../policies/trace-skipped'
import { withParams } from '../policies/inputs'
import { VALIDATING_POLICIES, policySource } from '../policies/registration'
import { refused } from '../shared/request'
import { isExempt } from '../webhooks/matching'

/** A denial by a policy for one of its bindings; without a binding, the policy itself has an error. */
interface Denial {
  readonly policy: string
  readonly binding: string | undefined
  readonly message: string
  readonly reason: string
}

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 }
const UNPROCESSABLE = 422
const DENY = ['Deny']
/** Cost of a policy after which evaluation yields to other work. */
const LONG = 200_000

function refusal(request: AdmissionRequest, { policy, binding, message, reason }: Denial): ApiError {
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`
  const text = `ValidatingAdmissionPolicy ${by} denied request: ${message}`
  const forbidden = refused(request, text)
  return new ApiError(CODES[reason] ?? UNPROCESSABLE, reason as StatusReason, forbidden.message, {
    ...forbidden.details,
    causes: [{ message: text }],
  })
}

/** Applies ValidatingAdmissionPolicy objects that have bindings. */
export function validatingAdmissionPolicy(environment: AdmissionEnvironment): AdmissionPlugin {
  const policies = policySource(environment.reader, VALIDATING_POLICIES, environment.release)
  return {
    name: 'ValidatingAdmissionPolicy',
    operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
    validate(request) {
      if (isExempt(request) || !behaves('validating-admission-policies', environment)) return undefined
      const skipped = traceSkipped('validating admission', request)
      return whenReady(applicationsOf(environment, request, policies, skipped), (applications) =>
        applications.length > 0 ? judgeAll(applications, request, environment.metrics) : undefined,
      )
    },
  }
}

async function judgeAll(
  applications: readonly Application[],
  request: AdmissionRequest,
  metrics: Metrics,
): Promise<void> {
  const denials: Denial[] = []
  const annotations = new PolicyAnnotations(request)
  for (const application of applications) {
    const start = request.trace?.now() ?? 0
    denials.push(...unfollowed(application, request, start))
    for (const params of application.params) {
      const settled = evaluate(application, params)
      const evaluation = settled instanceof Promise ? await settled : settled
      if (evaluation.cost > LONG) await nextTurn()
      denials.push(...judged(application, evaluation, { request, annotations, metrics }))
      trace(request, start, application, () => explain(evaluation, params), refuses(application, evaluation))
    }
  }
  annotations.publish()
  const [first] = denials
  if (first) throw refusal(request, first)
}

const evaluate = ({ policy, authorizer, inputs }: Application, params: ApiObject | undefined) =>
  authorizer.settle(() =>
    expressionCode().evaluatePolicy(policy.compiled, policy.spec.validations ?? [], withParams(inputs, params)),
  )

/** The denial that a policy's error causes, subject to its failure policy. */
function unfollowed(application: Application, request: AdmissionRequest, start: number): Denial[] {
  const { policy, binding, problem } = application
  if (problem === undefined) return []
  const { ignoresFailure } = policy
  trace(request, start, application, () => (ignoresFailure ? `ignored: ${problem}` : problem), !ignoresFailure)
  return ignoresFailure ? [] : [{ policy: policy.name, binding: binding?.name, message: problem, reason: 'Invalid' }]
}

/** Receivers of a policy's results. */
interface ResultReceivers {
  readonly request: AdmissionRequest
  readonly annotations: PolicyAnnotations
  readonly metrics: Metrics
}

/** Evaluates a policy for one binding and returns its denials; reports warnings and audit annotations. */
const judged = (application: Application, evaluation: Evaluation, receivers: ResultReceivers): Denial[] =>
  follow(application, evaluation, receivers).map(({ message, reason = 'Invalid' }) => ({
    policy: application.policy.name,
    binding: application.binding?.name,
    message,
    reason,
  }))

/** Whether a judgement denies the request, for the trace. */
const refuses = ({ policy, binding }: Application, { judgements }: Evaluation): boolean =>
  (binding?.spec.validationActions ?? DENY).includes('Deny') &&
  judgements.some(({ holds, failed }) => !holds && !(failed && policy.ignoresFailure))

/** Performs the binding's actions for each judgement; returns the denials. */
function follow(
  { policy, binding }: Application,
  { judgements, annotations }: Evaluation,
  { request, annotations: collected, metrics }: ResultReceivers,
): Judgement[] {
  const actions = binding?.spec.validationActions ?? DENY
  const denials: Judgement[] = []
  const count = ({ failed, message }: Judgement, action: string): void =>
    metrics.count('apiserver_validating_admission_policy_check_total', {
      policy: policy.name,
      policy_binding: binding?.name ?? '',
      error_type: errorTypeOf(failed ? message : undefined),
      enforcement_action: action.toLowerCase(),
    })
  for (const [i, judgement] of judgements.entries()) {
    if (judgement.holds) continue
    if (judgement.failed && policy.ignoresFailure) {
      count(judgement, 'Allow')
      continue
    }
    for (const action of actions) count(judgement, action)
    if (actions.includes('Deny')) denials.push(judgement)
    if (actions.includes('Audit'))
      collected.failure({
        message: judgement.message,
        policy: policy.name,
        binding: binding?.name ?? '',
        expressionIndex: i,
        validationActions: actions,
      })
    if (actions.includes('Warn'))
      request.warn(
        `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding?.name ?? ''}': ${judgement.message}`,
      )
  }
  for (const annotation of annotations) denials.push(...annotated(annotation, policy, collected))
  return denials
}
function annotated(
  { key, value, problem }: Annotation,
  { name, ignoresFailure }: Application['policy'],
  collected: PolicyAnnotations,
): Judgement[] {
  if (value !== undefined) collected.add(name, key, value)
  return problem === undefined || ignoresFailure ? [] : [{ holds: false, failed: true, message: problem }]
}

function explain({ applies, judgements, cost }: Evaluation, params: ApiObject | undefined): string {
  const withNames = params ? ` with parameters ${params.metadata.name ?? ''}` : ''
  if (!applies) return `a match condition is false${withNames}`
  const wrong = judgements.filter(({ holds }) => !holds).map(({ message }) => message)
  const result = wrong.length > 0 ? wrong.join('; ') : `${judgements.length} validations hold`
  return `${result}${withNames}, cost ${cost}`
}

function trace(
  request: AdmissionRequest,
  start: number,
  { policy, binding }: Pick<Application, 'policy' | 'binding'>,
  reason: () => string,
  refuses: boolean,
): void {
  request.trace?.step('validating admission', start, {
    by: binding ? `${policy.name}/${binding.name}` : policy.name,
    verdict: refuses ? 'refused' : 'passed',
    reason,
  })
}
