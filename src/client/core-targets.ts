import type { Target } from './targets'

const core = (resource: string): Target => ({ group: '', version: 'v1', resource })

// Collections of the core group, in all namespaces; `{ ...PODS, namespace }` is those of one.

/** Where the kinds of the core group are served. */
export const CONFIG_MAPS = core('configmaps')
/** Events as `v1` knows them. */
export const CORE_EVENTS = core('events')
/** Endpoints of the core group. */
export const ENDPOINTS = core('endpoints')
/** Namespaces of the core group. */
export const NAMESPACES = core('namespaces')
/** Nodes of the core group. */
export const NODES = core('nodes')
/** Persistent volumes of the core group. */
export const PERSISTENT_VOLUMES = core('persistentvolumes')
/** Persistent volume claims of the core group. */
export const PERSISTENT_VOLUME_CLAIMS = core('persistentvolumeclaims')
/** Pods of the core group. */
export const PODS = core('pods')
/** Replication controllers of the core group. */
export const REPLICATION_CONTROLLERS = core('replicationcontrollers')
/** Resource quotas of the core group. */
export const RESOURCE_QUOTAS = core('resourcequotas')
/** Secrets of the core group. */
export const SECRETS = core('secrets')
/** Services of the core group. */
export const SERVICES = core('services')
/** Service accounts of the core group. */
export const SERVICE_ACCOUNTS = core('serviceaccounts')
