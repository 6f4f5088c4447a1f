import type { NamedResource } from '../machinery/named-resource'
import type { KindBehaviour } from '../api/kind'
import type { Schema } from '../api/schema'
import type { ReadOptions } from '../api/walk'
import type { ApiObject } from '../machinery/object'

export type MaybePromise<T> = T | Promise<T>

export interface ServedSubresource {
  readonly name: string
  readonly kind: string
  /** Of the subresource's own kind, where it differs from its parent's. */
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

export interface Deprecation {
  readonly since: string
  readonly removed?: string
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string }
  /** The text that clients are warned with. */
  readonly warning: string
}

/** What is stored under one prefix: a resource whatever version it is served in. */
export interface HubType {
  readonly group: string
  readonly resource: string
  readonly kind: string
  /** The version that behaviour and admission see. */
  readonly version: string
  readonly namespaced: boolean
  readonly behaviour: KindBehaviour
  /** `<group>/<resource>/`: keys start with it. */
  readonly prefix: string
  /** From whatever version it was stored in, to the hub. */
  fromStored(stored: ApiObject): MaybePromise<ApiObject>
  /** To the version that is stored now. */
  toStored(hub: ApiObject): MaybePromise<ApiObject>
}

/** One resource in one version, as discovery lists it. */
export interface ServedType extends NamedResource {
  readonly apiVersion: string
  readonly listKind: string
  readonly subresources: ReadonlyMap<string, ServedSubresource>
  readonly hub: HubType
  readonly schema: Schema | undefined
  readonly deprecated?: Deprecation
  /** Defined by the cluster's users: items of its lists carry kind and version, protobuf is refused. */
  readonly custom: boolean
  /** What a definition makes selectable, for documents that describe the type: `spec.colour`. */
  readonly selectableFields?: readonly string[]
  /** Its definition is being deleted: objects can be read and removed, nothing new comes. */
  readonly frozen?: () => boolean
  /** How a body is read where the schema alone does not tell; the input is never changed. */
  read?(
    object: ApiObject,
    options?: ReadOptions,
  ): {
    readonly value: unknown
    readonly unknown: readonly string[]
    readonly errors: readonly string[]
  }
  /**
   * The object without fields whose feature is off, unless the stored one uses them already, and with what the stored one
   * holds in fields that the release does not know.
   */
  guardFields?(object: ApiObject, old: ApiObject | undefined): ApiObject
  /** What a request in this version gets filled in; changes the object in place. */
  applyDefaults(object: ApiObject): void
  toHub(object: ApiObject): MaybePromise<ApiObject>
  fromHub(hub: ApiObject): MaybePromise<ApiObject>
}

export const storePrefix = (group: string, resource: string): string => `/${group || 'core'}/${resource}/`
