/** The program's names, which differ between the two sets of names. */
export const PROGRAM = 'orchctl'
/** Annotation with the configuration that was last applied on the client's side. */
export const LAST_APPLIED = 'orchctl.orch.io/last-applied-configuration'
/** Annotation with the command that changed an object. */
export const CHANGE_CAUSE = 'orch.io/change-cause'
/** Namespace of the cluster's own objects. */
export const SYSTEM_NAMESPACE = 'orch-system'
/** API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.orch.io'
/** API group of tables and partial metadata. */
export const META_GROUP = 'meta.orch.io'

/** The client configuration, below the home directory. */
export const CONFIG_FILE = '.orch/config'

/** The discovery cache, below the home directory. */
export const CACHE = '.orch/cache'

/** The release whose client is reproduced. */
export const CLIENT_MINOR = 33

/** How long discovery documents are cached between commands. */
export const CLIENT_CACHE_MS = 6 * 3_600_000

/** The field manager for requests of a verb. */
export const managerOf = (verb: string): string => `${PROGRAM}-${verb}`

/** The version that this client reports. */
export const CLIENT_VERSION = `v1.${CLIENT_MINOR}.0`
/** Version that `orchctl version` prints for kustomize. */
export const KUSTOMIZE_VERSION = 'v5.6.0'
/** The control plane's name in `cluster-info`. */
/** The program's description of itself. */
export const CONTROLS = 'orchctl controls the Orch cluster manager'
/** What `orchctl cluster-info` calls the API server. */
export const CONTROL_PLANE = 'Orch control plane'
