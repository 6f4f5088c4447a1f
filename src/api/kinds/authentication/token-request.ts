import { conflictError, notFoundError } from '../../../machinery/api-error'
import { invalidObject } from '../../../machinery/invalid-object'
import { timestamp } from '../../../machinery/clock'
import { invalid } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import type { JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { ObjectReader } from '../../../machinery/reader'
import { behaves, type Served } from '../../releases/ledger'
import { boundObjects, type BoundObjectReference } from './token-bound-object'
import { boundClaims, credentialIdOf, referenceTo } from './token-claims'

interface TokenRequestSpec {
  audiences?: string[] | null
  expirationSeconds?: number | null
  boundObjectRef?: BoundObjectReference | null
}

/** Context for answering a TokenRequest. */
export interface TokenRequestContext {
  readonly reader: ObjectReader
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly namespace: string
  /** The account's name, from the path. */
  readonly name: string
  readonly issuer: string
  /** The API server's own audiences. */
  readonly audiences: readonly string[]
  /** `--service-account-max-token-expiration`; absent without a limit. */
  readonly maxSeconds?: number
  /** `--service-account-extend-token-expiration`. */
  readonly extend: boolean
  readonly served: Served
  /** Makes the ID of a token. */
  uuid(): string
  warn(text: string): void
  /** Adds to the audit event of the request. */
  annotate(key: string, value: string): void
  sign(claims: JsonObject): Promise<string>
  /** Runs mutating admission first; changes the request in place. */
  mutate?(request: ApiObject): Promise<void>
  /** Runs validating admission before the token is issued. */
  validate?(request: ApiObject): Promise<void>
}

const GROUP = 'authentication.orch.io'
const KIND = { group: GROUP, kind: 'TokenRequest' }
// Conflicts print the kind where other resources have their name.
const TOKEN_REQUESTS = { group: GROUP, resource: 'TokenRequest' }
const SERVICE_ACCOUNTS = { group: '', resource: 'serviceaccounts' }
const DEFAULT_SECONDS = 3600
const LEAST_SECONDS = 600
const MOST_SECONDS = 2 ** 32
// Lifetime requested by injected token volumes; such tokens are valid for a year, until clients reread them.
const INJECTED_SECONDS = 3607
const EXTENDED_SECONDS = 365 * 24 * 3600

/** A TokenRequest from a body, with the default lifetime. */
export function tokenRequestOf(body: ApiObject): ApiObject {
  const request: ApiObject = { ...body, kind: 'TokenRequest', metadata: body.metadata ?? {}, spec: specOf(body) }
  delete request.status
  return request
}

/**
 * Answers a TokenRequest made by `tokenRequestOf` for a service account: completes `spec` and sets `status`. Throws NotFound if the
 * account or bound object is missing, Invalid for a bad lifetime, BadRequest for an unsupported bound object, Conflict if its uid differs.
 */
export async function createTokenRequest(request: ApiObject, context: TokenRequestContext): Promise<ApiObject> {
  const { namespace, now } = context
  await context.mutate?.(request)
  const account = await (
    behaves('token-request-completed-before-validation', context.served.release) ? judgedCompleted : judgedAsGiven
  )(request, context)

  const spec = { ...specOf(request), audiences: audiencesOf(request, context) }
  request.spec = spec
  const bound = boundObjects(spec.boundObjectRef, context)
  if (context.maxSeconds && spec.expirationSeconds > context.maxSeconds) {
    context.warn(`requested expiration of ${spec.expirationSeconds} seconds shortened to ${context.maxSeconds} seconds`)
    spec.expirationSeconds = context.maxSeconds
  }
  const issuedAt = Math.floor(now / 1000)
  const extended =
    context.extend &&
    bound.pod !== undefined &&
    spec.expirationSeconds === INJECTED_SECONDS &&
    spec.audiences.every((audience) => context.audiences.includes(audience))
  const claims = boundClaims({
    issuer: context.issuer,
    audiences: spec.audiences,
    issuedAt,
    lifetimeSeconds: extended ? EXTENDED_SECONDS : spec.expirationSeconds,
    ...(extended && { warnAfter: issuedAt + INJECTED_SECONDS }),
    account: { namespace, ...referenceTo(account) },
    ...(behaves('token-ids', context.served) && { id: context.uuid() }),
    ...bound,
  })
  const credential = credentialIdOf(claims)
  if (credential) context.annotate('authentication.orch.io/issued-credential-id', credential)
  return {
    ...request,
    status: {
      token: await context.sign(claims),
      expirationTimestamp: timestamp((issuedAt + spec.expirationSeconds) * 1000),
    },
  }
}

/** Spec with the defaults of the version. */
function specOf({ spec }: ApiObject) {
  const { audiences = null, expirationSeconds, boundObjectRef = null } = (spec ?? {}) as TokenRequestSpec
  return { audiences, expirationSeconds: expirationSeconds ?? DEFAULT_SECONDS, boundObjectRef }
}

function audiencesOf(request: ApiObject, context: TokenRequestContext): string[] {
  const { audiences } = specOf(request)
  return audiences?.length ? audiences : [...context.audiences]
}

/** Older releases run validating admission on the unmodified request before their own validation. */
async function judgedAsGiven(request: ApiObject, context: TokenRequestContext): Promise<ApiObject> {
  await context.validate?.(request)
  refuseLifetime(request)
  return accountOf(context)
}

async function judgedCompleted(request: ApiObject, context: TokenRequestContext): Promise<ApiObject> {
  refuseOtherNames(request, context)
  const account = accountOf(context)
  if (behaves('token-request-uid', context.served.release)) completeUid(request, account, context)
  request.spec = { ...specOf(request), audiences: audiencesOf(request, context) }
  request.metadata = metadataOf(request, context)
  refuseLifetime(request)
  await context.validate?.(request)
  return account
}

function accountOf({ reader, namespace, name }: TokenRequestContext): ApiObject {
  const account = reader.get(SERVICE_ACCOUNTS, namespace, name)
  if (!account) throw notFoundError(SERVICE_ACCOUNTS, name)
  return account
}

function refuseLifetime(request: ApiObject): void {
  const errors = lifetimeErrors(specOf(request).expirationSeconds)
  if (errors.length > 0) throw invalidObject(KIND, '', errors)
}

/** A request with the UID of another account was meant for a predecessor of the same name. */
function completeUid(request: ApiObject, account: ApiObject, context: TokenRequestContext): void {
  const [asked, uid = ''] = [request.metadata.uid, account.metadata.uid]
  if (!asked) request.metadata = { ...request.metadata, uid }
  if (!asked || asked === uid) return
  const differs = `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`
  if (behaves('token-request-uid-checked', context.served)) throw conflictError(TOKEN_REQUESTS, context.name, differs)
  context.annotate('authentication.orch.io/token-request-uid-mismatch', differs)
  context.warn(
    `${differs} but TokenRequestServiceAccountUIDValidation is not enabled. In the future, this will return a conflict error`,
  )
}

function refuseOtherNames({ metadata }: ApiObject, { name, namespace }: TokenRequestContext): void {
  const errors: FieldError[] = []
  if (metadata?.name && metadata.name !== name)
    errors.push(invalid('metadata.name', metadata.name, 'must match the service account name if specified'))
  if (metadata?.namespace && metadata.namespace !== namespace)
    errors.push(
      invalid('metadata.namespace', metadata.namespace, 'must match the service account namespace if specified'),
    )
  if (errors.length > 0) throw invalidObject(KIND, name, errors)
}

function metadataOf({ metadata }: ApiObject, { name, namespace, now }: TokenRequestContext): ApiObject['metadata'] {
  return { ...metadata, name, namespace, creationTimestamp: timestamp(now) }
}

function lifetimeErrors(seconds: number): FieldError[] {
  const field = 'spec.expirationSeconds'
  if (seconds < LEAST_SECONDS) return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
  if (seconds > MOST_SECONDS) return [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
  return []
}
