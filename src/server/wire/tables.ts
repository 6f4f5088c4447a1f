import type { Column } from '../../api/kind-column'
import type { ApiObject } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import type { IncludeObject } from './representation'
import { META_GROUP } from './representation'

const NAME_COLUMN: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name must be unique within a namespace.',
}
const CREATED_COLUMN: Column = {
  name: 'Created At',
  type: 'date',
  description: 'When the object was created by the server.',
}

const columnsOf = (type: ServedType): Column[] =>
  type.hub.behaviour.columnsWithName
    ? [...(type.hub.behaviour.columns ?? [])]
    : [NAME_COLUMN, ...(type.hub.behaviour.columns ?? [CREATED_COLUMN])]

function cellsOf(type: ServedType, object: ApiObject, now: number): unknown[] {
  const { behaviour } = type.hub
  if (behaviour.columnsWithName && behaviour.cells) return behaviour.cells(object, now)
  if (behaviour.columns && behaviour.cells) return [object.metadata.name ?? '', ...behaviour.cells(object, now)]
  return [object.metadata.name ?? '', object.metadata.creationTimestamp ?? null]
}

/** An object reduced to its metadata. */
export const partialMetadata = (object: ApiObject, metaVersion: string): ApiObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `${META_GROUP}/${metaVersion}`,
  metadata: object.metadata,
})

/** The metadata of several objects, as a list. */
export const partialList = (
  objects: readonly ApiObject[],
  metadata: Record<string, unknown>,
  metaVersion: string,
): Record<string, unknown> => ({
  kind: 'PartialObjectMetadataList',
  apiVersion: `${META_GROUP}/${metaVersion}`,
  metadata,
  // A real server has no list here, not an empty one.
  items: objects.length === 0 ? null : objects.map((object) => partialMetadata(object, metaVersion)),
})

/** One row: a cell for each column, and the object as far as `includeObject` asks for it. */
export interface TableRow {
  readonly cells: unknown[]
  readonly object?: unknown
}

/** A table of objects, as clients print it. */
export interface Table extends Record<string, unknown> {
  readonly kind: 'Table'
  readonly apiVersion: string
}

/** One row: `shown` in the version of the request, `hub` for the cells. */
export function rowOf(
  type: ServedType,
  hub: ApiObject,
  shown: ApiObject,
  include: IncludeObject,
  metaVersion: string,
  now: number,
): TableRow {
  const cells = cellsOf(type, hub, now)
  if (include === 'None') return { cells, object: null }
  return { cells, object: include === 'Object' ? shown : partialMetadata(shown, metaVersion) }
}

/** The Table representation (resource API, "Table representation"). */
export function tableOf(
  type: ServedType,
  rows: readonly TableRow[],
  metadata: Record<string, unknown>,
  metaVersion: string,
  withColumns = true,
): Table {
  return {
    kind: 'Table',
    apiVersion: `${META_GROUP}/${metaVersion}`,
    metadata,
    columnDefinitions: withColumns
      ? columnsOf(type).map(({ name, type: cellType, format = '', description = '', priority = 0 }) => ({
          name,
          type: cellType,
          format,
          description,
          priority,
        }))
      : null,
    // A list of a kind without columns of its own has no rows where others have an empty list.
    rows: rows.length === 0 && !type.hub.behaviour.columns ? null : rows,
  }
}
