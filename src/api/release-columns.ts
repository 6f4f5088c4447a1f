import type { KindBehaviour } from './kind'
import { existsAt } from './releases/ledger'

/** The columns and cells that a release shows; later columns are omitted. */
export function columnsAt(behaviour: KindBehaviour, release: number): KindBehaviour {
  const { columns, cells } = behaviour
  const shown = columns?.map((column) => existsAt(column, release))
  if (!columns || !cells || !shown || shown.every(Boolean)) return behaviour
  return {
    ...behaviour,
    columns: columns.filter((_, i) => shown[i]),
    cells: (object, now) => cells(object, now).filter((_, i) => shown[i] !== false),
  }
}

/** A kind's behaviour in a release: overrides up to that release applied, later ones omitted. */
export function behaviourAt(behaviour: KindBehaviour, release: number): KindBehaviour {
  const changes = Object.entries(behaviour.since ?? {})
    .map(([minor, change]) => ({ minor: Number(minor), change }))
    .filter(({ minor }) => existsAt({ since: minor }, release))
    .sort((a, b) => a.minor - b.minor)
  return columnsAt(Object.assign({ ...behaviour }, ...changes.map(({ change }) => change)) as KindBehaviour, release)
}
