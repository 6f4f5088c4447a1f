import type { ObjectMeta } from './object'

/** Where a kind of object is found, as clients address it. */
export interface FeedTarget {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

export interface FeedItem {
  readonly target: FeedTarget
  readonly metadata: ObjectMeta
}

/**
 * The metadata of every object of the cluster, whatever its kind, and its changes. For controllers whose business is all
 * kinds at once: a watch a kind would cost them more than all their work.
 */
export interface MetadataInformer {
  targets(): readonly FeedTarget[]
  /** The served resource of an owner reference's kind. */
  resolve(apiVersion: string, kind: string): FeedTarget | undefined
  all(): readonly FeedItem[]
  subscribe(listener: (type: 'set' | 'removed', item: FeedItem) => void): () => void
}
