import type { FieldError } from '../machinery/field-wording'
import type { ApiObject } from '../machinery/object'
import type { GroupResource } from '../machinery/reader'
import type { KindContext } from './kind-context'

/** Metadata that kinds may keep from writes of `/status`. */
export type StatusMetadata = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences' | 'deletionTimestamp'
/** All of it. */
export const STATUS_METADATA: readonly StatusMetadata[] = [
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
  'deletionTimestamp',
]

/** A subresource that updates part of its parent or acts on it. */
export interface SubresourceBehaviour {
  /** Runs on a write through the subresource: keeps what it may change in `object`, and restores the rest from `old`. */
  prepareForUpdate?(object: ApiObject, old: ApiObject, context: KindContext): void
  /** Metadata that a write of `/status` can't change. Default: none. */
  readonly keepsMetadata?: readonly StatusMetadata[]
  validateUpdate?(object: ApiObject, old: ApiObject, context: KindContext): FieldError[]
}

/** Where a workload stores its size; `selector` is a label selector in text form. */
export interface ScaleRule {
  readonly replicas: readonly string[]
  readonly statusReplicas: readonly string[]
  selector(object: ApiObject): string
  /** Resource named by the NotFound error for a missing object's scale; by default the parent. */
  readonly missing?: GroupResource
}
