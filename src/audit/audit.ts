import type { UserInfo } from '../machinery/user'

export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** How a request ended; what there is beside the code comes from the answer's Status. */
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

/** What one request adds to its audit events on its way; kept only from the level that applies to it. */
export interface AuditScope {
  readonly level: AuditLevel
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void
  requestObject(object: unknown): void
  responseObject(object: unknown): void
  impersonated?(user: UserInfo): void
}

/** What the audit log may know of a request when it begins. */
export interface AuditedRequest {
  readonly id: string
  readonly request: Request
  /** Path and query as they were sent. */
  readonly target: string
  readonly remote: string
  readonly user: UserInfo
  readonly info: {
    readonly isResourceRequest: boolean
    readonly verb: string
    readonly apiGroup: string
    readonly apiVersion: string
    readonly resource: string
    readonly subresource: string
    readonly namespace: string
    readonly name: string
    readonly path: string
  }
}

export interface AuditRecord extends AuditScope {
  /** Whether the request may go on: false when its first event is lost and must not be. */
  readonly stored: boolean
  /** The answer of a long request, such as a watch, has begun. */
  started(status: ResponseStatus): void
  /** The request is over; only the first end counts. */
  finish(status: ResponseStatus): void
  /** Something went wrong that should never go wrong. */
  panic(message: string): void
}

export interface Auditor {
  /** Undefined where the policy records nothing of the request. */
  begin(request: AuditedRequest): AuditRecord | undefined
}

export const auditUser = (user: UserInfo): AuditEvent['user'] => ({
  username: user.name,
  ...(user.uid && { uid: user.uid }),
  groups: user.groups,
  ...(user.extra && { extra: user.extra }),
})
