import type { MaybePromise } from '../machinery/maybe-promise'
import type { NamedResource } from '../machinery/named-resource'
import type { KindBehaviour } from '../api/kind'
import type { Schema } from '../api/schema'
import type { StoredAs } from '../api/storage-version-hash'
import type { ReadOptions } from '../api/walk'
import type { ApiObject } from '../machinery/object'

/** A subresource as discovery shows it. */
export interface ServedSubresource {
  readonly name: string
  readonly kind: string
  /** Group of the subresource's own kind, if it differs from its parent's. */
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

/** Since when a version is deprecated, when it is removed, and what replaces it. */
export interface Deprecation {
  readonly since: string
  readonly removed?: string
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string }
  /** Text of the deprecation warning. */
  readonly warning: string
}

/** A stored resource, independent of the version it is served in. */
export interface HubType {
  readonly group: string
  readonly resource: string
  readonly kind: string
  /** The version that behaviour and admission see. */
  readonly version: string
  readonly namespaced: boolean
  readonly behaviour: KindBehaviour
  /** What discovery calls its storage version; undefined if this version of a custom type is not served. */
  readonly storedAs: StoredAs | undefined
  /** Key prefix, `<group>/<resource>/`. */
  readonly prefix: string
  /** Converts a stored object from its stored version to the hub. */
  fromStored(stored: ApiObject): MaybePromise<ApiObject>
  /** Converts to the current storage version. */
  toStored(hub: ApiObject): MaybePromise<ApiObject>
}

/** One resource in one version, as in discovery. */
export interface ServedType extends NamedResource {
  readonly apiVersion: string
  readonly listKind: string
  readonly subresources: ReadonlyMap<string, ServedSubresource>
  readonly hub: HubType
  readonly schema: Schema | undefined
  readonly deprecated?: Deprecation
  /** Whether a CustomResourceDefinition defines it: list items include kind and apiVersion, protobuf is refused. */
  readonly custom: boolean
  /** Selectable fields of a definition, for API documents: `spec.colour`. */
  readonly selectableFields?: readonly string[]
  /** True while the definition is being deleted: objects can be read and deleted, but not created. */
  readonly frozen?: () => boolean
  /** Custom decoding where the schema alone does not suffice; never changes the input. */
  read?(
    object: ApiObject,
    options?: ReadOptions,
  ): {
    readonly value: unknown
    readonly unknown: readonly string[]
    readonly errors: readonly string[]
  }
  /**
   * Drops fields whose feature gate is off, unless the stored object uses them already, and restores the stored object's fields that are
   * unknown to the release.
   */
  guardFields?(object: ApiObject, old: ApiObject | undefined): ApiObject
  /** Applies defaults of this version to a request's object, in place. */
  applyDefaults(object: ApiObject, keepNulls?: boolean): void
  toHub(object: ApiObject): MaybePromise<ApiObject>
  fromHub(hub: ApiObject): MaybePromise<ApiObject>
}

/** Where the store keeps a resource's objects. */
export const storePrefix = (group: string, resource: string): string => `/${group || 'core'}/${resource}/`
