import type { GateRow } from './gate-row'

/** Gates about one part that is not simulated. */
export interface InertGroup {
  readonly does: string
  /** Why these gates change nothing here. */
  readonly inert: string
  /** A line a gate: its name and its stages. */
  readonly gates: string
}

/** The gates of groups as rows, by name. */
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
