import { type Clock, microTimestamp } from '../machinery/clock'
import { clone, isObject } from '../machinery/json'
import type { Metrics } from '../machinery/metrics'
import {
  type AuditedRequest,
  type AuditEvent,
  type AuditLevel,
  type Auditor,
  type AuditRecord,
  type AuditStage,
  auditUser,
  type ResponseStatus,
} from './audit'
import { type AuditPolicy } from './policy'
import { type AuditDecision, decide } from './policy-decision'
import { isSecretive, redacted, withoutManagedFields } from './redact'

/** What an auditor works with. */
export interface AuditorParts {
  /** Without a policy, nothing is recorded. */
  readonly policy: AuditPolicy | undefined
  readonly clock: Clock
  readonly metrics: Metrics
  /** Returns false if the event is lost and its request must fail for it. */
  emit(event: AuditEvent): boolean
}

const RANK: Readonly<Record<AuditLevel, number>> = { None: 0, Metadata: 1, Request: 2, RequestResponse: 3 }
const PATCH_ANNOTATION = 'patch.webhook.'

/** Records requests as a policy says: one event for each stage that a request reaches. */
export const createAuditor = (parts: AuditorParts): Auditor => ({
  begin(request) {
    const { policy, metrics } = parts
    if (!policy) return undefined
    const decision = decide(policy, request)
    metrics.count('apiserver_audit_level_total', { level: decision.level })
    return decision.level === 'None' ? undefined : new RequestRecord(parts, request, decision)
  },
})

/** Addresses that the request passed through, the client's first. */
function sourcesOf({ request, remote }: AuditedRequest): string[] {
  const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',')
  const named = [...forwarded, request.headers.get('x-real-ip') ?? '', remote].map((text) => text.trim())
  return [...new Set(named.filter((text) => text !== ''))]
}

function objectRefOf({ info }: AuditedRequest): AuditEvent['objectRef'] {
  if (!info.isResourceRequest) return undefined
  const { resource, namespace, name, apiGroup, apiVersion, subresource } = info
  return {
    ...(resource && { resource }),
    ...(namespace && { namespace }),
    ...(name && { name }),
    ...(apiGroup && { apiGroup }),
    ...(apiVersion && { apiVersion }),
    ...(subresource && { subresource }),
  }
}

class RequestRecord implements AuditRecord {
  readonly level: AuditLevel
  private readonly event: AuditEvent
  private readonly hides: boolean
  readonly stored: boolean
  private done = false

  constructor(
    private readonly parts: AuditorParts,
    private readonly request: AuditedRequest,
    private readonly decision: AuditDecision,
  ) {
    const { user, info, target, id } = request
    const userAgent = request.request.headers.get('user-agent')
    const objectRef = objectRefOf(request)
    this.level = decision.level
    this.hides = isSecretive(info) && !decision.namesResource
    const now = microTimestamp(parts.clock.now())
    this.event = {
      kind: 'Event',
      apiVersion: 'audit.orch.io/v1',
      level: decision.level,
      auditID: id,
      stage: 'RequestReceived',
      requestURI: target,
      verb: info.verb,
      user: auditUser(user),
      sourceIPs: sourcesOf(request),
      ...(userAgent && { userAgent }),
      ...(objectRef && { objectRef }),
      requestReceivedTimestamp: now,
      stageTimestamp: now,
    }
    this.stored = this.tell('RequestReceived')
    if (!this.stored) parts.metrics.count('apiserver_audit_requests_rejected_total', {})
  }

  annotate(key: string, value: string, level: 'Metadata' | 'Request' = 'Metadata'): void {
    if (RANK[this.level] < RANK[level]) return
    const annotations = (this.event.annotations ??= {})
    // The first value of an annotation is kept: later stages must not change it.
    if (Object.hasOwn(annotations, key)) return
    annotations[key] = this.hides && key.startsWith(PATCH_ANNOTATION) ? 'redacted' : value
  }

  requestObject(object: unknown): void {
    const { objectRef } = this.event
    const metadata = isObject(object) && isObject(object.metadata) ? object.metadata : {}
    // A new object's name comes from its body; a patch is a list of changes and has none.
    if (objectRef && !objectRef.name && this.event.verb === 'create' && typeof metadata.name === 'string')
      objectRef.name = metadata.name
    if (RANK[this.level] >= RANK.Request) this.event.requestObject = this.shown(object)
  }

  responseObject(object: unknown): void {
    if (RANK[this.level] >= RANK.RequestResponse) this.event.responseObject = this.shown(object)
  }

  impersonated(user: AuditedRequest['user'], constraint?: string): void {
    this.event.impersonatedUser = auditUser(user)
    if (constraint !== undefined) this.event.authenticationMetadata = { impersonationConstraint: constraint }
  }

  started(status: ResponseStatus): void {
    this.event.responseStatus = status
    this.tell('ResponseStarted')
  }

  finish(status: ResponseStatus): void {
    if (this.done) return
    this.done = true
    this.event.responseStatus = status
    this.tell('ResponseComplete')
  }

  panic(message: string): void {
    if (this.done) return
    this.done = true
    this.event.responseStatus = { code: 500, status: 'Failure', reason: 'InternalError', message }
    this.tell('Panic')
  }

  private shown(object: unknown): unknown {
    const visible = this.hides ? redacted(object, this.request.info) : object
    return clone(this.decision.omitManagedFields ? withoutManagedFields(visible) : visible)
  }

  private tell(stage: AuditStage): boolean {
    if (this.decision.omitStages.includes(stage)) return true
    const { clock, metrics } = this.parts
    metrics.count('apiserver_audit_event_total', {})
    return this.parts.emit({ ...clone(this.event), stage, stageTimestamp: microTimestamp(clock.now()) })
  }
}
