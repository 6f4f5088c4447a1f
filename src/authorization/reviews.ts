import { badRequest } from '../machinery/api-error'
import { invalidObject } from '../machinery/invalid-object'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { UserInfo } from '../machinery/user'
import type { Attributes, Authorizer, Decision } from './authorizer'
import { readSelectors, type ReadSelectors } from './review-selectors'
import { type ReviewKind, type ReviewSpec, REVIEW_GROUP, groupsOf } from './review-spec'
import { specErrors, metadataErrors, localErrors } from './review-errors'

function attributesOf(spec: ReviewSpec, user: UserInfo, { selectors }: ReadSelectors): Attributes {
  const { resourceAttributes: of, nonResourceAttributes: path } = spec
  return {
    user,
    verb: of?.verb ?? path?.verb ?? '',
    isResourceRequest: !!of,
    apiGroup: of?.group ?? '',
    apiVersion: of?.version ?? '',
    resource: of?.resource ?? '',
    subresource: of?.subresource ?? '',
    namespace: of?.namespace ?? '',
    name: of?.name ?? '',
    path: path?.path ?? '',
    selectors,
  }
}

/** The errors during evaluation, and the selectors that the decision ignores. */
function evaluationErrorOf({ evaluationError }: Decision, { unread }: ReadSelectors): string {
  const ignored = unread.map(
    ({ name, partially }) =>
      `spec.resourceAttributes.${name} ${partially ? 'partially ' : ''}ignored due to parse error`,
  )
  return [...(evaluationError ? [evaluationError] : []), ...ignored].join('; ')
}

const reviewedUser = (spec: ReviewSpec): UserInfo => ({
  name: spec.user ?? '',
  ...(spec.uid && { uid: spec.uid }),
  groups: groupsOf(spec),
  ...(spec.extra && { extra: spec.extra }),
})

/**
 * Answers a review: the body with its `status` filled in. `namespace` is that of the request path (local reviews). `judge` runs once the
 * question was found valid. Throws Invalid for an invalid spec, BadRequest for a namespace that is missing or differs from the path's.
 */
export async function reviewAccess(
  kind: ReviewKind,
  body: ApiObject,
  user: UserInfo,
  authorizer: Authorizer,
  namespace = '',
  judge: () => Promise<void> = () => Promise.resolve(),
): Promise<ApiObject> {
  const spec: ReviewSpec = isObject(body['spec']) ? body['spec'] : {}
  if (kind === 'SelfSubjectRulesReview') {
    if (!spec.namespace) throw badRequest('no namespace on request')
    await judge()
    return rulesReview(body, spec.namespace, user, authorizer)
  }
  const errors = [
    ...specErrors(kind, spec),
    ...metadataErrors(kind, body),
    ...(kind === 'LocalSubjectAccessReview' ? localErrors(body, spec) : []),
  ]
  // The refusal names the group only.
  if (errors.length > 0) throw invalidObject({ group: REVIEW_GROUP, kind: '' }, '', errors)
  if (kind === 'LocalSubjectAccessReview') {
    if (!namespace) throw badRequest('namespace is required on this type')
    if (namespace !== body.metadata.namespace)
      throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`)
  }
  await judge()
  const read = readSelectors(spec.resourceAttributes ?? {})
  const asker = kind === 'SelfSubjectAccessReview' ? user : reviewedUser(spec)
  const decision = await authorizer.authorize(attributesOf(spec, asker, read))
  const evaluationError = evaluationErrorOf(decision, read)
  return {
    ...body,
    status: {
      allowed: decision.verdict === 'allow',
      ...(decision.verdict === 'deny' && { denied: true }),
      ...(decision.reason && { reason: decision.reason }),
      ...(evaluationError && { evaluationError }),
    },
  }
}

async function rulesReview(
  body: ApiObject,
  namespace: string,
  user: UserInfo,
  authorizer: Authorizer,
): Promise<ApiObject> {
  const { resourceRules, nonResourceRules, incomplete, evaluationError } = await authorizer.rulesFor(user, namespace)
  // The answer is a new object: it does not repeat the request's metadata.
  return {
    ...body,
    metadata: {},
    spec: {},
    status: { resourceRules, nonResourceRules, incomplete, ...(evaluationError && { evaluationError }) },
  }
}
