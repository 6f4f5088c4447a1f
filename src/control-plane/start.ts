import { behaves, type Served } from '../api/releases/ledger'
import type { Client } from '../client/client'
import { defaultRbacObjects } from '../authorization/default-roles'
import { API_SERVICES, runApiServices } from '../controllers/api-services'
import { type ControllerDeps, type ControllerRow, controllerUser } from '../controllers/controllers'
import { runLegacyTokenTracking } from '../controllers/legacy-token-tracking'
import { runFlowSchemaStatus } from '../controllers/flow-schema-status'
import { bootstrapRbac } from '../controllers/rbac-bootstrap'
import { chosenControllers, startController } from '../controllers/start'
import { expireEvents } from '../registry/event-expiry'
import { type Clock, sleep } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import type { UserInfo } from '../machinery/user'
import type { Catalogue } from '../registry/catalogue'
import { createFeed } from '../registry/feed'
import type { Server } from '../server/server'
import { authenticationConfigMap } from '../server/state/authentication-configmap'
import { missingNeeds, servedObjects, servedRoles } from '../server/state/start-served'
import { apiServerObjects, ensureStartState, START_OBJECTS } from '../server/state/start-state'
import { flowControlObjects } from '../server/state/flow-control-objects'
import type { ServerParts } from './server'

/** A start object whose creation failed is retried, with the wait doubled each time. */
const AGAIN_MS = 500
const AGAIN_AT_MOST_MS = 30_000

/** The served version of flow schemas; undefined if none is served. */
const flowSchemaVersion = (catalogue: Catalogue): string | undefined =>
  catalogue.types().find(({ resource }) => resource === 'flowschemas')?.version

/** What a controller of the server itself works with. It runs whatever `--controllers` says. */
interface OwnDeps {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: (message: string) => void
}

/** Runs the start over an open front door. Pending requests go before each of its steps. */
export class Start {
  readonly #note: (message: string) => void
  readonly #yield: () => Promise<void>
  readonly #chosen: readonly ControllerRow[]

  /** Throws `FlagError` for unknown controllers. */
  constructor(
    private readonly parts: ServerParts,
    private readonly server: Server,
  ) {
    const { options, configuration } = parts
    const { flags } = configuration
    this.#chosen = chosenControllers(flags.list('controllers'), {
      nodes: flags.integer('nodes'),
      workloads: options.workloads ?? false,
    })
    this.#note = (message) => options.log(message)
    this.#yield = options.yieldToRequests ?? (() => Promise.resolve())
  }

  /** Creates the objects that every cluster starts with. */
  async seed(): Promise<void> {
    const { options, configuration, storage, loopback, lifecycle } = this.parts
    const { flags } = configuration
    const { catalogue } = storage
    const objects = [
      ...START_OBJECTS,
      ...flowControlObjects(configuration.release.minor, flowSchemaVersion(catalogue)),
      ...apiServerObjects(
        flags.get('service-cluster-ip-range') ?? '',
        flags.get('advertise-address') ?? '',
        Number(new URL(options.serverUrl).port || 443),
      ),
      ...(await authenticationConfigMap(flags, (name) => options.files.read(name))),
    ]
    await ensureStartState(loopback.client(), servedObjects(catalogue, objects), {
      log: this.#note,
      yieldToRequests: this.#yield,
      again: (tries) => sleep(options.clock, Math.min(AGAIN_MS * 2 ** tries, AGAIN_AT_MOST_MS), lifecycle.lifetime),
    })
  }

  /** Creates default roles and starts the background work. Call `seed` first. */
  async run(): Promise<void> {
    const { options, configuration, storage, loopback, lifecycle } = this.parts
    const { release } = configuration
    await this.#yield()
    const defaults = defaultRbacObjects(release.minor, configuration.feature)
    // A controller provides its own role if the release has none for it.
    const known = new Set(defaults.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
    const roles = [
      ...defaults,
      ...this.#chosen
        .filter(({ behaviour }) => behaviour === undefined || behaves(behaviour, this.#served()))
        .flatMap((controller) => controller.roles ?? [])
        .filter(({ kind, metadata }) => metadata.namespace !== undefined || !known.has(`${kind} ${metadata.name}`)),
    ]
    await bootstrapRbac(
      loopback.client(),
      options.clock,
      lifecycle.lifetime,
      release.minor,
      this.#note,
      this.#yield,
      servedRoles(storage.catalogue, roles),
    )
    await this.#registerVersions()
    this.#judgeFlowSchemas()
    this.#trackLegacyTokens()
    if (options.leadership) options.leadership.lead(lifecycle.lifetime, (term) => this.#lead(term))
    else await this.#lead(lifecycle.lifetime)
    lifecycle.started = !lifecycle.lifetime.aborted
  }

  /** Starts the work that one server does for all, until the term ends. */
  async #lead(term: AbortSignal): Promise<void> {
    const { options, configuration, storage } = this.parts
    expireEvents({
      store: storage.store,
      clock: options.clock,
      ttlMs: configuration.flags.durationMs('event-ttl'),
      signal: term,
      report: (error) => this.server.report(error),
    })
    await this.#startControllers(term)
  }

  /** Starts the controller that keeps an APIService for every version; resolves when those of the start exist. */
  async #registerVersions(): Promise<void> {
    const { catalogue, reader, clock, lifetime, release } = this.server
    const { group, version, resource } = API_SERVICES
    if (!catalogue.find(group, version, resource)) return
    await this.#yield()
    await new Promise<void>((resolve, reject) => {
      runApiServices({
        client: this.parts.loopback.client(),
        clock,
        reader,
        signal: lifetime,
        log: (message) => this.#note(`${resource}: ${message}`),
        release,
        served: () => catalogue.types(),
        onServed: (listener) => catalogue.onChange(listener),
        started: resolve,
      }).then(resolve, reject)
    })
  }

  /** Starts recording when tokens in secrets are used. */
  #trackLegacyTokens(): void {
    if (!behaves('legacy-token-tracking', this.#served())) return
    const uses = this.parts.security.legacyTokens
    this.#keepRunning('legacy tokens', (deps) => runLegacyTokenTracking({ ...deps, uses }))
  }

  /** Starts the controller that reports in a flow schema's status whether its priority level exists. */
  #judgeFlowSchemas(): void {
    const version = flowSchemaVersion(this.server.catalogue)
    const served = this.#served()
    if (version === undefined || !behaves('flow-schema-status', served)) return
    this.#keepRunning('flowschemas', (deps) => runFlowSchemaStatus({ ...deps, served, version }))
  }

  #served(): Served {
    const { release, feature } = this.parts.configuration
    return { release: release.minor, feature }
  }

  /** Runs a controller of the server's own until the server stops; its messages are notes under its name. */
  #keepRunning(name: string, run: (deps: OwnDeps) => Promise<void>): void {
    const { clock, lifetime } = this.server
    const log = (message: string): void => this.#note(`${name}: ${message}`)
    run({ client: this.parts.loopback.client(), clock, signal: lifetime, log }).catch((error: unknown) =>
      log(messageOf(error)),
    )
  }

  async #startControllers(term: AbortSignal): Promise<void> {
    const { storage } = this.parts
    const depsFor = this.#dependencies(term)
    for (const controller of this.#chosen) {
      await this.#yield()
      if (term.aborted) return
      const missing = missingNeeds(storage.catalogue, controller)
      if (missing.length === 0) startController(controller, depsFor(controller))
      else
        this.#note(
          `the controller ${controller.name} is not started: --runtime-config switches off ${missing.join(', ')}`,
        )
    }
  }

  #dependencies(term: AbortSignal): (row: ControllerRow) => ControllerDeps {
    const { options, configuration, storage, security, observation, loopback } = this.parts
    const { feature, flag, release, authority, rootCa } = configuration
    const { clock, crypto, serverUrl } = options
    const feed = createFeed(storage.store, storage.catalogue)
    const readers = new Map<string, Client>()
    // Controllers that read as the same user share their watches.
    const readerOf = (user: UserInfo): Client => {
      const reader = readers.get(user.name) ?? loopback.client('orch-controller-manager/shared-informers', user)
      readers.set(user.name, reader)
      return reader
    }
    return ({ name, account, user }) => ({
      client: loopback.client(`orch-controller-manager/${name}`, controllerUser(account, user)),
      reader: readerOf(controllerUser(undefined, user)),
      clock,
      random: configuration.randomFor(`controller ${name}`),
      crypto,
      // A signal of its own: each part of a controller listens to it, and hundreds of listeners on one signal look like a leak.
      signal: AbortSignal.any([term]),
      release: release.minor,
      feature,
      flag,
      feed,
      authority,
      rootCa,
      tokens: security.tokens,
      serverUrl,
      scheduler: configuration.scheduler,
      placements: observation.placements,
      lives: observation.lives,
      namespaceDelayMs: options.namespaceDelayMs,
      log: (controller, message) => options.log(`${controller}: ${message}`),
    })
  }
}
