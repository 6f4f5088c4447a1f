import { GoStruct } from '../machinery/go-values'
import { badRequest, invalidObject } from '../machinery/api-error'
import { type FieldError, FieldPath, invalid } from '../machinery/field-error'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { UserInfo } from '../machinery/user'
import type { Attributes, Authorizer, Decision } from './authorizer'
import { type GivenSelectors, readSelectors, type ReadSelectors, selectorErrors } from './review-selectors'

/** The access reviews: requests that ask whether another request would be allowed (document 2, "Access review resources"). */
export const REVIEW_KINDS = [
  'SubjectAccessReview',
  'SelfSubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectRulesReview',
] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

export const isReviewKind = (kind: string): kind is ReviewKind => (REVIEW_KINDS as readonly string[]).includes(kind)

interface ResourceAttributes extends GivenSelectors {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
}
interface ReviewSpec {
  readonly user?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  /** The name of `groups` in v1beta1. */
  readonly group?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly resourceAttributes?: ResourceAttributes | null
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string } | null
  readonly namespace?: string
}

const GROUP = 'authorization.orch.io'

const groupsOf = (spec: ReviewSpec): readonly string[] => spec.groups ?? spec.group ?? []

const pathAttributes = ({ path = '', verb = '' }: { readonly path?: string; readonly verb?: string }): GoStruct =>
  new GoStruct('authorization.NonResourceAttributes', { Path: path, Verb: verb })

function specErrors(kind: ReviewKind, spec: ReviewSpec): FieldError[] {
  const errors: FieldError[] = []
  const { resourceAttributes, nonResourceAttributes } = spec
  if (resourceAttributes && nonResourceAttributes)
    errors.push(
      invalid(
        'spec.nonResourceAttributes',
        pathAttributes(nonResourceAttributes),
        'cannot be specified in combination with resourceAttributes',
      ),
    )
  if (!resourceAttributes && !nonResourceAttributes)
    errors.push(
      invalid(
        'spec.resourceAttributes',
        null,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    )
  if (kind !== 'SelfSubjectAccessReview' && !spec.user && groupsOf(spec).length === 0)
    errors.push(invalid('spec.user', spec.user ?? '', 'at least one of user or group must be specified'))
  if (resourceAttributes) errors.push(...selectorErrors(resourceAttributes, FieldPath.of('spec', 'resourceAttributes')))
  return errors
}

function metadataErrors(kind: ReviewKind, body: ApiObject): FieldError[] {
  // The server itself records managedFields; an empty member counts as absent.
  const allowed = kind === 'LocalSubjectAccessReview' ? ['namespace', 'managedFields'] : ['managedFields']
  const given = Object.entries(body.metadata).filter(
    ([name, value]) => !allowed.includes(name) && value !== undefined && value !== null && value !== '',
  )
  if (given.length === 0) return []
  return [
    invalid(
      'metadata',
      body.metadata,
      kind === 'LocalSubjectAccessReview' ? 'must be empty except for namespace' : 'must be empty',
    ),
  ]
}

function localErrors(body: ApiObject, spec: ReviewSpec): FieldError[] {
  const errors: FieldError[] = []
  if (spec.resourceAttributes && (spec.resourceAttributes.namespace ?? '') !== (body.metadata.namespace ?? ''))
    errors.push(
      invalid(
        'spec.resourceAttributes.namespace',
        spec.resourceAttributes.namespace ?? '',
        'must match metadata.namespace',
      ),
    )
  if (spec.nonResourceAttributes)
    errors.push(
      invalid(
        'spec.nonResourceAttributes',
        pathAttributes(spec.nonResourceAttributes),
        'disallowed on this kind of request',
      ),
    )
  return errors
}

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
  if (errors.length > 0) throw invalidObject({ group: GROUP, kind: '' }, '', errors)
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
