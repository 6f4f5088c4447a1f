/** What the program calls itself and the cluster's own names: the words that differ between names. */
export const PROGRAM = 'orchctl'
export const LAST_APPLIED = 'orchctl.orch.io/last-applied-configuration'
export const CHANGE_CAUSE = 'orch.io/change-cause'
export const SYSTEM_NAMESPACE = 'orch-system'
export const RBAC_GROUP = 'rbac.authorization.orch.io'
export const META_GROUP = 'meta.orch.io'

/** Where client configuration is, below the home directory. */
export const CONFIG_FILE = '.orch/config'

/** Where discovery documents would be kept, below the home directory. */
export const CACHE = '.orch/cache'

/** The release whose client this one behaves as. */
export const CLIENT_MINOR = 33

/** How long discovery documents are remembered between commands. */
export const CLIENT_CACHE_MS = 6 * 3_600_000

/** The manager that requests of a verb are recorded under. */
export const managerOf = (verb: string): string => `${PROGRAM}-${verb}`

/** The version that this client says it has. */
export const CLIENT_VERSION = `v1.${CLIENT_MINOR}.0`
export const KUSTOMIZE_VERSION = 'v5.6.0'
/** What answers requests, as `cluster-info` calls it. */
/** What the program says of itself. */
export const CONTROLS = 'orchctl controls the Orch cluster manager'
export const CONTROL_PLANE = 'Orch control plane'
