import { pluginStates } from './admission/plugin-states'
import { readConfiguration } from './control-plane/configuration'
import { Lifecycle } from './control-plane/lifecycle'
import { Loopback } from './control-plane/loopback'
import { Observation } from './control-plane/observation'
import type { ControlPlane, ControlPlaneOptions } from './control-plane/options'
import { buildSecurity } from './control-plane/security'
import { admissionProblem, buildAdmission, buildFrontDoor, buildServer, type ServerParts } from './control-plane/server'
import { Start } from './control-plane/start'
import { buildStorage } from './control-plane/storage'
import { createIdentities } from './server/identities'
import { createControl } from './server/observation/control-calls'
import { CustomTypes } from './server/state/custom-types'

export type { ControlPlane, ControlPlaneOptions }

/** Builds a control plane over a store. Rejects with an error that names the flag if the configuration is invalid. */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const configuration = await readConfiguration(options)
  const { flags, release, feature, authority, auditPolicy } = configuration
  const storage = buildStorage(options.store, configuration)
  const observation = new Observation(options, configuration)
  const lifecycle = new Lifecycle()
  const security = await buildSecurity({ options, configuration, reader: storage.reader, observation, lifecycle })
  const loopback = new Loopback(options.clock)

  const parts: ServerParts = { options, configuration, storage, security, observation, loopback, lifecycle }
  const plugins = await buildAdmission(parts)
  const server = buildServer(parts, plugins)
  const fetch = buildFrontDoor(parts, server)
  loopback.connect(fetch)

  new CustomTypes(server, loopback.client()).start()
  const start = new Start(parts, server)
  const seeded = start.seed()
  const ready = seeded.then(() => start.run())
  // Made now unless somebody needs them earlier: new ones take a second core, which the first answers need. A key that is stored after the
  // stop would replace one of the next run.
  const keysStored = ready.then(() => security.tokens.keys()).catch(() => undefined) // reported to the first caller that needs the keys
  return {
    fetch,
    flags,
    seeded,
    ready,
    control: createControl({
      store: options.store,
      clock: options.clock,
      traces: observation.traces,
      observation: observation.watched,
      plugins: pluginStates(release.minor, feature, plugins),
      admissionProblem: (file) => admissionProblem(parts, file),
      auditLog: observation.auditLog,
      auditing: auditPolicy !== undefined,
      argv: options.argv,
      identities: createIdentities(options.crypto, authority, options.clock),
      placements: observation.placements,
      lives: observation.lives,
      started: () => ready.catch(() => undefined), // callers that await `ready` report the error
    }),
    onEvent: (name, listener) => observation.on(name, listener),
    async stop() {
      await lifecycle.stop(options.clock, flags.durationMs('shutdown-delay-duration'))
      await keysStored
    },
  }
}
