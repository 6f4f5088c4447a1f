import { whenReady } from '../machinery/maybe-promise'
import { checkAdmissionConfiguration, createAdmissionPlugins } from '../admission/plugins'
import type { AdmissionEnvironment, AdmissionPlugin } from '../admission/plugin'
import { simulatedAgents } from '../life/agents'
import { ConfigError } from '../machinery/config-shape'
import { admissionChain } from '../server/admission'
import { buildChain } from '../server/chain'
import { shownFlags } from '../parse-flags'
import { debugPages } from '../server/endpoints/debug-pages'
import { discoveryEndpoints, pathsOfCustomTypes, pathsServed } from '../server/endpoints/discovery-endpoints'
import { endpointsHandler } from '../server/endpoints/endpoints'
import { createHealth } from '../server/endpoints/health-checks'
import { openapiEndpoints } from '../server/endpoints/openapi-endpoints'
import { systemEndpoints } from '../server/endpoints/system-endpoints'
import { tokenEndpoints } from '../server/endpoints/token-endpoints'
import { dispatch } from '../server/handlers/dispatch'
import { OpenWatches } from '../server/observation/open-watches'
import type { Server } from '../server/server'
import type { Fetch } from '../transport/connection'
import type { Configuration } from './configuration'
import type { Lifecycle } from './lifecycle'
import type { Loopback } from './loopback'
import type { Observation } from './observation'
import type { ControlPlaneOptions } from './options'
import type { Security } from './security'
import type { Storage } from './storage'

/** The parts that the API server is built from. */
export interface ServerParts {
  readonly options: ControlPlaneOptions
  readonly configuration: Configuration
  readonly storage: Storage
  readonly security: Security
  readonly observation: Observation
  readonly loopback: Loopback
  readonly lifecycle: Lifecycle
}

/** What admission plugins are given. */
const admissionEnvironment = ({
  options: { clock, outside },
  configuration: { randomFor, flag, feature, release },
  storage,
  security,
  observation,
  loopback,
}: ServerParts): AdmissionEnvironment => ({
  reader: storage.reader,
  authorizer: security.authorizer,
  clock,
  random: randomFor('admission'),
  outside,
  request: loopback.requestAs(),
  flag,
  feature,
  release: release.minor,
  metrics: observation.metrics,
})

/** The admission plugins that the flags enable, in order. Rejects with an error that names the flag at fault. */
export async function buildAdmission(parts: ServerParts): Promise<AdmissionPlugin[]> {
  const { flags } = parts.configuration
  return createAdmissionPlugins(admissionEnvironment(parts), {
    enable: flags.list('enable-admission-plugins'),
    disable: flags.list('disable-admission-plugins'),
    configFile: flags.get('admission-control-config-file'),
    files: parts.options.files,
  })
}

/** Why a start would refuse an admission configuration file; undefined if it would not. */
export async function admissionProblem(parts: ServerParts, file: string): Promise<string | undefined> {
  try {
    await checkAdmissionConfiguration(admissionEnvironment(parts), file, parts.options.files)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Builds the dependencies of filters and handlers. */
export function buildServer(parts: ServerParts, plugins: readonly AdmissionPlugin[]): Server {
  const { options, configuration, storage, security, observation, lifecycle } = parts
  const { clock, crypto, outside } = options
  const { metrics } = observation
  return {
    ...storage,
    ...security,
    clock,
    random: configuration.randomFor('objects'),
    requestRandom: configuration.randomFor('requests'),
    crypto,
    outside,
    agents: simulatedAgents,
    metrics,
    watches: new OpenWatches(lifecycle.lifetime),
    lifetime: lifecycle.lifetime,
    release: configuration.release.minor,
    feature: configuration.feature,
    flag: configuration.flag,
    admission: admissionChain(plugins, clock, metrics),
    authenticate: (credentials) => whenReady(security.authentication.authenticate(credentials), ({ user }) => user),
    report: (error) => options.log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  }
}

/** The front door: filters, handlers and endpoints over the server. */
export function buildFrontDoor(
  { options, configuration, storage, observation, lifecycle }: ServerParts,
  server: Server,
): Fetch {
  const { release, flags } = configuration
  const health = createHealth({
    store: storage.store,
    clock: options.clock,
    catalogue: storage.catalogue,
    livezGraceMs: flags.durationMs('livez-grace-period'),
    started: () => lifecycle.started,
    stopping: () => lifecycle.stopping,
  })
  const endpoints = [
    ...discoveryEndpoints(server, health),
    ...openapiEndpoints(server, release),
    ...tokenEndpoints(server),
    ...debugPages(server, () => shownFlags(flags)),
    ...systemEndpoints({ server, release, health, metrics: observation.metrics }),
  ]
  const paths = () => pathsOfCustomTypes(pathsServed(server, (probe) => health.names(probe)))
  return buildChain(server, observation.auditor, dispatch(server, endpointsHandler(server, endpoints, paths)), {
    observed: () => observation.watched.traces,
    traced: (trace) => observation.traced(trace),
    recorded: () => observation.watched.outside,
    sent: (request) => observation.sent(request),
  })
}
