import { Button, Select, TextInput } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { stringify } from 'yaml'
import { measures } from '../../components/measures'
import type { AuditEvent, AuditPage, AuditQuery } from '../../../server/control'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { statusTone, Verdict } from '../../components/Verdict'
import { useTextScale } from '../../state/preferences'
import { type Search, useSetQuery } from '../../state/place'
import { download } from '../../state/download'
import { Panel } from '../../components/Panel'
import { writeJson } from '../../../machinery/json-text'

const MOST_SHOWN = 2_000
const ROW = 28
const LEVELS = ['Metadata', 'Request', 'RequestResponse'] as const
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const

const among = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text)

/** The audit query for the filters in the address. */
export function queryOf(search: Search): AuditQuery {
  const level = among(LEVELS, search['level'])
  const stage = among(STAGES, search['stage'])
  const statusClass = Number(search['status']?.[0])
  return {
    limit: MOST_SHOWN,
    ...(search['user'] && { user: search['user'] }),
    ...(search['verb'] && { verb: search['verb'] }),
    ...(search['what'] && { resource: search['what'] }),
    ...(search['ns'] && { namespace: search['ns'] }),
    ...(search['decision'] && { decision: search['decision'] }),
    ...(search['text'] && { text: search['text'] }),
    ...(level && { level }),
    ...(stage && { stage }),
    ...(statusClass > 0 && { statusClass }),
  }
}

const FILTERS: readonly (readonly [key: string, label: string, data?: readonly string[]])[] = [
  ['text', 'Search'],
  ['user', 'User'],
  ['verb', 'Verb', ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']],
  ['what', 'Resource'],
  ['ns', 'Namespace'],
  ['status', 'Status', ['2xx', '4xx', '5xx']],
  ['decision', 'Decision', ['allow', 'forbid']],
  ['stage', 'Stage', STAGES],
  ['level', 'Level', LEVELS],
]

/** The recorded events, with filters kept in the address. */
export function AuditLogPanel({ page, search }: { readonly page: AuditPage; readonly search: Search }) {
  const setQuery = useSetQuery()
  const chosen = page.events.find((event) => keyOf(event) === search['event'])
  const filtered = FILTERS.some(([key]) => search[key])
  const save = (): void =>
    download('audit.log', page.events.map((event) => `${writeJson(event)}\n`).join(''), 'application/jsonl')
  return (
    <Panel
      title="Audit log"
      actions={
        <>
          <span className="o-dim o-small o-num" aria-live="polite">
            {page.matched} of {page.kept}
            {page.dropped > 0 && `, ${page.dropped} older ones dropped`}
          </span>
          {filtered && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setQuery(Object.fromEntries(FILTERS.map(([key]) => [key, undefined])))}
            >
              Show all
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            disabled={page.events.length === 0}
            onClick={save}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="o-panel-body o-adm-filters">
        {FILTERS.map(([key, label, data]) =>
          data ? (
            <Select
              key={key}
              label={label}
              clearable
              placeholder="any"
              data={[...data]}
              value={search[key] ?? null}
              onChange={(value) => setQuery({ [key]: value ?? undefined })}
            />
          ) : (
            <TextInput
              key={key}
              label={label}
              placeholder="any"
              spellCheck={false}
              value={search[key] ?? ''}
              onChange={(e) => setQuery({ [key]: e.currentTarget.value })}
            />
          ),
        )}
      </div>
      {page.events.length === 0 ? (
        <Empty title={filtered ? 'No matching events' : 'No events yet'} icon="list">
          {filtered ? 'Remove a filter.' : 'Requests that match the policy appear here.'}
        </Empty>
      ) : (
        <Events
          events={page.events}
          chosen={chosen}
          onChoose={(event) => setQuery({ event: event === chosen ? undefined : keyOf(event) })}
        />
      )}
      {chosen && (
        <div className="o-panel-body">
          <div className="o-row">
            <h3 className="o-h2 o-grow">Event {chosen.auditID}</h3>
            <CopyButton label="Copy event as JSON" text={() => writeJson(chosen, 2)} />
          </div>
          <pre className="o-code" tabIndex={0} aria-label="Audit event">
            {stringify(chosen)}
          </pre>
        </div>
      )}
    </Panel>
  )
}

const keyOf = ({ auditID, stage }: AuditEvent): string => `${auditID}/${stage}`

const whatOf = ({ objectRef, requestURI }: AuditEvent): string => {
  if (!objectRef) return requestURI
  const { resource = '', subresource, namespace, name } = objectRef
  return [[resource, subresource].filter(Boolean).join('/'), [namespace, name].filter(Boolean).join('/')]
    .filter(Boolean)
    .join(' ')
}

const whoOf = ({ user, impersonatedUser }: AuditEvent): string =>
  impersonatedUser ? `${impersonatedUser.username} (by ${user.username})` : user.username || 'unknown'

function Events({
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
  const height = ROW * useTextScale()
  const virtual = useVirtualizer({
    count: newest.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  return (
    <div className="o-adm-log" ref={scroller} tabIndex={0} role="region" aria-label="Events, newest first">
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
              key={keyOf(event)}
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
