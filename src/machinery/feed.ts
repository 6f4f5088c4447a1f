import type { ObjectMeta } from './object'

/** Where objects of a kind are served. */
export interface FeedTarget {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** An object in a feed of all kinds: which one, and its metadata. */
export interface FeedItem {
  readonly target: FeedTarget
  readonly metadata: ObjectMeta
}

/**
 * Metadata of every object in the cluster, and its changes. For controllers that work on all kinds: one watch per kind would cost more
 * than all their work.
 */
export interface MetadataInformer {
  targets(): readonly FeedTarget[]
  /** The served resource for an owner reference's kind. */
  resolve(apiVersion: string, kind: string): FeedTarget | undefined
  all(): readonly FeedItem[]
  subscribe(listener: (type: 'set' | 'removed', item: FeedItem) => void): () => void
}
