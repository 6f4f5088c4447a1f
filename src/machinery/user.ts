/** The requesting user (authentication document, "Request attributes attached by authenticators"). */
export interface UserInfo {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Who sends a request without credentials. */
export const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
/** Group of every authenticated user. */
export const AUTHENTICATED_GROUP = 'system:authenticated'
/** Group of the anonymous user. */
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated'
/** Group of nodes, which the Node authorizer recognises. */
export const NODES_GROUP = 'system:nodes'
/** User names of nodes start with this. */
export const NODE_USER_PREFIX = 'system:node:'
/** Group whose members may do everything; no authorizer can restrict it. */
export const MASTERS_GROUP = 'system:masters'
/** The control plane itself: its controllers and the in-page administrator connection. */
export const CLUSTER_ADMIN: UserInfo = {
  name: 'orchard:admin',
  uid: 'orchard-admin',
  groups: [MASTERS_GROUP, AUTHENTICATED_GROUP],
}
