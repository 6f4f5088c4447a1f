import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useWholeTable } from '../../components/export/whole-tables'
import { measures } from '../../components/measures'
import type { AuditEvent } from '../../../server/control'
import { statusTone, Verdict } from '../../components/Verdict'
import { useTextScale } from '../../state/preferences'

const ROW = 28

/** Identifies an event: each stage of a request has one of its own. */
export const auditEventKey = ({ auditID, stage }: AuditEvent): string => `${auditID}/${stage}`

const whatOf = ({ objectRef, requestURI }: AuditEvent): string => {
  if (!objectRef) return requestURI
  const { resource = '', subresource, namespace, name } = objectRef
  return [[resource, subresource].filter(Boolean).join('/'), [namespace, name].filter(Boolean).join('/')]
    .filter(Boolean)
    .join(' ')
}

const whoOf = ({ user, impersonatedUser }: AuditEvent): string =>
  impersonatedUser ? `${impersonatedUser.username} (by ${user.username})` : user.username || 'unknown'

/** The events as a list that draws only what is visible. */
export function AuditEvents({
  events,
  chosen,
  onChoose,
}: {
  readonly events: readonly AuditEvent[]
  readonly chosen: AuditEvent | undefined
  readonly onChoose: (event: AuditEvent) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const newest = [...events].reverse()
  useWholeTable(scroller, () => ({
    columns: ['Time', 'Verb', 'Object', 'User', 'Status', 'Stage'],
    rows: newest.map((event) => [
      event.stageTimestamp,
      event.verb,
      whatOf(event),
      whoOf(event),
      String(event.responseStatus?.code ?? ''),
      event.stage,
    ]),
  }))
  const height = ROW * useTextScale()
  const virtual = useVirtualizer({
    count: newest.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  return (
    <div className="o-adm-log" data-table ref={scroller} tabIndex={0} role="region" aria-label="Events, newest first">
      <div className="o-adm-event head" aria-hidden="true">
        <span>Time</span>
        <span>Verb</span>
        <span>Object</span>
        <span>User</span>
        <span>Status</span>
        <span>Stage</span>
      </div>
      <div className="o-relative o-own-height" style={measures({ height: virtual.getTotalSize() })}>
        {virtual.getVirtualItems().map((item) => {
          const event = newest[item.index]
          if (!event) return null
          const { code } = event.responseStatus ?? {}
          return (
            <button
              key={auditEventKey(event)}
              type="button"
              className="o-adm-event o-absolute o-own-y"
              aria-pressed={event === chosen}
              onClick={() => onChoose(event)}
              style={measures({ y: item.start })}
            >
              <span className="o-num o-dim">{event.stageTimestamp.slice(11, 23)}</span>
              <span className="o-mono">{event.verb}</span>
              <span className="o-mono o-clip" title={event.requestURI}>
                {whatOf(event)}
              </span>
              <span className="o-clip" title={whoOf(event)}>
                {whoOf(event)}
              </span>
              <span>{code !== undefined && <Verdict tone={statusTone(code)}>{code}</Verdict>}</span>
              <span className="o-dim o-tiny o-clip">{event.stage}</span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
