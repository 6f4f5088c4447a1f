import { expressionCode, loadExpressions } from '../../api/expressions'
import type { Compiled } from '../../api/policies/compile-policy'
import { behaves } from '../../api/releases/ledger'
import { PolicyAuthorizer } from '../policies/authorizer'
import { inputsOf } from '../policies/inputs'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { refused } from '../shared/request'
import type { Invocation } from './matching'
import type { Webhook } from './registration'

type Parts = Pick<AdmissionEnvironment, 'authorizer' | 'release' | 'feature'>

// Webhooks are compiled once per registration, and so are their conditions.
const compiled = new WeakMap<Webhook, readonly Compiled[]>()
function conditionsOf(webhook: Webhook, release: number): readonly Compiled[] {
  const known = compiled.get(webhook)
  if (known) return known
  const made = expressionCode().compileConditions(webhook.matchConditions, {
    release,
    hasParams: false,
    hasAuthorizer: true,
  })
  compiled.set(webhook, made)
  return made
}

/**
 * Whether a request meets all match conditions of a webhook.
 * @throws ApiError if that can't be determined and the failure policy is Fail
 */
export async function meetsConditions(
  parts: Parts,
  webhook: Webhook,
  request: AdmissionRequest,
  invocation: Invocation,
): Promise<boolean> {
  if (webhook.matchConditions.length === 0 || !behaves('webhook-match-conditions', parts)) return true
  const { matchConditions } = await loadExpressions()
  const { object, oldObject, versions } = request
  const encode = async (one: typeof object) => (one && versions ? versions.encode(one, invocation.kind) : one)
  const objects = { object: await encode(object), oldObject: await encode(oldObject) }
  const authorizer = new PolicyAuthorizer(parts.authorizer, request)
  const inputs = inputsOf(request, invocation, objects, undefined, authorizer.ask)
  const { matches, problem } = await authorizer.settle(() =>
    matchConditions(conditionsOf(webhook, parts.release), inputs),
  )
  if (problem === undefined) return matches
  if (webhook.ignoresFailure) return false
  throw refused(request, problem)
}
