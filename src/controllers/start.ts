import type { ControllerDeps, ControllerRow } from './controllers'
import { CONTROLLERS } from './table'

export class ControllersError extends Error {
  override readonly name = 'ControllersError'
}

/** What decides which controllers are on by default. */
interface Surroundings {
  /** Simulated nodes. */
  readonly nodes?: number
  /** Whether controllers of workloads run without nodes, too. */
  readonly workloads?: boolean
  readonly rows?: readonly ControllerRow[]
}

/**
 * The controllers that `--controllers` asks for: `*` for those on by default, `name` to add, `-name` to leave out. Those of
 * the living cluster (scheduler, nodes) are on by default only where there are simulated nodes; those of workloads there and where
 * `workloads` says so.
 */
export function chosenControllers(
  items: readonly string[],
  { nodes = 0, workloads = false, rows = CONTROLLERS }: Surroundings = {},
): ControllerRow[] {
  for (const item of items) {
    const name = item.replace(/^-/, '')
    if (name !== '*' && !rows.some((row) => row.name === name))
      throw new ControllersError(`--controllers: "${name}" is not the name of a controller`)
  }
  const byDefault = ({ defaultOn }: ControllerRow): boolean =>
    defaultOn === 'with-nodes' ? nodes > 0 : defaultOn === 'with-workloads' ? workloads || nodes > 0 : defaultOn
  return rows.filter(
    (row) => !items.includes(`-${row.name}`) && (items.includes(row.name) || (items.includes('*') && byDefault(row))),
  )
}

/** Starts one that runs until the signal aborts. If it fails that is reported; the others go on. */
export function startController(row: ControllerRow, deps: ControllerDeps): void {
  row.start(deps).catch((error: unknown) => {
    if (!deps.signal.aborted)
      deps.log(row.name, error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
}
