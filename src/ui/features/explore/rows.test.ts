import { describe, expect, it } from 'vitest'
import type { LiveRow, TableColumn } from '../../queries/live-rows'
import { filterRows, sortRows } from './rows'

const column = (name: string): TableColumn => ({ name, type: 'string', format: '', description: '', priority: 0 })
const COLUMNS = [column('Name'), column('Restarts'), column('Age')]
const row = (
  name: string,
  restarts: number | string,
  created: string,
  labels: Record<string, string> = {},
  namespace = 'default',
): LiveRow => ({
  id: name,
  cells: [name, restarts, '1d'],
  object: { metadata: { name, namespace, labels, creationTimestamp: created } },
  changedAt: undefined,
})
const ROWS = [
  row('web-2', '10 (3m ago)', '2024-01-03T00:00:00Z', { app: 'web' }),
  row('db', '9', '2024-01-01T00:00:00Z', { app: 'db' }, 'data'),
  row('web-1', 0, '2024-01-02T00:00:00Z', { app: 'web', tier: 'Front' }),
]
const names = (rows: readonly LiveRow[]) => rows.map((r) => r.id)

describe('filterRows', () => {
  it.each([
    ['', ['web-2', 'db', 'web-1']],
    ['WEB', ['web-2', 'web-1']],
    ['web 1', ['web-2', 'web-1']],
    ['data', ['db']],
    ['app=db', ['db']],
    ['app!=db', ['web-2', 'web-1']],
    ['tier=front', ['web-1']],
    ['tier=', ['web-1']],
    ['!web', ['db']],
    ['nothing', []],
  ])('%j', (filter, expected) => {
    expect(names(filterRows(ROWS, filter))).toEqual(expected)
  })
})

describe('sortRows', () => {
  it.each([
    ['Name', false, ['db', 'web-1', 'web-2']],
    ['Restarts', false, ['web-1', 'db', 'web-2']],
    ['Restarts', true, ['web-2', 'db', 'web-1']],
    ['Age', false, ['web-2', 'web-1', 'db']],
    ['Namespace', false, ['db', 'web-1', 'web-2']],
    ['Unknown', false, ['web-2', 'db', 'web-1']],
  ])('by %s, descending %s', (name, descending, expected) => {
    expect(names(sortRows(ROWS, COLUMNS, { column: name, descending }))).toEqual(expected)
  })
})
