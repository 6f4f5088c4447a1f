import { ApiError, badRequest, internalError, type StatusReason } from '../../machinery/api-error'
import { clone, equal } from '../../machinery/json'
import { qualifiedName } from '../../machinery/names'
import { messageOf } from '../../machinery/message-of'
import { callObjectWebhook } from '../../machinery/object-webhook'
import { WEBHOOK_POLICIES } from '../../machinery/webhook-policies'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { CallFailed } from './call-failed'
import type { CredentialsFor } from './credentials'
import type { Invocation } from './matching'
import type { Webhook } from './registration'
import { chooseVersion, type Result, reviewOf, type Verdict, verdictIn } from './review'

/** The phase in which a webhook is called, as metrics name it. */
export type Phase = 'admit' | 'validating'

/** What calls of admission webhooks work with. */
export interface Parts extends Pick<
  AdmissionEnvironment,
  'reader' | 'clock' | 'random' | 'outside' | 'metrics' | 'release'
> {
  readonly credentials: CredentialsFor
}

/** A webhook denied the request. */
class Refused extends Error {
  constructor(readonly answer: ApiError) {
    super(answer.message)
  }
}

const LEAST_ERROR_CODE = 400
/** Metrics count codes from here on as one (admission document, "Events"). */
const MOST_CODE = 600
const OK = 200
const NO_SIDE_EFFECTS = new Set(['None', 'NoneOnDryRun'])

/** The client error for a webhook's denial; codes below 400 are replaced. */
function refusal(name: string, result: Result | undefined): ApiError {
  const { status = '', code = 0, reason = '', message = '', details } = result ?? {}
  const why = message || reason
  return new ApiError(
    code < LEAST_ERROR_CODE ? LEAST_ERROR_CODE : code,
    reason as StatusReason,
    `admission webhook "${name}" denied the request${why ? `: ${why}` : ' without explanation'}`,
    details,
    undefined,
    status === '' || status === 'Success' ? 'Failure' : status,
  )
}

async function verdictOf(
  parts: Parts,
  webhook: Webhook,
  request: AdmissionRequest,
  invocation: Invocation,
  phase: Phase,
): Promise<Verdict> {
  const { name } = webhook
  if (request.dryRun && !NO_SIDE_EFFECTS.has(webhook.sideEffects))
    throw badRequest(`admission webhook "${name}" does not support dry run`)
  const { object, oldObject, versions } = request
  const encode = async (one: typeof object) =>
    one && versions ? versions.encode(one, invocation.kind) : Promise.resolve(one)
  const sent = { object: await encode(object), oldObject: await encode(oldObject) }
  let verdict: Verdict
  try {
    const version = chooseVersion(webhook.reviewVersions)
    const review = reviewOf(request, invocation, version, parts.random.uuid(), sent)
    const answer = await callObjectWebhook(parts, webhook.clientConfig, {
      body: review,
      policy: { ...WEBHOOK_POLICIES.admission, timeoutMs: webhook.timeoutMs },
      signal: request.signal,
    })
    verdict = verdictIn(review, version, answer, phase === 'admit')
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    throw new CallFailed(name, messageOf(error))
  }
  for (const [key, value] of Object.entries(verdict.auditAnnotations)) {
    const annotation = `${name}/${key}`
    // Keys that are not qualified names are dropped.
    if (!key.includes('/') && qualifiedName(annotation).length === 0) request.annotate(annotation, value)
  }
  for (const warning of verdict.warnings) request.warn(warning)
  if (!verdict.allowed) throw new Refused(refusal(name, verdict.result))
  return verdict
}

/** Result of a call: the value of `use`, or that the call failed and the failure policy allows the request. */
export type CallOutcome<T> = { readonly failedOpen: false; readonly value: T } | { readonly failedOpen: true }

/**
 * Calls one webhook and passes its verdict to `use`, with metrics and tracing. Throws ApiError for a denial and for a failure that the
 * policy does not ignore, and whatever `use` throws.
 */
export async function ask<T>(
  parts: Parts,
  webhook: Webhook,
  request: AdmissionRequest,
  invocation: Invocation,
  phase: Phase,
  use: (verdict: Verdict) => T | Promise<T>,
): Promise<CallOutcome<T>> {
  const { metrics, clock } = parts
  const { name } = webhook
  const { operation, trace } = request
  const start = clock.steady()
  const tracedFrom = trace?.now() ?? 0
  const before = trace?.observed && phase === 'admit' ? clone(request.object) : undefined
  const finish = (rejected: boolean, reason = '') => {
    metrics.observe(
      'apiserver_admission_webhook_admission_duration_seconds',
      { name, type: phase, operation, rejected: String(rejected) },
      (clock.steady() - start) / 1000,
    )
    const stage = phase === 'admit' ? 'mutating admission' : 'validating admission'
    const changed = before !== undefined && !rejected && !equal(before, request.object)
    trace?.step(stage, tracedFrom, {
      by: `${webhook.configuration}/${name}`,
      verdict: rejected ? 'refused' : changed ? 'changed' : 'passed',
      reason,
      ...(changed && { before, after: clone(request.object) }),
    })
  }
  const countRequest = (code: number, rejected: boolean) =>
    metrics.count('apiserver_admission_webhook_request_total', {
      name,
      type: phase,
      operation,
      code: String(Math.min(code, MOST_CODE)),
      rejected: String(rejected),
    })
  const count = (errorType: string, code: number) =>
    metrics.count('apiserver_admission_webhook_rejection_count', {
      name,
      type: phase,
      operation,
      error_type: errorType,
      rejection_code: String(Math.min(code, MOST_CODE)),
    })
  try {
    const value = await use(await verdictOf(parts, webhook, request, invocation, phase))
    finish(false)
    countRequest(OK, false)
    return { failedOpen: false, value }
  } catch (error) {
    const why = messageOf(error)
    if (error instanceof CallFailed && webhook.ignoresFailure) {
      finish(false, `ignored: ${why}`)
      countRequest(0, false)
      metrics.count('apiserver_admission_webhook_fail_open_count', { name, type: phase })
      return { failedOpen: true }
    }
    finish(true, why)
    if (error instanceof Refused) {
      count('no_error', error.answer.code)
      countRequest(error.answer.code, true)
      throw error.answer
    }
    count(error instanceof CallFailed ? 'calling_webhook_error' : 'apiserver_internal_error', 0)
    countRequest(0, true)
    if (error instanceof CallFailed) throw internalError(error.message)
    throw error
  }
}
