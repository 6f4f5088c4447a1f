import { behaves } from '../api/releases/ledger'
import { defaultRbacObjects } from '../authorization/default-roles'
import type { ControllerRow } from '../controllers/controllers'
import { bootstrapRbac } from '../controllers/rbac-bootstrap'
import { checkControllerNames } from '../controllers/names'
import { expireEvents } from '../registry/event-expiry'
import { sleep } from '../machinery/clock'
import type { Server } from '../server/server'
import { authenticationConfigMap } from '../server/state/authentication-configmap'
import { endpointSliceVersion, missingNeeds, servedObjects, servedRoles } from '../server/state/start-served'
import { apiServerObjects, ensureStartState, START_OBJECTS } from '../server/state/start-state'
import { flowControlObjects } from '../server/state/flow-control-objects'
import { controllerDependencies } from './controller-dependencies'
import type { ServerParts } from './server'
import { flowSchemaVersion, ServerControllers } from './server-controllers'

/** A start object whose creation failed is retried, with the wait doubled each time. */
const AGAIN_MS = 500
const AGAIN_AT_MOST_MS = 30_000

/** Controllers are loaded after the start, since the first answers need none of them. */
const controllers = () => import('../controllers/start')

/** Runs the start over an open front door. Pending requests go before each of its steps. */
export class Start {
  readonly #note: (message: string) => void
  readonly #yield: () => Promise<void>

  /** Throws `ControllersError` for unknown controllers. */
  constructor(
    private readonly parts: ServerParts,
    private readonly server: Server,
  ) {
    const { options, configuration } = parts
    checkControllerNames(configuration.flags.list('controllers'))
    this.#note = (message) => options.log(message)
    this.#yield = options.yieldToRequests ?? (() => Promise.resolve())
  }

  /** Creates the objects that every cluster starts with. */
  async seed(): Promise<void> {
    const { options, configuration, storage, loopback, lifecycle } = this.parts
    const { flags } = configuration
    const { catalogue, reader, store } = storage
    const objects = [
      ...START_OBJECTS,
      ...flowControlObjects(configuration.release.minor, flowSchemaVersion(catalogue)),
      ...apiServerObjects(
        flags.get('service-cluster-ip-range') ?? '',
        flags.get('advertise-address') ?? '',
        Number(new URL(options.serverUrl).port || 443),
        configuration.feature('EndpointSlice') ? endpointSliceVersion(catalogue) : undefined,
      ),
      ...(await authenticationConfigMap(flags, (name) => options.files.read(name))),
    ]
    // Most starts find everything, which a look into memory tells at once.
    const missing = servedObjects(catalogue, objects).filter(
      ({ target, object, renewed }) => renewed || !reader.get(target, target.namespace, object.metadata.name),
    )
    await ensureStartState(loopback.client(), missing, {
      log: this.#note,
      // A new cluster answers nothing before it has these objects.
      ...(store.count('') > 0 && { yieldToRequests: this.#yield }),
      again: (tries) => sleep(options.clock, Math.min(AGAIN_MS * 2 ** tries, AGAIN_AT_MOST_MS), lifecycle.lifetime),
    })
  }

  /** Creates default roles and starts the background work. Call `seed` first. */
  async run(): Promise<void> {
    const { options, configuration, storage, loopback, lifecycle } = this.parts
    const { release, feature } = configuration
    const served = { release: release.minor, feature }
    await this.#yield()
    const chosen = await this.#chosen()
    const defaults = defaultRbacObjects(release.minor, feature)
    // A controller provides its own role if the release has none for it.
    const known = new Set(defaults.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
    const roles = [
      ...defaults,
      ...chosen
        .filter(({ behaviour }) => behaviour === undefined || behaves(behaviour, served))
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
    await this.#yield()
    const own = new ServerControllers(this.parts, this.server, this.#note)
    await own.registerVersions()
    own.judgeFlowSchemas()
    own.trackLegacyTokens()
    if (options.leadership) options.leadership.lead(lifecycle.lifetime, (term) => this.#lead(term, chosen))
    else await this.#lead(lifecycle.lifetime, chosen)
    lifecycle.started = !lifecycle.lifetime.aborted
  }

  /** The controllers that `--controllers` asks for. */
  async #chosen(): Promise<readonly ControllerRow[]> {
    const { options, configuration } = this.parts
    const { chosenControllers } = await controllers()
    return chosenControllers(configuration.flags.list('controllers'), {
      nodes: configuration.flags.integer('nodes'),
      workloads: options.workloads ?? false,
    })
  }

  /** Starts the work that one server does for all, until the term ends. */
  async #lead(term: AbortSignal, chosen: readonly ControllerRow[]): Promise<void> {
    const { options, configuration, storage } = this.parts
    expireEvents({
      store: storage.store,
      clock: options.clock,
      ttlMs: configuration.flags.durationMs('event-ttl'),
      signal: term,
      report: (error) => this.server.report(error),
    })
    await this.#startControllers(term, chosen)
  }

  async #startControllers(term: AbortSignal, chosen: readonly ControllerRow[]): Promise<void> {
    const { storage } = this.parts
    const { startController } = await controllers()
    const depsFor = controllerDependencies(this.parts, term)
    for (const controller of chosen) {
      await this.#yield()
      if (term.aborted) return
      const missing = missingNeeds(storage.catalogue, controller)
      if (missing.length === 0) startController(controller, depsFor(controller))
      else
        this.#note(`the controller ${controller.name} is not started: this server does not serve ${missing.join(', ')}`)
    }
  }
}
