import type { GateRow } from './gate-row'

/** Gates of one part that is not simulated. */
export interface InertGroup {
  readonly does: string
  /** Why these gates have no effect here. */
  readonly inert: string
  /** One line per gate: name and stages. */
  readonly gates: string
}

/** Rows of all groups' gates, by name. */
export const inertRows = (groups: readonly InertGroup[]): Readonly<Record<string, GateRow>> =>
  Object.fromEntries(
    groups.flatMap(({ does, inert, gates }) =>
      gates
        .trim()
        .split('\n')
        .map((line) => {
          const [name = '', ...stages] = line.trim().split(' ')
          return [name, { stages: stages.join(' '), does, inert }]
        }),
    ),
  )
