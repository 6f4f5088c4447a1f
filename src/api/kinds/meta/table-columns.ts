import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import type { Column } from '../../kind-column'
import { since } from './duration'

/** A column: name, type, and a function for its cell; `view` is the representation that cells read. */
export type TableColumn<View> = readonly [
  name: string,
  type: Column['type'],
  cell: (view: View, object: ApiObject, now: number) => unknown,
  more?: Omit<Column, 'name' | 'type'>,
]

/** Age column with additional properties. */
export const ageColumn = (more: TableColumn<unknown>[3] = {}): TableColumn<unknown> => [
  'Age',
  'string',
  (_, { metadata }, now) => since(metadata.creationTimestamp, now),
  more,
]

/** Age column, the last one of most kinds. */
export const AGE = ageColumn()

interface Containers {
  containers?: { name?: string; image?: string }[]
}

/** Columns for container names and images, used by kinds with a pod template. */
export function containerColumns<View>(
  specOf: (view: View) => Containers | undefined,
  more: TableColumn<View>[3] = { priority: 1 },
): [names: TableColumn<View>, images: TableColumn<View>] {
  const of = (view: View) => specOf(view)?.containers ?? []
  return [
    [
      'Containers',
      'string',
      (view) =>
        of(view)
          .map(({ name }) => name ?? '')
          .join(','),
      more,
    ],
    [
      'Images',
      'string',
      (view) =>
        of(view)
          .map(({ image }) => image ?? '')
          .join(','),
      more,
    ],
  ]
}

/** Table columns after the name: `view` converts an object once, then each column reads from the result. */
export function tableOf<View>(
  view: (object: ApiObject, now: number) => View,
  ...rows: readonly TableColumn<View>[]
): Required<Pick<KindBehaviour, 'columns' | 'cells'>> {
  return {
    columns: rows.map(([name, type, , more]) => ({ name, type, priority: 0, ...more })),
    cells(object, now) {
      const seen = view(object, now)
      return rows.map(([, , cell]) => cell(seen, object, now))
    },
  }
}
