import type { Column } from '../kind-column'
import type { ApiObject } from '../../machinery/object'
import { humanDuration } from '../kinds/meta/duration'
import { canonicalTime } from '../scalars'
import type { PrinterColumn } from './definition'
import { compileJsonPath } from './json-path'
import { printed } from './printed'

const AGE: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'Time since the object was created.',
}

type Cell = string | number | bigint | boolean | null

/** Additional printer columns and their cells; by default a custom type shows its age. */
export function printerColumns(given: readonly PrinterColumn[] | undefined): {
  readonly columns: readonly Column[]
  readonly cells: (object: ApiObject, now: number) => Cell[]
} {
  const wanted = given?.length ? given : [AGE]
  const all = wanted.map((column) => ({ column, path: compileJsonPath(column.jsonPath ?? '') }))
  // An invalid path ends the table: later columns are not shown either.
  const end = all.findIndex(({ path }) => path === undefined)
  const shown = end < 0 ? all : all.slice(0, end)
  return {
    columns: shown.map(({ column: { name = '', type, format = '', description, priority = 0, jsonPath = '' } }) => ({
      name,
      type: type as Column['type'],
      format,
      description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
      priority,
    })),
    cells: (object, now) => shown.map(({ column, path }) => cell(path?.find(object)[0], column.type ?? '', now)),
  }
}

function cell(value: unknown, type: string, now: number): Cell {
  if (value === undefined) return null
  switch (type) {
    case 'string':
      return printed(value)
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date': {
      if (typeof value !== 'string') return null
      if (value === '' || value === 'null') return '<unknown>'
      const time = canonicalTime(value, 0)
      return time === undefined ? '<invalid>' : humanDuration(now - Date.parse(time))
    }
    default:
      return null
  }
}
