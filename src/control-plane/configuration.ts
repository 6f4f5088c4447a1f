import type { ReadFlag } from '../machinery/flag-name'
import { type Release, releaseOf } from '../api/releases'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Feature } from '../api/releases/gates'
import { parseRuntimeConfig, type RuntimeConfig } from '../api/releases/runtime-config'
import { type AuditPolicy, AuditPolicyError, parseAuditPolicy } from '../audit/policy'
import { FlagError, type Flags, parseFlags } from '../parse-flags'
import { fileLabel } from '../machinery/file-label'
import { type Authority, importAuthority, loadAuthority } from '../pki/authority'
import { parseBundle } from '../pki/chain'
import { type Random, seededRandom } from '../machinery/random'
import { messageOf } from '../machinery/message-of'
import { parseSchedulerConfiguration } from '../scheduler/configuration'
import type { SchedulerSettings } from '../scheduler/profiles'
import { CLUSTER_AUTHORITY } from '../storage/setting-names'
import type { Store } from '../store/store'
import { SchedulerConfigurationError } from '../scheduler/configuration-fields'
import type { ControlPlaneOptions } from './options'

/** The configuration from flags and the files that they name, validated. */
export interface Configuration {
  readonly flags: Flags
  /** The value of a flag by its name, without dashes. */
  readonly flag: ReadFlag
  readonly release: Release
  readonly feature: Feature
  readonly runtimeConfig: RuntimeConfig
  /** Value of `--show-hidden-metrics-for-version`. */
  readonly hiddenMetrics: string | undefined
  readonly auditPolicy: AuditPolicy | undefined
  /** Settings from `--scheduler-config-file`. */
  readonly scheduler: SchedulerSettings | undefined
  /** Signs the cluster's certificates. */
  readonly authority: Authority
  /** PEM certificates with which clients verify this server. */
  readonly rootCa: string
  /** Randomness for one purpose, so that the draws of one part don't affect another. */
  readonly randomFor: (purpose: string) => Random
}

/** Reads the configuration and reports its warnings to the operator. Rejects with an error that names the flag at fault. */
export async function readConfiguration(options: ControlPlaneOptions): Promise<Configuration> {
  const { files } = options
  const flags = parseFlags(options.argv)
  const startTime = flags.get('start-time')
  // Before anything is dated. An existing cluster keeps its time.
  if (startTime && isNew(options.store)) options.clock.hold(Date.parse(startTime))
  const release = releaseOf(flags.get('release') ?? '')
  const features = parseFeatureGates(flags.list('feature-gates'), release.minor)
  for (const warning of [...flags.warnings(), ...features.warnings]) options.log(warning)
  const runtimeConfig = parseRuntimeConfig(flags.list('runtime-config'), release.minor)
  const hiddenMetrics = hiddenMetricsVersion(flags, release.minor)
  const authority = await clusterAuthority(options, flags)
  const rootCa = await publishedAuthority(options, flags, authority)
  const policyFile = flags.get('audit-policy-file')
  const schedulerFile = flags.get('scheduler-config-file')
  return {
    flags,
    flag: (name) => flags.get(name),
    release,
    feature: features.enabled,
    runtimeConfig,
    hiddenMetrics,
    auditPolicy: policyFile ? await readAuditPolicy(files, policyFile, release.minor) : undefined,
    scheduler: schedulerFile ? await readScheduler(files, schedulerFile, release.minor) : undefined,
    authority,
    rootCa,
    randomFor: randomFrom(options, flags.get('seed')),
  }
}

const isNew = (store: Store): boolean => store.count('/') === 0

/**
 * Randomness for one purpose: the machine's, or with `--seed` the same in every run. The store's revision is part of the seed, so that a
 * restarted cluster generates no identifier twice.
 */
function randomFrom({ random, store }: ControlPlaneOptions, seed: string | undefined): (purpose: string) => Random {
  const { revision } = store
  return (purpose) => (seed ? seededRandom(`${seed}/${revision}/${purpose}`) : random)
}

/** Only metrics that were hidden in this very release can be shown again, so the version must be the previous one. */
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

async function readScheduler(
  files: ControlPlaneOptions['files'],
  name: string,
  release: number,
): Promise<SchedulerSettings> {
  try {
    return parseSchedulerConfiguration(await files.read(name), release)
  } catch (error) {
    if (!(error instanceof SchedulerConfigurationError)) throw error
    throw new FlagError(`--scheduler-config-file: ${fileLabel(name)}: ${error.message}`)
  }
}

/** The authority that the flags name, or the cluster's own, created at its first start and kept. */
async function clusterAuthority({ crypto, keys, files, clock }: ControlPlaneOptions, flags: Flags): Promise<Authority> {
  const certificate = flags.get('cluster-signing-cert-file')
  const key = flags.get('cluster-signing-key-file')
  if (certificate && key) {
    const [certificatePem, keyPem] = [await files.read(certificate), await files.read(key)]
    return importAuthority(crypto, certificatePem, keyPem).catch((error: unknown) => {
      throw unfit('--cluster-signing-cert-file, --cluster-signing-key-file', error)
    })
  }
  if (certificate || key)
    throw new FlagError('--cluster-signing-cert-file and --cluster-signing-key-file must be set together')
  return loadAuthority(crypto, keys, CLUSTER_AUTHORITY, 'orchard', clock.now())
}

const unfit = (flags: string, error: unknown): FlagError => new FlagError(`${flags}: ${messageOf(error)}`)

/** The certificates with which clients verify this server: `--root-ca-file`, or the cluster's own authority. */
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
