import type { ReadFlag } from '../machinery/flag-name'
import type { Feature } from '../api/releases/gates'
import type { Authorizer } from '../authorization/authorizer'
import type { Clock } from '../machinery/clock'
import type { Outside } from '../machinery/egress'
import type { Metrics } from '../machinery/metrics'
import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../machinery/object'
import type { Random } from '../machinery/random'
import type { ObjectReader } from '../machinery/reader'
import type { TraceSink } from '../machinery/trace-sink'
import type { UserInfo } from '../machinery/user'

/** What a request does, as admission sees it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** A request under admission (admission document, "Admission review" fields). */
export interface AdmissionRequest {
  readonly operation: Operation
  /** Kind of the request, in the version the client used. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The new object in its kind's hub version; absent for DELETE. Mutating plugins change it in place. */
  readonly object: ApiObject | undefined
  /** The stored object, in the hub version; absent for CREATE and CONNECT. Never change it. */
  readonly oldObject: ApiObject | undefined
  /** CreateOptions, UpdateOptions or DeleteOptions; absent for CONNECT. */
  readonly options: Record<string, unknown> | undefined
  readonly dryRun: boolean
  readonly user: UserInfo
  readonly signal: AbortSignal
  /** Adds a Warning header with code 299. */
  warn(text: string): void
  /** Adds an annotation to the audit event, recorded from `level` on. */
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void
  /** The request in other versions; absent if only the object itself is available. */
  readonly versions?: RequestVersions
  /** Receives trace steps within a plugin, such as each webhook call. */
  readonly trace?: TraceSink
}

/** A resource in one version, and the kind that clients send to it (or to the request's subresource). */
export interface VersionedResource {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/** Converts a request's object to and from the served versions. */
export interface RequestVersions {
  /** All other served versions and groups of the resource, with the request's subresource. */
  equivalents(): readonly VersionedResource[]
  /** Encodes an object in the hub version for a client of the given kind. */
  encode(object: ApiObject, to: GroupVersionKind): Promise<ApiObject>
  /**
   * Decodes a client's object to the hub version, with type checks and defaults. `before` is what the client received: its fields unknown
   * to the release are kept.
   * @throws Error that says what can't be decoded
   */
  decode(value: unknown, from: GroupVersionKind, before?: ApiObject): Promise<ApiObject>
  /**
   * Merges a configuration into an object like an apply; both in a client's version.
   * @throws Error that says what can't be applied
   */
  overlay(object: ApiObject, intent: object, kind: GroupVersionKind): ApiObject
}

/**
 * An admission plugin. `admit` may change `request.object`; `validate` may not. Both refuse by throwing an ApiError. A plugin is called
 * only for its `operations`.
 */
export interface AdmissionPlugin {
  readonly name: string
  readonly operations: readonly Operation[]
  admit?(request: AdmissionRequest, step: AdmitStep): void | Promise<void>
  validate?(request: AdmissionRequest): void | Promise<void>
}

/** Tells mutating plugins whether this is a rerun after a webhook changed the object. */
export interface AdmitStep {
  readonly reinvocation: boolean
  /** Called by a plugin after whose change the built-in plugins must run again. */
  requestReinvocation(): void
}

/** Dependencies of plugins; provided by the composition root. */
export interface AdmissionEnvironment {
  readonly reader: ObjectReader
  readonly authorizer: Authorizer
  readonly clock: Clock
  readonly random: Random
  /** Access to peers outside: webhooks, image policy. */
  readonly outside: Outside
  /** Sends the control plane's own writes (quota status, provisioned namespaces) through the server like any other request. */
  readonly request: (request: Request) => Promise<Response>
  /** Returns a flag's value by its name without dashes, such as `default-not-ready-toleration-seconds`. */
  readonly flag: ReadFlag
  /** Returns whether a feature gate is on. */
  readonly feature: Feature
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly metrics: Metrics
}
