import type { ApiObject } from '../../../machinery/object'
import type { Column, KindBehaviour } from '../../kind'
import { since } from './duration'

/** A column with its cell: name, type, and what it shows of an object; `view` is what the table reads from it first. */
export type TableColumn<View> = readonly [
  name: string,
  type: Column['type'],
  cell: (view: View, object: ApiObject, now: number) => unknown,
  more?: Omit<Column, 'name' | 'type'>,
]

/** Time since the creation, with what else is said of the column. */
export const ageColumn = (more: TableColumn<unknown>[3] = {}): TableColumn<unknown> => [
  'Age',
  'string',
  (_, { metadata }, now) => since(metadata.creationTimestamp, now),
  more,
]

/** Time since the creation, the last column of most kinds. */
export const AGE = ageColumn()

interface Containers {
  containers?: { name?: string; image?: string }[]
}

/** Names and images of a pod's containers, the two columns that kinds with a template of pods have. */
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

/** The table of a kind after the name: `view` reads an object once, each column makes its cell from that. */
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
