import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { EventRequests } from '../../components/requests/EventRequests'
import { NoNodesNotice } from '../../components/NoNodesNotice'
import { ObjectLink } from '../../components/ObjectLink'
import { Panel } from '../../components/Panel'
import { Age } from '../../components/time'
import { UnreadKinds } from '../../components/UnreadKinds'
import { type Tone, Verdict } from '../../components/Verdict'
import type { ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useRelations } from '../../queries/relations'
import { DataPanel } from './DataPanel'
import { RelatedPanel } from './RelatedPanel'
import { cellText } from './rows'
import { FactsPanel } from './FactsPanel'

interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastTransitionTime?: string
}

const isNamespace = (info: ResourceInfo): boolean => info.resource === 'namespaces' && !info.group

/** Conditions that are bad when true. */
const BAD_WHEN_TRUE = /Pressure|Failure|Failed|Violating|Unavailable|NonStructural|Deletion|Remaining/

/** Colour of a condition: some, such as MemoryPressure, are bad when true. */
export const conditionTone = ({ type, status }: Pick<Condition, 'type' | 'status'>): Tone =>
  status === 'Unknown' ? 'waiting' : (status === 'True') !== BAD_WHEN_TRUE.test(type) ? 'allowed' : 'refused'

/** The most important facts. */
export function SummaryTab({
  info,
  object,
  events,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly events: readonly ApiObject[]
}) {
  const { metadata } = object
  const discovery = useDiscovery().data
  const conditions = (at(object, 'status', 'conditions') ?? []) as Condition[]
  return (
    <div className="o-summary">
      <FactsPanel info={info} metadata={metadata} object={object} discovery={discovery} />
      <div className="o-stack">
        {info.kind === 'Event' && (
          <Panel title="Requests behind this event">
            <div className="o-panel-body">
              <EventRequests event={object} />
            </div>
          </Panel>
        )}
        <NoNodesNotice of={info} what={`this ${info.kind}`} />
        {conditions.length > 0 && (
          <Panel title="Conditions">
            <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of conditions">
              <table className="o-table">
                <thead>
                  <tr>
                    <th>Condition</th>
                    <th>Status</th>
                    <th>Reason</th>
                    <th>Since</th>
                  </tr>
                </thead>
                <tbody>
                  {conditions.map((condition) => (
                    <tr key={condition.type}>
                      <td>{condition.type}</td>
                      <td>
                        <Verdict tone={conditionTone(condition)}>{condition.status}</Verdict>
                      </td>
                      <td className="o-break">
                        {condition.reason} <span className="o-dim">{condition.message}</span>
                      </td>
                      <td>
                        <Age since={condition.lastTransitionTime} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Panel>
        )}
        <DataPanel info={info} object={object} />
        <Owned info={info} object={object} />
        {!isNamespace(info) && <RelatedPanel info={info} object={object} />}
        {events.length > 0 && (
          <Panel title="Latest events">
            <div className="o-panel-body">
              {events.slice(-4).map((event) => (
                <p key={event.metadata.uid} className="o-break o-line-end">
                  <strong>{cellText(event['reason'])}</strong> {cellText(event['message'])}
                </p>
              ))}
            </div>
          </Panel>
        )}
      </div>
    </div>
  )
}

/** Dependents; for a namespace, its content. */
function Owned({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const space = isNamespace(info)
  const read = useRelations(space ? object.metadata.name : object.metadata.namespace)
  const relations = read.data
  const uid = object.metadata.uid ?? ''
  const owned = relations?.byOwner.get(uid) ?? []
  const inside = space
    ? (relations?.all ?? []).filter((known) => known.info.namespaced && known.meta.namespace === object.metadata.name)
    : []
  const list = [...owned, ...inside]
  const fault = <UnreadKinds of={read} missing="Related objects may be missing on this page." />
  if (!list.length) return fault
  const panel = (
    <Panel title={space ? 'Contains' : 'Owns'} actions={<span className="o-dim o-num">{list.length}</span>}>
      <div className="o-bounded" tabIndex={0} role="region" aria-label="Dependent objects">
        <table className="o-table">
          <tbody>
            {list.slice(0, 300).map((known) => (
              <tr key={known.meta.uid}>
                <td className="o-dim">{known.info.kind}</td>
                <td>
                  <ObjectLink of={known.info} meta={known.meta} />
                </td>
                <td className="num">
                  <Age since={known.meta.creationTimestamp} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
  return (
    <>
      {fault}
      {panel}
    </>
  )
}
