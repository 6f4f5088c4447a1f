import type { Column } from '../kind'
import type { ApiObject } from '../../machinery/object'
import { humanDuration } from '../kinds/meta/duration'
import { canonicalTime } from '../scalars'
import type { PrinterColumn } from './definition'
import { compileJsonPath } from './json-path'

const AGE: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'Time since the object was created.',
}

type Cell = string | number | boolean | null

/** The columns after the name, and what stands in them; without columns of its own a type shows its age. */
export function printerColumns(given: readonly PrinterColumn[] | undefined): {
  readonly columns: readonly Column[]
  readonly cells: (object: ApiObject, now: number) => Cell[]
} {
  const columns = given?.length ? given : [AGE]
  const paths = columns.map(({ jsonPath = '' }) => compileJsonPath(jsonPath))
  return {
    columns: columns.map(({ name = '', type, format = '', description, priority = 0 }) => ({
      name,
      type: type as Column['type'],
      format,
      ...(description !== undefined && { description }),
      priority,
    })),
    cells: (object, now) => columns.map(({ type = '' }, i) => cell(paths[i]?.find(object)[0], type, now)),
  }
}

function cell(value: unknown, type: string, now: number): Cell {
  if (value === undefined) return null
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date': {
      if (typeof value !== 'string') return null
      const time = canonicalTime(value, 0)
      return time === undefined ? '<invalid>' : humanDuration(now - Date.parse(time))
    }
    default:
      return null
  }
}
