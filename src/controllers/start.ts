import type { ControllerDeps, ControllerRow } from './controllers'
import { CONTROLLERS } from './table'

/** Determines which controllers are on by default. */
interface Surroundings {
  /** Number of simulated nodes. */
  readonly nodes?: number
  /** Whether workload controllers also run without nodes. */
  readonly workloads?: boolean
}

/**
 * The controllers that `--controllers` asks for: `*` for those on by default, `name` to add, `-name` to leave out. Those of the living
 * cluster (scheduler, nodes) are on by default only if there are simulated nodes; workload controllers then, and if `workloads` is set.
 */
export function chosenControllers(
  items: readonly string[],
  { nodes = 0, workloads = false }: Surroundings = {},
): ControllerRow[] {
  const byDefault = ({ defaultOn }: ControllerRow): boolean =>
    defaultOn === 'with-nodes' ? nodes > 0 : defaultOn === 'with-workloads' ? workloads || nodes > 0 : defaultOn
  return CONTROLLERS.filter(
    (row) => !items.includes(`-${row.name}`) && (items.includes(row.name) || (items.includes('*') && byDefault(row))),
  )
}

/** Starts a controller that runs until the signal aborts. Its failure is reported; the others continue. */
export function startController(row: ControllerRow, deps: ControllerDeps): void {
  row.start(deps).catch((error: unknown) => {
    if (!deps.signal.aborted)
      deps.log(row.name, error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
}
