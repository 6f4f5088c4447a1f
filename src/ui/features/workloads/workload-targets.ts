import type { Target } from '../../../client/targets'

const apps = (resource: string): Target => ({ group: 'apps', version: 'v1', resource })
/** Deployments, for the client. */
export const DEPLOYMENTS = apps('deployments')
/** Replica sets, for the client. */
export const SETS = apps('replicasets')
/** Stateful sets, for the client. */
export const STATEFUL_SETS = apps('statefulsets')
/** Daemon sets, for the client. */
export const DAEMON_SETS = apps('daemonsets')
/** What keeps the templates of stateful and daemon sets, for the client. */
export const REVISIONS = apps('controllerrevisions')
