import type { ApiObject } from '../../machinery/object'
import type { Call } from '../core/command'
import { ageText } from '../describe/common'
import { META_GROUP } from '../core/words'
import type { Table, TableOptions } from '../print/table'
import type { Resource } from '../core/catalogue'

/** Asks for a table in the newest version that the server supports, or else for the objects. */
export const TABLE_ACCEPT = `application/json;as=Table;v=v1;g=${META_GROUP},application/json;as=Table;v=v1beta1;g=${META_GROUP},application/json`

/** The selectors and the page size of the flags. */
export function listOptions({ flags }: Call): { query: Record<string, string | undefined>; limit: number } {
  return {
    query: {
      labelSelector: flags.string('selector') || undefined,
      fieldSelector: flags.string('field-selector') || undefined,
    },
    limit: flags.int('chunk-size'),
  }
}

/** The namespace of a command; empty for all. */
export async function namespaceOf({ session, flags }: Call): Promise<string> {
  return flags.bool('all-namespaces') ? '' : (await session.namespace()).name
}

/** The items of a list, each with its own apiVersion and kind. */
export function itemsOf(list: ApiObject, resource: Resource): ApiObject[] {
  const items = Array.isArray(list.items) ? (list.items as ApiObject[]) : []
  const kind = list.kind?.replace(/List$/, '') || resource.kind
  return items.map((item) => (item.kind ? item : { apiVersion: list.apiVersion, ...item, kind }))
}

/** How the flags of a command want tables. */
export const tableOptions = ({ flags }: Call, resource: Resource): TableOptions => ({
  wide: flags.string('output') === 'wide',
  headers: !flags.bool('no-headers'),
  namespaces: flags.bool('all-namespaces') && resource.namespaced,
  showLabels: flags.bool('show-labels'),
  labelColumns: flags.list('label-columns'),
})

/** A table for an answer that is not one. */
export function plainTable(object: ApiObject, resource: Resource, now: number): Table {
  const items = Array.isArray(object.items) ? itemsOf(object, resource) : [object]
  return {
    kind: 'Table',
    metadata: {},
    columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
    rows: items.map((item) => ({
      cells: [item.metadata.name, ageText(now, item.metadata.creationTimestamp)],
      object: item,
    })),
  }
}
