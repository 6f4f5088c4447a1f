import type { KindBehaviour } from './kind'

/** A kind as a release shows it in tables: columns of later releases are left out, and their cells with them. */
export function columnsAt(behaviour: KindBehaviour, release: number): KindBehaviour {
  const { columns, cells } = behaviour
  const shown = columns?.map(({ since = 0 }) => since <= release)
  if (!columns || !cells || !shown || shown.every(Boolean)) return behaviour
  return {
    ...behaviour,
    columns: columns.filter((_, i) => shown[i]),
    cells: (object, now) => cells(object, now).filter((_, i) => shown[i] !== false),
  }
}
