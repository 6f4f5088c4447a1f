import { Switch } from '@mantine/core'
import { useMemo } from 'react'
import { CORE_EVENTS } from '../../../client/core-targets'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { Go } from '../../components/Go'
import { EventRequests } from '../../components/requests/EventRequests'
import { Empty, ErrorMessage, Loading } from '../../components/States'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { type LiveObjects, useLiveObjects } from '../../queries/live-objects'
import { useRelations } from '../../queries/relations'
import { useClient } from '../../state/connection'
import { objectPlace, useQueryState, useSetQuery } from '../../state/place'
import { cellText } from './rows'
import { timeline, type TimelineEntry } from './timeline'

/** An object's events, newest first; optionally also those of its dependents. */
export function EventsTab({
  info,
  object,
  own,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly own: LiveObjects
}) {
  const all = useQueryState()['owned'] === 'yes'
  const setQuery = useSetQuery()
  const { namespace } = object.metadata
  const everything = useLiveObjects(useClient(), { ...CORE_EVENTS, namespace }, {}, all)
  const relations = useRelations(namespace, all)
  const events = all ? everything : own
  const entries = useMemo(
    () => timeline(events.items, { info, meta: object.metadata }, all ? relations.data : undefined),
    [events.items, info, object.metadata, all, relations.data],
  )
  const error = events.error ?? (all ? relations.error : undefined)
  return (
    <div className="o-stack">
      <Switch
        label="Include events of owned objects"
        checked={all}
        onChange={(event) => setQuery({ owned: event.currentTarget.checked ? 'yes' : undefined })}
      />
      {events.phase === 'failed' || error ? (
        <ErrorMessage error={error} />
      ) : events.phase === 'loading' || (all && relations.isPending) ? (
        <Loading lines={4} label="Reading events" />
      ) : entries.length === 0 ? (
        <Empty title="No events" icon="watch">
          Controllers record events about this object here. For API requests, open the request log below.
        </Empty>
      ) : (
        <EventTable entries={entries} all={all} />
      )}
    </div>
  )
}

function EventTable({ entries, all }: { readonly entries: readonly TimelineEntry[]; readonly all: boolean }) {
  return (
    <div className="o-panel o-scroll-x" tabIndex={0} role="group" aria-label="Table of events">
      <table className="o-table cards">
        <thead>
          <tr>
            <th>Last</th>
            {all && <th>Object</th>}
            <th>Type</th>
            <th>Reason</th>
            <th>Message</th>
            <th>Source</th>
            <th className="num">Count</th>
            <th>Requests</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ event, last, about, known }) => (
            <tr key={event.metadata.uid}>
              <td data-label="Last">
                <Age since={last} />
              </td>
              {all && (
                <td data-label="Object">
                  {known ? (
                    <Go place={objectPlace(known.info, known.meta.namespace, known.meta.name ?? '', { tab: 'events' })}>
                      {about}
                    </Go>
                  ) : (
                    about
                  )}
                </td>
              )}
              <td>
                <Verdict tone={event['type'] === 'Warning' ? 'refused' : 'allowed'}>{cellText(event['type'])}</Verdict>
              </td>
              <td>{cellText(event['reason'])}</td>
              <td className="o-break">{cellText(event['message'])}</td>
              <td className="o-dim" data-label="Source">
                {cellText(at(event, 'source', 'component') ?? event['reportingComponent'])}
              </td>
              <td className="num" data-label="Count">
                {cellText(event['count'] ?? 1)}
              </td>
              <td data-label="Requests">
                <EventRequests event={event} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
