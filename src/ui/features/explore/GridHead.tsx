import { Icon } from '../../components/Icon'
import type { TableColumn } from '../../queries/live-rows'
import type { Sort } from './rows'

/** The column titles of a grid; each sorts by its column. */
export function GridHead({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly TableColumn[]
  readonly sort: Sort | undefined
  readonly onSort: (column: string) => void
}) {
  return (
    <>
      {columns.map((column) => {
        const by = sort?.column === column.name ? (sort.descending ? 'descending' : 'ascending') : 'none'
        return (
          <div key={column.name} role="columnheader" aria-sort={by} title={column.description}>
            <button type="button" onClick={() => onSort(column.name)}>
              {column.name}
              {by !== 'none' && (
                <span className={by === 'ascending' ? 'o-as-grid o-turned' : 'o-as-grid'}>
                  <Icon name="down" size={11} />
                </span>
              )}
            </button>
          </div>
        )
      })}
    </>
  )
}
