import { writeJson } from '../machinery/json-text'
import { quote } from '../machinery/quote'
import type { AuditEvent } from './audit'

/** Formats of the audit log. */
export type LogFormat = 'json' | 'legacy'

const list = (items: readonly string[]): string => items.map(quote).join(',')

/** One event as a line of the log, without the line break: the whole event, or the fields of the old format. */
export function logLine(event: AuditEvent, format: LogFormat): string {
  return format === 'json' ? writeJson(event) : legacyLine(event)
}

function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser } = event
  const groups = user.username && user.groups?.length ? list(user.groups) : '<none>'
  const fields: [string, string][] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', event.sourceIPs[0] ?? '<unknown>'],
    ['method', event.verb],
    ['user', user.username || '<none>'],
    ['groups', groups],
    ['as', impersonatedUser?.username ?? '<self>'],
    ['asgroups', impersonatedUser?.groups ? list(impersonatedUser.groups) : '<lookup>'],
    ['user-agent', event.userAgent ?? ''],
    ['namespace', event.objectRef?.namespace || '<none>'],
    ['uri', event.requestURI],
    ['response', event.responseStatus ? String(event.responseStatus.code) : '<deferred>'],
  ]
  return [`${event.requestReceivedTimestamp} AUDIT:`, ...fields.map(([name, text]) => `${name}=${quote(text)}`)].join(
    ' ',
  )
}

const TRUNCATED = 'audit.orch.io/truncated'
const bytes = new TextEncoder()
/** Size of a text in UTF-8 bytes. */
export const sizeOf = (text: string): number => bytes.encode(text).length

/** The event within `most` bytes of JSON: without its bodies if necessary, and marked as truncated. Undefined if that is not enough. */
export function truncated(event: AuditEvent, most: number): AuditEvent | undefined {
  if (sizeOf(writeJson(event)) <= most) return event
  const { requestObject: _request, responseObject: _response, ...rest } = event
  const small: AuditEvent = { ...rest, annotations: { ...event.annotations, [TRUNCATED]: 'true' } }
  return sizeOf(writeJson(small)) <= most ? small : undefined
}
