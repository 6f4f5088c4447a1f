import { lazy } from 'react'
import type { ApiObject } from '../../../machinery/object'
import type { ResourceInfo } from '../../queries/discovery'
import type { LiveObjects } from '../../queries/live-objects'

const SummaryTab = lazy(() => import('./SummaryTab').then((m) => ({ default: m.SummaryTab })))
const YamlTab = lazy(() => import('./YamlTab').then((m) => ({ default: m.YamlTab })))
const GraphTab = lazy(() => import('./GraphTab').then((m) => ({ default: m.GraphTab })))
const EventsTab = lazy(() => import('./EventsTab').then((m) => ({ default: m.EventsTab })))
const LogTab = lazy(() => import('./LogTab').then((m) => ({ default: m.LogTab })))
const HistoryTab = lazy(() => import('./HistoryTab').then((m) => ({ default: m.HistoryTab })))
const OwnersTab = lazy(() => import('./OwnersTab').then((m) => ({ default: m.OwnersTab })))

/** Whether objects of a kind have logs. */
export const hasLogs = ({ group, kind }: ResourceInfo): boolean => group === '' && kind === 'Pod'

/** The part of an object's page that is in the address. */
export function ObjectTab({
  tab,
  info,
  object,
  gone,
  editing,
  events,
}: {
  readonly tab: string
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly gone: boolean
  readonly editing: boolean
  readonly events: LiveObjects
}) {
  if (tab === 'yaml') return <YamlTab info={info} object={object} gone={gone} focus={editing} />
  if (tab === 'graph') return <GraphTab info={info} object={object} />
  if (tab === 'events') return <EventsTab info={info} object={object} own={events} />
  if (tab === 'logs' && hasLogs(info)) return <LogTab info={info} object={object} />
  if (tab === 'history') return <HistoryTab info={info} object={object} gone={gone} />
  if (tab === 'owners') return <OwnersTab info={info} object={object} />
  return <SummaryTab info={info} object={object} events={events.items} />
}
