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

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** One request on its way through admission (admission document, "Admission review" fields). */
export interface AdmissionRequest {
  readonly operation: Operation
  /** Of the request, in the version that the client used. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** The new object in its kind's hub version; absent for DELETE. Mutating plugins change it in place. */
  readonly object: ApiObject | undefined
  /** What is stored, in the hub version; absent for CREATE and CONNECT. Never change it. */
  readonly oldObject: ApiObject | undefined
  /** CreateOptions, UpdateOptions or DeleteOptions; absent for CONNECT. */
  readonly options: Record<string, unknown> | undefined
  readonly dryRun: boolean
  readonly user: UserInfo
  readonly signal: AbortSignal
  /** A Warning header with code 299. */
  warn(text: string): void
  /** An annotation of the audit event, kept from the level on. */
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void
  /** The request in other versions; absent where there is nothing but the object itself. */
  readonly versions?: RequestVersions
  /** Where steps within a plugin are told, such as the webhooks that it asked. */
  readonly trace?: TraceSink
}

/** A resource in one version, and the kind that is sent to it (or to the request's part of it). */
export interface VersionedResource {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/** The object of a request as clients of each served version write and read it. */
export interface RequestVersions {
  /** All other places where the same resource, with the request's part, is served now. */
  equivalents(): readonly VersionedResource[]
  /** From the hub version to the form that a client of the given kind gets. */
  encode(object: ApiObject, to: GroupVersionKind): Promise<ApiObject>
  /**
   * From the form of a client, types checked and defaults filled in, to the hub version. `before` is what the client got:
   * what the release does not know of it is kept.
   * @throws Error that says what can't be read
   */
  decode(value: unknown, from: GroupVersionKind, before?: ApiObject): Promise<ApiObject>
  /**
   * Merges an intent into an object, both in the form of a client of the given kind, as an apply does.
   * @throws Error that says what can't be applied
   */
  overlay(object: ApiObject, intent: object, kind: GroupVersionKind): ApiObject
}

/**
 * A step of admission. `admit` may change `request.object`; `validate` may not. Both refuse by throwing an ApiError.
 * A plugin is asked only for operations that it names.
 */
export interface AdmissionPlugin {
  readonly name: string
  readonly operations: readonly Operation[]
  admit?(request: AdmissionRequest, step: AdmitStep): void | Promise<void>
  validate?(request: AdmissionRequest): void | Promise<void>
}

/** Told to mutating plugins: whether this is a rerun after a webhook changed the object. */
export interface AdmitStep {
  readonly reinvocation: boolean
  /** To be called by a plugin after whose change the built-in plugins must run again. */
  requestReinvocation(): void
}

/** What plugins are built from; handed in by the composition root. */
export interface AdmissionEnvironment {
  readonly reader: ObjectReader
  readonly authorizer: Authorizer
  readonly clock: Clock
  readonly random: Random
  /** The world outside: webhooks, image policy. */
  readonly outside: Outside
  /** The control plane's own writes (quota status, provisioned namespaces); goes the whole way through the server. */
  readonly request: (request: Request) => Promise<Response>
  /** Value of a flag by its name without dashes, such as `default-not-ready-toleration-seconds`. */
  readonly flag: ReadFlag
  /** A gate of `--feature-gates`. */
  readonly feature: Feature
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly metrics: Metrics
}
