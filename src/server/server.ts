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

/** Admission as the handlers call it: two phases over one request. */
export interface AdmissionChain {
  mutate(request: AdmissionRequest, trace: TraceSink): Promise<void>
  validate(request: AdmissionRequest, trace: TraceSink): Promise<void>
}

/** The agents of nodes, as far as there are any. */
export interface Agents {
  /** What a container has written by `now`; undefined where nobody answers for the node. @throws ApiError where there is no log */
  log(
    node: ApiObject | undefined,
    pod: ApiObject,
    container: string,
    previous: boolean,
    now: number,
  ): ContainerLog | undefined
  /** What the containers of a pod use by `now`, where `sharers` ready pods share its owner's load; undefined where nobody answers. */
  usage(node: ApiObject | undefined, pod: ApiObject, sharers: number, now: number): readonly Usage[] | undefined
}

/** What filters and handlers work with; made once by the composition root. */
export interface Server {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** For what belongs to a request and not to an object: reading changes nothing of what is made later. */
  readonly requestRandom: Random
  readonly catalogue: Catalogue
  readonly reader: ObjectReader
  readonly authorizer: Authorizer
  readonly admission: AdmissionChain
  readonly metrics: Metrics
  readonly watches: OpenWatches
  /** Aborts when the control plane stops: watches end, nothing new begins. */
  readonly lifetime: AbortSignal
  readonly crypto: Crypto
  readonly outside: Outside
  readonly agents: Agents
  /** Roles and bindings as they are; escalation checks ask it. */
  readonly policyIndex: PolicyIndex
  /** Tokens and service accounts, for the resources that are about them. */
  readonly authentication: Authentication
  readonly tokens: ServiceAccountIssuer
  /** Who sends a request; throws Unauthorized. */
  authenticate(credentials: Credentials): Promise<UserInfo>
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  readonly flag: ReadFlag
  /** Unexpected errors; shown to the operator. */
  report(error: unknown): void
}
