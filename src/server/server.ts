import type { MaybePromise } from '../machinery/maybe-promise'
import type { ReadFlag } from '../machinery/flag-name'
import type { AdmissionRequest } from '../admission/plugin'
import type { Feature } from '../api/releases/gates'
import type { Metrics } from '../machinery/metrics'
import type { Outside } from '../machinery/egress'
import type { Authorizer } from '../authorization/authorizer'
import type { PolicyIndex } from '../authorization/policy-index'
import type { Authentication } from '../authentication/authentication'
import type { ServiceAccountIssuer } from '../authentication/service-account-issuer'
import type { Clock } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { ContainerLog } from '../machinery/pod-log'
import type { Usage } from '../machinery/usage'
import type { Random } from '../machinery/random'
import type { ObjectReader } from '../machinery/reader'
import type { UserInfo } from '../machinery/user'
import type { Credentials } from '../authentication/authenticator'
import type { Catalogue } from '../registry/catalogue'
import type { Store } from '../store/store'
import type { TraceSink } from '../machinery/trace-sink'
import type { OpenWatches } from './observation/open-watches'

/** Admission as handlers call it: two phases over one request. */
export interface AdmissionChain {
  mutate(request: AdmissionRequest, trace: TraceSink): Promise<void>
  validate(request: AdmissionRequest, trace: TraceSink): Promise<void>
}

/** The agents of nodes. */
export interface Agents {
  /** The container's log up to `now`; undefined if no agent answers for the node. @throws ApiError if there is no log */
  log(
    node: ApiObject | undefined,
    pod: ApiObject,
    container: string,
    previous: boolean,
    now: number,
  ): ContainerLog | undefined
  /** The usage of a pod's containers at `now`, when `sharers` ready pods share its owner's load; undefined if no agent answers. */
  usage(node: ApiObject | undefined, pod: ApiObject, sharers: number, now: number): readonly Usage[] | undefined
}

/** The dependencies of filters and handlers, created once by the composition root. */
export interface Server {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** Randomness for requests. Separate from that for objects, so that reads don't affect generated names. */
  readonly requestRandom: Random
  readonly catalogue: Catalogue
  readonly reader: ObjectReader
  readonly authorizer: Authorizer
  readonly admission: AdmissionChain
  readonly metrics: Metrics
  readonly watches: OpenWatches
  /** Aborts when the control plane stops: watches end and no request starts. */
  readonly lifetime: AbortSignal
  readonly crypto: Crypto
  readonly outside: Outside
  readonly agents: Agents
  /** The current roles and bindings, for escalation checks. */
  readonly policyIndex: PolicyIndex
  /** For the resources about tokens and service accounts. */
  readonly authentication: Authentication
  readonly tokens: ServiceAccountIssuer
  /** Identifies the sender; throws Unauthorized. */
  authenticate(credentials: Credentials): MaybePromise<UserInfo>
  /** Minor number of the served release: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  /** Reports an unexpected error to the operator. */
  report(error: unknown): void
}
