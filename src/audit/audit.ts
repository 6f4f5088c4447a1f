import type { RequestAttributes } from '../machinery/request-attributes'
import type { UserInfo } from '../machinery/user'

/** How much of a request is recorded. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'
/** The moment of a request that an event describes. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** How a request ended; everything besides the code comes from the answer's Status. */
export interface ResponseStatus {
  code: number
  status?: string
  reason?: string
  message?: string
  details?: unknown
}

/** One event of the audit log (audit.orch.io/v1 Event). */
export interface AuditEvent {
  kind: 'Event'
  apiVersion: 'audit.orch.io/v1'
  level: AuditLevel
  auditID: string
  stage: AuditStage
  requestURI: string
  verb: string
  user: {
    username: string
    uid?: string
    groups?: readonly string[]
    extra?: Readonly<Record<string, readonly string[]>>
  }
  impersonatedUser?: AuditEvent['user']
  authenticationMetadata?: { impersonationConstraint: string }
  sourceIPs: string[]
  userAgent?: string
  objectRef?: {
    resource?: string
    namespace?: string
    name?: string
    apiGroup?: string
    apiVersion?: string
    subresource?: string
  }
  responseStatus?: ResponseStatus
  requestObject?: unknown
  responseObject?: unknown
  requestReceivedTimestamp: string
  stageTimestamp: string
  annotations?: Record<string, string>
}

/** The data that a request adds to its audit events; each part is kept only at the level that includes it. */
export interface AuditScope {
  readonly level: AuditLevel
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void
  requestObject(object: unknown): void
  responseObject(object: unknown): void
  /** `constraint` is the verb that limited the impersonation to this request. */
  impersonated?(user: UserInfo, constraint?: string): void
}

/** The request data that the audit log uses. */
export interface AuditedRequest {
  readonly id: string
  readonly request: Request
  /** Path and query as sent. */
  readonly target: string
  readonly remote: string
  readonly user: UserInfo
  readonly info: RequestAttributes
}

/** The events of one request. */
export interface AuditRecord extends AuditScope {
  /** Whether the request may continue: false if its first event was lost and must not be. */
  readonly stored: boolean
  /** Records that the answer of a long request, such as a watch, has begun. */
  started(status: ResponseStatus): void
  /** Records the end of the request; only the first call counts. */
  finish(status: ResponseStatus): void
  /** Records an unexpected internal error. */
  panic(message: string): void
}

/** Decides by the policy which requests are recorded, and at which level. */
export interface Auditor {
  /** Undefined if the policy records nothing about the request. */
  begin(request: AuditedRequest): AuditRecord | undefined
}

/** A user as audit events show it. */
export const auditUser = (user: UserInfo): AuditEvent['user'] => ({
  username: user.name,
  ...(user.uid && { uid: user.uid }),
  groups: user.groups,
  ...(user.extra && { extra: user.extra }),
})
