/** The requesting user (authentication document, "Request attributes attached by authenticators"). */
export interface UserInfo {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Who sends a request without credentials. */
export const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
export const AUTHENTICATED_GROUP = 'system:authenticated'
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated'
export const NODES_GROUP = 'system:nodes'
/** User names of nodes start with this. */
export const NODE_USER_PREFIX = 'system:node:'
export const MASTERS_GROUP = 'system:masters'
/** The control plane itself: its controllers and the in-page administrator connection. */
export const CLUSTER_ADMIN: UserInfo = {
  name: 'orchard:admin',
  uid: 'orchard-admin',
  groups: [MASTERS_GROUP, AUTHENTICATED_GROUP],
}
