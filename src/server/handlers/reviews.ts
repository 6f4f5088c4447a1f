import { addZeroValues } from '../../api/zero-values'
import { createTokenRequest, tokenRequestOf } from '../../api/kinds/authentication/token-request'
import { reviewToken } from '../../api/kinds/authentication/token-review/token-review'
import { behaves } from '../../api/releases/ledger'
import { schemaOf } from '../../api/types'
import { reviewAccess } from '../../authorization/reviews'
import { badRequest } from '../../machinery/api-error'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { isReviewKind } from '../../authorization/review-spec'
import type { RequestScope } from './request-scope'
import { checkNamespace } from './decode'
import { tracked, trackedRequest } from './ownership'
import { admissionRequest, kindContext } from './write-call'
import { readVirtual, virtualResponse } from './ephemeral-resources'

interface AskedReview {
  /** The review, after mutating admission. */
  readonly question: ApiObject
  /** Runs validating admission; call it after the review was found valid. */
  readonly judge: () => Promise<void>
}

async function readReview(asked: RequestScope): Promise<AskedReview> {
  const { server, context, type } = asked
  const { object, scope } = await readVirtual(asked, [type])
  if (behaves('namespace-set-before-admission', server.release)) {
    checkNamespace(object, context.info.namespace)
    if (type.namespaced) object.metadata.namespace = context.info.namespace
    else delete object.metadata.namespace
  }
  const owned = await tracked(scope, undefined, type.guardFields?.(object, undefined) ?? object)
  const question = await type.toHub(owned)
  const shape = { name: '', subresource: '', dryRun: scope.options.dryRun }
  const request = admissionRequest(scope, shape, 'CREATE', question, undefined)
  await server.admission.mutate(request, context.tracer)
  return { question, judge: () => server.admission.validate(request, context.tracer) }
}

/** The four access reviews (authentication document, "Access review resources"). */
export async function postAccessReview(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  if (!isReviewKind(type.kind)) throw badRequest(`${type.kind} is not a review`)
  const { question, judge } = await readReview(scope)
  const { user, info } = context
  const answered = await reviewAccess(type.kind, question, user, server.authorizer, info.namespace, judge)
  return virtualResponse(context, await type.fromHub(answered))
}

/** The caller's own identity (authentication document; SelfSubjectReview of 1.26 and later). */
export async function postSelfReview(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { question, judge } = await readReview(scope)
  await judge()
  const { name, uid, groups, extra } = context.user
  const userInfo = {
    username: name,
    ...(uid && { uid }),
    groups: [...groups],
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  }
  const { apiVersion, kind } = question
  const metadata = { creationTimestamp: timestamp(server.clock.now()) }
  return virtualResponse(context, await type.fromHub({ apiVersion, kind, metadata, status: { userInfo } }))
}

/** POST of a TokenReview: answers whose the token is. */
export async function postTokenReview(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { question, judge } = await readReview(scope)
  const answered = await reviewToken(
    question,
    (token, audiences) => server.authentication.authenticateToken(token, audiences),
    server.tokens.audiences,
    judge,
  )
  return virtualResponse(context, await type.fromHub(answered))
}

/** POST to a service account's `token`: issues a bound token. */
export async function postTokenRequest(asked: RequestScope): Promise<Response> {
  const { server, context } = asked
  const kind = { group: 'authentication.orch.io', version: 'v1', kind: 'TokenRequest' }
  const schema = schemaOf('authentication.v1.TokenRequest', server.release)
  const { object, scope } = await readVirtual(asked, [{ ...kind, schema }])
  const { namespace, name } = context.info
  const shape = { name, subresource: 'token', dryRun: scope.options.dryRun, kind }
  const call = (request: ApiObject) => admissionRequest(scope, shape, 'CREATE', request, undefined)
  const request = tokenRequestOf(object)
  const said = Object.entries(request['spec'] ?? {}).filter(([, value]) => value !== null)
  const { metadata } = await trackedRequest(scope, schema, { ...request, spec: Object.fromEntries(said) })
  const owned = { ...request, metadata }
  const answered = await createTokenRequest(owned, {
    reader: server.reader,
    now: server.clock.now(),
    namespace,
    name,
    issuer: server.tokens.issuer,
    audiences: server.tokens.audiences,
    ...(server.tokens.maxSeconds && { maxSeconds: server.tokens.maxSeconds }),
    extend: server.flag('service-account-extend-token-expiration') !== 'false',
    served: server,
    uuid: () => server.requestRandom.uuid(),
    annotate: (key, value) => context.audit?.annotate(key, value),
    warn: kindContext(scope, scope.options.dryRun).warn,
    sign: (claims) => server.tokens.sign(claims),
    mutate: (request) => server.admission.mutate(call(request), context.tracer),
    validate: (request) => server.admission.validate(call(request), context.tracer),
  })
  return virtualResponse(context, schema ? (addZeroValues(answered, schema) as ApiObject) : answered)
}
