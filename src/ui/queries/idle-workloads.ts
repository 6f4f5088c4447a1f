import { flagValue } from '../state/argv'

/** Kinds whose objects change only if workload controllers, a scheduler and nodes run. */
const MOVED: ReadonlySet<string> = new Set([
  'apps/daemonsets',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'batch/cronjobs',
  'batch/jobs',
  '/pods',
  '/replicationcontrollers',
])

/**
 * Whether objects of a kind never change by themselves, because the flags give the cluster no nodes and enable no controllers
 * by name.
 */
export const standsStill = (
  argv: readonly string[],
  { group, resource }: { readonly group: string; readonly resource: string },
): boolean =>
  MOVED.has(`${group}/${resource}`) &&
  Number(flagValue(argv, 'nodes') ?? 0) === 0 &&
  flagValue(argv, 'controllers') === undefined
