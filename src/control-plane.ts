import { createAdmissionPlugins } from './admission/plugins'
import { pluginStates } from './admission/plugin-states'
import type { Outside } from './machinery/egress'
import { releaseOf } from './api/releases'
import { parseFeatureGates } from './api/releases/feature-gates'
import { parseRuntimeConfig } from './api/releases/runtime-config'
import type { AuditEvent } from './audit/audit'
import { createAuditor } from './audit/auditor'
import { AuditLog } from './audit/log'
import { type AuditPolicy, AuditPolicyError, parseAuditPolicy } from './audit/policy'
import { createAuthentication } from './authentication/authentication'
import { createServiceAccountIssuer } from './authentication/service-account-issuer'
import { describeRefusal } from './access-analysis/describe-refusal'
import { createAuthorizer } from './authorization/create'
import { createPolicyIndex } from './authorization/rbac'
import { Client } from './client/client'
import { defaultRbacObjects } from './authorization/default-roles'
import { bootstrapRbac } from './controllers/rbac-bootstrap'
import { controllerUser, type ControllerDeps, type ControllerRow } from './controllers/controllers'
import { API_SERVICES, runApiServices } from './controllers/api-services'
import { chosenControllers, startController } from './controllers/start'
import { FlagError, type Flags, parseDuration, parseFlags } from './flags'
import { fileLabel } from './machinery/file-label'
import { simulatedAgents } from './life/agents'
import type { Metrics } from './machinery/metrics'
import { Placements } from './machinery/placement'
import type { Random } from './machinery/random'
import type { ControllableClock } from './machinery/controllable-clock'
import type { UserInfo } from './machinery/user'
import { AUTHENTICATED_GROUP, MASTERS_GROUP } from './machinery/user'
import { type Authority, importAuthority, loadAuthority } from './pki/authority'
import { parseBundle } from './pki/chain'
import type { KeyStore } from './pki/key-store'
import { addBuiltInTypes } from './registry/built-in-types'
import { Catalogue } from './registry/catalogue'
import { expireEvents } from './registry/event-expiry'
import { createFeed } from './registry/feed'
import { addMetricsTypes } from './registry/metrics-types'
import { createReader } from './registry/reader'
import { admissionChain } from './server/admission'
import { buildChain } from './server/chain'
import type { Control, ControlEvents } from './server/control'
import { createControl } from './server/observation/control-calls'
import { CustomTypes } from './server/state/custom-types'
import { discoveryEndpoints } from './server/endpoints/discovery-endpoints'
import { endpointsHandler } from './server/endpoints/endpoints'
import { dispatch } from './server/handlers/dispatch'
import { createIdentities } from './server/identities'
import { createHealth } from './server/endpoints/health-checks'
import { METRICS, MetricsRegistry } from './server/observation/metrics'
import { OpenWatches } from './server/observation/open-watches'
import type { Server } from './server/server'
import { authenticationConfigMap } from './server/state/authentication-configmap'
import { apiServerObjects, ensureStartState, flowControlObjects, START_OBJECTS } from './server/state/start-state'
import { missingNeeds, servedObjects, servedRoles } from './server/state/start-served'
import { openapiEndpoints } from './server/endpoints/openapi-endpoints'
import { systemEndpoints } from './server/endpoints/system-endpoints'
import { tokenEndpoints } from './server/endpoints/token-endpoints'
import type { RequestTrace } from './server/trace'
import type { Store } from './store/store'
import type { Connection, Fetch } from './transport/connection'

/** Everything that a control plane takes from the world it runs in. */
export interface ControlPlaneOptions {
  readonly store: Store
  readonly clock: ControllableClock
  readonly crypto: Crypto
  readonly random: Random
  readonly outside: Outside
  readonly argv: readonly string[]
  /** Files that flags name: paths in Node, `data:` URLs in the tab. Rejects for what can't be read. */
  readonly files: { read(name: string): Promise<string> }
  /** Where the cluster keeps the keys that it makes for itself. */
  readonly keys: KeyStore
  /** Address that clients reach the server at; for configurations that the cluster issues. */
  readonly serverUrl: string
  log(message: string): void
  /** Where audit events go beside memory; false for one that is lost and must not be. */
  readonly auditSink?: (event: AuditEvent, metrics: Metrics) => boolean
  /** Resolves when whoever waits for an answer has had a turn: what starts by itself does not hold them up. */
  readonly yieldToRequests?: () => Promise<void>
}

export interface ControlPlane {
  readonly fetch: Fetch
  readonly control: Control
  /** Flags that the listener needs before it can listen. */
  readonly flags: Flags
  onEvent<N extends keyof ControlEvents>(name: N, listener: (payload: ControlEvents[N]) => void): () => void
  /** Resolves when the start state is there and the controllers run. */
  readonly ready: Promise<void>
  /** Resolves when the objects are there that every cluster starts with. */
  readonly seeded: Promise<void>
  /** Stops serving after `--shutdown-delay-duration`, ends watches and controllers. Leaves the store open. */
  stop(): Promise<void>
}

const MAX_TRACES = 1000

/** Builds a control plane over a store. Rejects with an error that names the flag when the configuration is wrong. */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { store, clock, random, outside, files } = options
  const flags = parseFlags(options.argv)
  const release = releaseOf(flags.get('release') ?? '')
  const features = parseFeatureGates(flags.list('feature-gates'), release.minor)
  for (const warning of [...flags.warnings(), ...features.warnings]) options.log(warning)
  store.setHistoryWindow(flags.durationMs('history-window'))

  const catalogue = new Catalogue()
  const runtimeConfig = parseRuntimeConfig(flags.list('runtime-config'), release.minor)
  addBuiltInTypes(catalogue, release, { runtimeConfig, feature: features.enabled })
  if (flags.integer('nodes') > 0) addMetricsTypes(catalogue)
  const reader = createReader(store, catalogue)
  const flag = (name: string) => flags.get(name)
  const feature = features.enabled
  const metrics = new MetricsRegistry(METRICS, release.minor, hiddenMetricsVersion(flags, release.minor))
  const index = createPolicyIndex(reader)
  const authorizer = await createAuthorizer(flags.list('authorization-mode'), {
    reader,
    clock,
    outside,
    files,
    flag,
    release: release.minor,
    index,
    describeRefusal,
  })
  const authority = await clusterAuthority(options, flags)
  const rootCa = await publishedAuthority(options, flags, authority)
  const listed = (name: string) => flags.list(name)
  const longest = flags.get('service-account-max-token-expiration')
  const tokens = await createServiceAccountIssuer(
    { crypto: options.crypto, keys: options.keys, files, flag, flags: listed },
    longest ? parseDuration(longest) / 1000 : undefined,
  )
  const authentication = await createAuthentication({
    reader,
    clock,
    crypto: options.crypto,
    outside,
    files,
    flag,
    flags: listed,
    tokens,
    clientCa: authority.pem,
  })

  const lifetime = new AbortController()
  const stopped = new AbortController()
  const server: Server = {
    store,
    clock,
    random,
    crypto: options.crypto,
    catalogue,
    reader,
    authorizer,
    policyIndex: index,
    authentication,
    tokens,
    metrics,
    watches: new OpenWatches(lifetime.signal),
    lifetime: lifetime.signal,
    release: release.minor,
    feature,
    flag,
    outside,
    agents: simulatedAgents,
    admission: {
      mutate: (request, trace) => admission.mutate(request, trace),
      validate: (request, trace) => admission.validate(request, trace),
    },
    authenticate: async (credentials) => (await authentication.authenticate(credentials)).user,
    report: (error) => options.log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  }
  const ownRequest = (user: UserInfo) => (request: Request) => fetch(request, { ...INSIDE, user })
  const plugins = await createAdmissionPlugins(
    {
      reader,
      authorizer,
      clock,
      random,
      outside,
      request: ownRequest(API_SERVER),
      flag,
      feature,
      release: release.minor,
      metrics,
    },
    {
      enable: flags.list('enable-admission-plugins'),
      disable: flags.list('disable-admission-plugins'),
      configFile: flags.get('admission-control-config-file'),
      files,
    },
  )
  const admission = admissionChain(plugins, clock, metrics)

  const listeners = new Map<string, Set<(payload: never) => void>>()
  const emit = <N extends keyof ControlEvents>(name: N, payload: ControlEvents[N]): void => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }
  const traces: RequestTrace[] = []
  const observation = { traces: false, audit: false }
  const policyFile = flags.get('audit-policy-file')
  const auditPolicy = policyFile ? await readAuditPolicy(files, policyFile, release.minor) : undefined
  const auditLog = new AuditLog(flags.integer('audit-events-kept'))
  const auditor = createAuditor({
    policy: auditPolicy,
    clock,
    metrics,
    emit: (event) => {
      auditLog.add(event)
      if (observation.audit) emit('audit', event)
      return options.auditSink?.(event, metrics) ?? true
    },
  })
  const health = createHealth({
    store,
    clock,
    catalogue,
    livezGraceMs: flags.durationMs('livez-grace-period'),
    started: () => started,
    stopping: () => stopped.signal.aborted,
  })
  const endpoints = [
    ...discoveryEndpoints(server),
    ...openapiEndpoints(server, release),
    ...tokenEndpoints(server),
    ...systemEndpoints({ server, release, health, metrics }),
  ]
  const chain = buildChain(server, auditor, dispatch(server, endpointsHandler(server, endpoints)), {
    observed: () => observation.traces,
    traced: (trace) => {
      traces.push(trace)
      if (traces.length > MAX_TRACES) traces.shift()
      emit('trace', trace)
    },
  })
  const fetch: Fetch = chain

  const ownClient = () => new Client(ownRequest(API_SERVER), undefined, { 'user-agent': 'orch-apiserver' })
  new CustomTypes(server, ownClient()).start()
  let started = false
  const note = (message: string) => options.log(message)
  const yieldToRequests = options.yieldToRequests ?? (() => Promise.resolve())
  const placements = new Placements()
  const chosen = chosenControllers(flags.list('controllers'), { nodes: flags.integer('nodes') })
  const seeded = (async () => {
    const startObjects = [
      ...START_OBJECTS,
      ...flowControlObjects(catalogue.types().find(({ resource }) => resource === 'flowschemas')?.version),
      ...apiServerObjects(
        flags.get('service-cluster-ip-range') ?? '',
        flags.get('advertise-address') ?? '',
        Number(new URL(options.serverUrl).port || 443),
      ),
      ...(await authenticationConfigMap(flags, (name) => files.read(name))),
    ]
    await ensureStartState(
      new Client(ownRequest(API_SERVER)),
      servedObjects(catalogue, startObjects),
      note,
      yieldToRequests,
    )
  })()
  const ready = (async () => {
    await seeded
    await yieldToRequests()
    const roles = [...defaultRbacObjects(release.minor), ...chosen.flatMap((controller) => controller.roles ?? [])]
    await bootstrapRbac(
      new Client(ownRequest(API_SERVER)),
      clock,
      lifetime.signal,
      release.minor,
      note,
      yieldToRequests,
      servedRoles(catalogue, roles),
    )
    expireEvents({
      store,
      clock,
      ttlMs: flags.durationMs('event-ttl'),
      signal: lifetime.signal,
      report: (error) => server.report(error),
    })
    const feed = createFeed(store, catalogue)
    const clientOf = (user: UserInfo, name: string): Client =>
      new Client(ownRequest(user), undefined, { 'user-agent': `orch-controller-manager/${name}` })
    const readers = new Map<string, Client>()
    // Controllers that read as the same user share their watches.
    const readerOf = (user: UserInfo): Client => {
      const reader = readers.get(user.name) ?? clientOf(user, 'shared-informers')
      readers.set(user.name, reader)
      return reader
    }
    const depsFor = ({ name, account, user }: ControllerRow): ControllerDeps => ({
      client: clientOf(controllerUser(account, user), name),
      reader: readerOf(controllerUser(undefined, user)),
      clock,
      random,
      crypto: options.crypto,
      // Its own, since each part of a controller listens to it: a signal with hundreds of listeners looks like a leak.
      signal: AbortSignal.any([lifetime.signal]),
      release: release.minor,
      feature,
      flag,
      feed,
      authority,
      rootCa,
      tokens,
      serverUrl: options.serverUrl,
      log: (controller, message) => options.log(`${controller}: ${message}`),
      placements,
    })
    await registerVersions({ server, client: ownClient(), note, yieldToRequests })
    for (const controller of chosen) {
      await yieldToRequests()
      if (lifetime.signal.aborted) return
      const missing = missingNeeds(catalogue, controller)
      if (missing.length === 0) startController(controller, depsFor(controller))
      else note(`the controller ${controller.name} is not started: --runtime-config switches off ${missing.join(', ')}`)
    }
    started = true
  })()

  return {
    fetch,
    flags,
    ready,
    seeded,
    control: createControl({
      store,
      clock,
      traces,
      observation,
      plugins: pluginStates(release.minor, feature, plugins),
      auditLog,
      auditing: auditPolicy !== undefined,
      argv: options.argv,
      identities: createIdentities(options.crypto, authority, clock),
      placements,
    }),
    onEvent(name, listener) {
      const set = listeners.get(name) ?? new Set<(payload: never) => void>()
      listeners.set(name, set.add(listener))
      return () => set.delete(listener)
    },
    async stop() {
      stopped.abort()
      const delay = flags.durationMs('shutdown-delay-duration')
      // A held clock must not keep a control plane alive that has nothing to wait for.
      if (delay > 0) await new Promise<void>((resolve) => void clock.setTimer(delay, resolve))
      lifetime.abort(new DOMException('the control plane stops', 'AbortError'))
    },
  }
}

interface Registration {
  readonly server: Server
  readonly client: Client
  readonly note: (message: string) => void
  readonly yieldToRequests: () => Promise<void>
}

/** Starts what keeps an APIService for every version; resolves when those of the start are there. */
async function registerVersions({ server, client, note, yieldToRequests }: Registration): Promise<void> {
  const { catalogue, reader, clock, lifetime } = server
  const { group, version, resource } = API_SERVICES
  if (!catalogue.find(group, version, resource)) return
  await yieldToRequests()
  await new Promise<void>((resolve, reject) => {
    runApiServices({
      client,
      clock,
      reader,
      signal: lifetime,
      log: (message) => note(`${resource}: ${message}`),
      served: () => catalogue.types(),
      onServed: (listener) => catalogue.onChange(listener),
      started: resolve,
    }).then(resolve, reject)
  })
}

const INSIDE: Connection = { remote: 'control-plane', secure: true }
/** The server itself, where it asks itself. */
const API_SERVER: UserInfo = { name: 'system:apiserver', groups: [MASTERS_GROUP, AUTHENTICATED_GROUP] }

/** Only what the release before still showed can be shown once more. */
function hiddenMetricsVersion(flags: Flags, minor: number): string | undefined {
  const version = flags.get('show-hidden-metrics-for-version')
  if (version === undefined || version === '' || version === `1.${minor - 1}`) return version || undefined
  throw new FlagError(
    `--show-hidden-metrics-for-version must be omitted or have the value 1.${minor - 1}: only the previous minor version is allowed`,
  )
}

async function readAuditPolicy(
  files: ControlPlaneOptions['files'],
  name: string,
  release: number,
): Promise<AuditPolicy> {
  try {
    return parseAuditPolicy(await files.read(name), release)
  } catch (error) {
    if (!(error instanceof AuditPolicyError)) throw error
    throw new FlagError(`--audit-policy-file: ${error.message}`)
  }
}

/** The authority that the flags name, or the cluster's own, made at its first start and kept. */
async function clusterAuthority({ crypto, keys, files, clock }: ControlPlaneOptions, flags: Flags): Promise<Authority> {
  const certificate = flags.get('cluster-signing-cert-file')
  const key = flags.get('cluster-signing-key-file')
  if (certificate && key) {
    const [certificatePem, keyPem] = [await files.read(certificate), await files.read(key)]
    return importAuthority(crypto, certificatePem, keyPem).catch((error: unknown) => {
      throw unfit('--cluster-signing-cert-file, --cluster-signing-key-file', error)
    })
  }
  if (certificate || key) throw new FlagError('--cluster-signing-cert-file and --cluster-signing-key-file go together')
  return loadAuthority(crypto, keys, 'cluster-authority', 'orchard', clock.now())
}

const unfit = (flags: string, error: unknown): FlagError =>
  new FlagError(`${flags}: ${error instanceof Error ? error.message : String(error)}`)

/** What verifies this server, for its clients: `--root-ca-file`, or the cluster's own authority. */
async function publishedAuthority({ files }: ControlPlaneOptions, flags: Flags, own: Authority): Promise<string> {
  const file = flags.get('root-ca-file')
  if (!file) return own.pem
  const pem = await files.read(file)
  try {
    parseBundle(pem)
  } catch (error) {
    throw unfit(`--root-ca-file: ${fileLabel(file)}`, error)
  }
  return pem
}
