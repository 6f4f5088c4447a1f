import type { ControllerDeps, ControllerRow } from './controllers'
import { CONTROLLERS } from './table'

export class ControllersError extends Error {
  override readonly name = 'ControllersError'
}

/**
 * The controllers that `--controllers` asks for: `*` for those on by default, `name` to add, `-name` to leave out. Those of
 * the living cluster (workloads, scheduler, nodes) are on by default only where there are simulated nodes.
 */
export function chosenControllers(
  items: readonly string[],
  { nodes = 0, rows = CONTROLLERS }: { readonly nodes?: number; readonly rows?: readonly ControllerRow[] } = {},
): ControllerRow[] {
  for (const item of items) {
    const name = item.replace(/^-/, '')
    if (name !== '*' && !rows.some((row) => row.name === name))
      throw new ControllersError(`--controllers: "${name}" is not the name of a controller`)
  }
  return rows.filter(
    ({ name, defaultOn }) =>
      !items.includes(`-${name}`) &&
      (items.includes(name) || (items.includes('*') && (defaultOn === 'with-nodes' ? nodes > 0 : defaultOn))),
  )
}

/** Starts one that runs until the signal aborts. If it fails that is reported; the others go on. */
export function startController(row: ControllerRow, deps: ControllerDeps): void {
  row.start(deps).catch((error: unknown) => {
    if (!deps.signal.aborted)
      deps.log(row.name, error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
}
