import { behaves, type Served } from '../api/releases/ledger'
import type { Client } from '../client/client'
import { API_SERVICES, runApiServices } from '../controllers/api-services'
import { runLegacyTokenTracking } from '../controllers/legacy-token-tracking'
import { runFlowSchemaStatus } from '../controllers/flow-schema-status'
import type { Clock } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import type { Catalogue } from '../registry/catalogue'
import type { Server } from '../server/server'
import type { ServerParts } from './server'

/** What a controller of the server itself works with. It runs whatever `--controllers` says. */
interface OwnDeps {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: (message: string) => void
}

/** The served version of flow schemas; undefined if none is served. */
export const flowSchemaVersion = (catalogue: Catalogue): string | undefined =>
  catalogue.types().find(({ resource }) => resource === 'flowschemas')?.version

/** The controllers that belong to the API server itself: APIServices, flow schemas, and uses of tokens in secrets. */
export class ServerControllers {
  constructor(
    private readonly parts: ServerParts,
    private readonly server: Server,
    private readonly note: (message: string) => void,
  ) {}

  /** Starts the controller that keeps an APIService for every version; resolves when those of the start exist. */
  async registerVersions(): Promise<void> {
    const { catalogue, reader, clock, lifetime, release } = this.server
    const { group, version, resource } = API_SERVICES
    if (!catalogue.find(group, version, resource)) return
    await new Promise<void>((resolve, reject) => {
      runApiServices({
        client: this.parts.loopback.client(),
        clock,
        reader,
        signal: lifetime,
        log: (message) => this.note(`${resource}: ${message}`),
        release,
        served: () => catalogue.types(),
        onServed: (listener) => catalogue.onChange(listener),
        started: resolve,
      }).then(resolve, reject)
    })
  }

  /** Starts recording when tokens in secrets are used. */
  trackLegacyTokens(): void {
    if (!behaves('legacy-token-tracking', this.#served())) return
    const uses = this.parts.security.legacyTokens
    this.#keepRunning('legacy tokens', (deps) => runLegacyTokenTracking({ ...deps, uses }))
  }

  /** Starts the controller that reports in a flow schema's status whether its priority level exists. */
  judgeFlowSchemas(): void {
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
    const log = (message: string): void => this.note(`${name}: ${message}`)
    run({ client: this.parts.loopback.client(), clock, signal: lifetime, log }).catch((error: unknown) =>
      log(messageOf(error)),
    )
  }
}
