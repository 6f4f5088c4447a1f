import type { Call } from '../core/command'
import { CommandError, Exit, throwAll } from '../core/errors'
import { hasField, isPath, sortByField, Unsortable } from '../print/sort'
import { relaxedPath } from '../print/jsonpath'
import { isTable, type Table, TablePrinter, type TableRow } from '../print/table'
import type { Selection } from '../resources/select'
import { kindNameOf, type Resource } from '../core/catalogue'
import { namespaceOf, plainTable, TABLE_ACCEPT, tableOptions } from './get-answers'
import { type GetAnswer, collect } from './get-collect'

/** Prints the selection as tables, one per kind. */
export async function printTables(call: Call, selection: Selection): Promise<void> {
  const { session, flags } = call
  const served = flags.bool('server-print') && !flags.string('subresource')
  const { answers, errors } = await collect(call, selection, served ? TABLE_ACCEPT : undefined)
  const groups = groupedInOrder(call, answers)
  // Kinds without objects count if the server returned a table for them.
  const shown = served ? groups : groups.filter(({ tables }) => tables.some(({ rows }) => (rows ?? []).length > 0))
  const withKind = flags.bool('show-kind') || new Set(shown.map(({ resource }) => resource)).size > 1
  let written = false
  for (const { resource, tables } of groups) {
    const printer = new TablePrinter()
    const options = { ...tableOptions(call, resource), kind: withKind ? `${kindNameOf(resource)}/` : undefined }
    const text = tables.map((table) => printer.print(table, options)).join('')
    if (text === '') continue
    session.io.stdout((written && options.headers ? '\n' : '') + text)
    written = true
  }
  if (!written && errors.length === 0 && !flags.bool('ignore-not-found')) {
    const namespaced = !flags.bool('all-namespaces') && groups.every(({ resource }) => resource.namespaced)
    session.err(namespaced ? `No resources found in ${await namespaceOf(call)} namespace.` : 'No resources found')
  }
  throwAll(errors)
}

/** Groups the answers. Rows that can't be sorted end the command, as in the reference client. */
function groupedInOrder({ session, flags }: Call, answers: readonly GetAnswer[]): ReturnType<typeof groupAnswers> {
  const sortBy = flags.string('sort-by')
  // Several objects requested by name are not a list, so the reference client finds nothing to sort.
  if (sortBy && answers.length > 1 && answers.every(({ list }) => !list) && isPath(sortBy))
    throw new CommandError(
      `couldn't find any field with path ${JSON.stringify(relaxedPath(sortBy))} in the list of objects`,
    )
  try {
    return groupAnswers(answers, sortBy, session.io.clock.now())
  } catch (error) {
    if (!(error instanceof Unsortable)) throw error
    session.log('F', 'sorter.go:364', error.message)
    throw new Exit(1)
  }
}

/** Adjacent answers of one kind share a header and are sorted together. */
function groupAnswers(
  answers: readonly GetAnswer[],
  sortBy: string,
  now: number,
): { resource: Resource; tables: Table[] }[] {
  const groups: { resource: Resource; tables: Table[] }[] = []
  for (const { resource, object } of answers) {
    const table = isTable(object) ? object : plainTable(object, resource, now)
    const last = groups.at(-1)
    if (last?.resource === resource) last.tables.push(table)
    else groups.push({ resource, tables: [table] })
  }
  if (!sortBy) return groups
  return groups.map(({ resource, tables }) => {
    const [first] = tables
    const rows = sortRows(
      tables.flatMap((table) => table.rows ?? []),
      sortBy,
    )
    return { resource, tables: first ? [{ ...first, rows }] : [] }
  })
}

/**
 * Sorts rows by a field of their objects. If no object has the field, or the path is invalid, no rows remain, as in the reference client.
 */
function sortRows(rows: readonly TableRow[], field: string): TableRow[] {
  if (!isPath(field) || !hasField(rows, (row) => row.object, field)) return []
  return sortByField(rows, (row) => row.object, field, false)
}
