import type { ApiObject } from '../../../machinery/object'
import { at } from '../../../machinery/json'
import { dependents, type Known, type Relations } from '../../queries/relations'
import { cellText } from './rows'

/** An event; `about` names its object if that is not the page's. */
export interface TimelineEntry {
  readonly event: ApiObject
  /** RFC 3339. */
  readonly last: string
  /** `Pod web-1`. */
  readonly about: string
  readonly known?: Known
}

const lastOf = (event: ApiObject): string =>
  cellText(event['lastTimestamp'] ?? event['eventTime'] ?? event.metadata.creationTimestamp)

/** The events of an object and, with `relations`, of all its direct and indirect dependents, newest first. */
export function timeline(events: readonly ApiObject[], self: Known, relations: Relations | undefined): TimelineEntry[] {
  const owned = new Map((relations ? dependents(relations, self) : []).map((known) => [known.meta.uid ?? '', known]))
  const mine = (uid: string) => uid === (self.meta.uid ?? '') || owned.has(uid)
  return events
    .flatMap((event): TimelineEntry[] => {
      const uid = cellText(at(event, 'involvedObject', 'uid'))
      if (!mine(uid)) return []
      const known = owned.get(uid)
      const about = `${cellText(at(event, 'involvedObject', 'kind'))} ${cellText(at(event, 'involvedObject', 'name'))}`
      return [{ event, last: lastOf(event), about, ...(known && { known }) }]
    })
    .sort(
      (a, b) =>
        b.last.localeCompare(a.last) ||
        Number(b.event.metadata.resourceVersion) - Number(a.event.metadata.resourceVersion),
    )
}
