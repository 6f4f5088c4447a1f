import type { Target } from './targets'

const core = (resource: string): Target => ({ group: '', version: 'v1', resource })

// Collections of the core group, in all namespaces; `{ ...PODS, namespace }` is those of one.

/** Where the kinds of the core group are served. */
export const CONFIG_MAPS = core('configmaps')
/** Events as `v1` knows them. */
export const CORE_EVENTS = core('events')
export const ENDPOINTS = core('endpoints')
export const NAMESPACES = core('namespaces')
export const NODES = core('nodes')
export const PERSISTENT_VOLUMES = core('persistentvolumes')
export const PERSISTENT_VOLUME_CLAIMS = core('persistentvolumeclaims')
export const PODS = core('pods')
export const REPLICATION_CONTROLLERS = core('replicationcontrollers')
export const RESOURCE_QUOTAS = core('resourcequotas')
export const SECRETS = core('secrets')
export const SERVICES = core('services')
export const SERVICE_ACCOUNTS = core('serviceaccounts')
