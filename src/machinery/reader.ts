import type { ApiObject } from './object'

/** A resource whatever its version is. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** A change of one object. `previous` is absent for a new object. */
export type StateChange =
  | { readonly type: 'set'; readonly object: ApiObject; readonly previous?: ApiObject }
  | { readonly type: 'removed'; readonly previous: ApiObject }

/**
 * Read access to the cluster for authorizers, admission and validation: the committed state in each kind's hub version, read synchronously
 * from memory. Objects are shared: never change them.
 */
export interface ObjectReader {
  get(of: GroupResource, namespace: string | undefined, name: string): ApiObject | undefined
  /** All objects, or those of one namespace, sorted by namespace and name. */
  list(of: GroupResource, namespace?: string): readonly ApiObject[]
  /** Calls `listener` for each later change, in revision order; the returned function unsubscribes. */
  subscribe(of: GroupResource, listener: (change: StateChange) => void): () => void
}
