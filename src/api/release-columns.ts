import type { KindBehaviour } from './kind'
import { existsAt } from './releases/ledger'

/** A kind as a release shows it in tables: columns of later releases are left out, and their cells with them. */
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

/** A kind as it is in a release: with what its later releases change left out, and what earlier ones changed taken in. */
export function behaviourAt(behaviour: KindBehaviour, release: number): KindBehaviour {
  const changes = Object.entries(behaviour.since ?? {})
    .map(([minor, change]) => ({ minor: Number(minor), change }))
    .filter(({ minor }) => existsAt({ since: minor }, release))
    .sort((a, b) => a.minor - b.minor)
  return columnsAt(Object.assign({ ...behaviour }, ...changes.map(({ change }) => change)) as KindBehaviour, release)
}
