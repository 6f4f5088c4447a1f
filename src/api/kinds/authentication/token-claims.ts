import type { JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'

/** Names and claims of service-account tokens (authentication document, "Service accounts"). */
export const TOKEN_SECRET_TYPE = 'orch.io/service-account-token'
/** Annotation of a token secret with the name of its service account. */
export const ACCOUNT_NAME_ANNOTATION = 'orch.io/service-account.name'
/** Annotation of a token secret with the uid of its service account. */
export const ACCOUNT_UID_ANNOTATION = 'orch.io/service-account.uid'
/** Issuer of tokens in secrets. */
export const LEGACY_ISSUER = 'orch/serviceaccount'

const USER_PREFIX = 'system:serviceaccount:'
/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string => `${USER_PREFIX}${namespace}:${name}`

/** An object that a token is bound to. */
export interface Reference {
  readonly name: string
  readonly uid: string
}

/** The reference that claims have to an object. */
export const referenceTo = ({ metadata }: ApiObject): Reference => ({
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
})

/** The service account of a token. */
export interface AccountReference extends Reference {
  readonly namespace: string
}

/** Claims of a token stored in a secret: it is valid as long as the secret exists. */
export const legacyClaims = (account: AccountReference, secretName: string): JsonObject => ({
  iss: LEGACY_ISSUER,
  'orch.io/serviceaccount/namespace': account.namespace,
  'orch.io/serviceaccount/secret.name': secretName,
  'orch.io/serviceaccount/service-account.name': account.name,
  'orch.io/serviceaccount/service-account.uid': account.uid,
  sub: serviceAccountUser(account.namespace, account.name),
})

/** The content of a bound token. */
export interface BoundTokenOptions {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** Seconds since the epoch. */
  readonly issuedAt: number
  readonly lifetimeSeconds: number
  readonly account: AccountReference
  /** Tells this token from all others. */
  readonly id?: string
  readonly node?: Partial<Reference> & Pick<Reference, 'name'>
  readonly pod?: Reference
  readonly secret?: Reference
  /** Seconds since the epoch after which use of the token is reported. */
  readonly warnAfter?: number
}

/** Claims of a token with expiry, audiences and an optional bound object. */
export const boundClaims = (options: BoundTokenOptions): JsonObject => ({
  aud: [...options.audiences],
  exp: options.issuedAt + options.lifetimeSeconds,
  iat: options.issuedAt,
  iss: options.issuer,
  ...(options.id !== undefined && { jti: options.id }),
  'orch.io': {
    namespace: options.account.namespace,
    ...(options.node && { node: { name: options.node.name, ...(options.node.uid && { uid: options.node.uid }) } }),
    ...(options.pod && { pod: { name: options.pod.name, uid: options.pod.uid } }),
    ...(options.secret && { secret: { name: options.secret.name, uid: options.secret.uid } }),
    serviceaccount: { name: options.account.name, uid: options.account.uid },
    ...(options.warnAfter !== undefined && { warnafter: options.warnAfter }),
  },
  nbf: options.issuedAt,
  sub: serviceAccountUser(options.account.namespace, options.account.name),
})

/** Extra key of users that says with which credential they proved who they are. */
export const CREDENTIAL_ID = 'authentication.orch.io/credential-id'

/** Extra key of users with the node on which the pod of their token runs, or that their token is bound to. */
export const NODE_NAME_EXTRA = 'authentication.orch.io/node-name'

/** The credential ID of a token with these claims; undefined for one without an ID. */
export const credentialIdOf = ({ jti }: { readonly jti?: unknown }): string | undefined =>
  typeof jti === 'string' && jti !== '' ? `JTI=${jti}` : undefined
