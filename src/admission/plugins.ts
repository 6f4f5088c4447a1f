import { defaultPlugins } from '../api/releases/behaviours'
import { mutatingCallbacks } from './callbacks/mutating'
import { validatingCallbacks } from './callbacks/validating'
import { type PluginConfiguration, readAdmissionConfiguration } from './configuration'
import type { AdmissionEnvironment, AdmissionPlugin } from './plugin'
import { alwaysAdmit } from './plugins/always-admit'
import { alwaysDeny } from './plugins/always-deny'
import { alwaysPullImages } from './plugins/always-pull-images'
import { certificateApproval } from './plugins/certificate-approval'
import { certificateSigning } from './plugins/certificate-signing'
import { certificateSubjectRestriction } from './plugins/certificate-subject-restriction'
import { defaultIngressClass } from './plugins/default-ingress-class'
import { defaultStorageClass } from './plugins/default-storage-class'
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds'
import { denyServiceExternalIps } from './plugins/deny-service-external-ips'
import { eventRateLimit } from './plugins/event-rate-limit'
import { extendedResourceToleration } from './plugins/extended-resource-toleration'
import { imagePolicyWebhook } from './plugins/image-policy-webhook'
import { limitPodHardAntiAffinityTopology } from './plugins/limit-pod-hard-anti-affinity-topology'
import { limitRanger } from './plugins/limit-ranger'
import { namespaceAutoProvision } from './plugins/namespace-auto-provision'
import { namespaceExists } from './plugins/namespace-exists'
import { namespaceLifecycle } from './plugins/namespace-lifecycle'
import { nodeRestriction } from './plugins/node-restriction'
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement'
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize'
import { persistentVolumeLabel } from './plugins/persistent-volume-label'
import { podNodeSelector } from './plugins/pod-node-selector'
import { podSecurity } from './plugins/pod-security'
import { podSecurityPolicy } from './plugins/pod-security-policy'
import { podTolerationRestriction } from './plugins/pod-toleration-restriction'
import { priority } from './plugins/priority'
import { resourceQuota } from './plugins/resource-quota'
import { runtimeClass } from './plugins/runtime-class'
import { securityContextDeny } from './plugins/security-context-deny'
import { serviceAccount } from './plugins/service-account'
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection'
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition'
import { AdmissionConfigError } from './shared/config-shape'

export interface AdmissionSettings {
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  readonly configFile: string | undefined
  readonly files: { read(name: string): Promise<string> }
}

export interface PluginRow {
  readonly name: string
  /** Minor releases that know the plugin; absent means that all do. */
  readonly since?: number
  readonly removed?: number
  /** The configuration file may say something to it. */
  readonly configurable?: true
  /** Throws or rejects with `AdmissionConfigError` for a configuration that it can't follow. */
  create(
    environment: AdmissionEnvironment,
    configuration?: PluginConfiguration,
  ): AdmissionPlugin | Promise<AdmissionPlugin>
}

/**
 * Every plugin, in the order in which they run. Mutating callbacks see what the built-in plugins made of an object; quotas
 * come last, since nothing may be charged that is refused afterwards.
 */
export const PLUGINS: readonly PluginRow[] = [
  { name: 'AlwaysAdmit', create: alwaysAdmit },
  { name: 'NamespaceAutoProvision', create: namespaceAutoProvision },
  { name: 'NamespaceLifecycle', create: namespaceLifecycle },
  { name: 'NamespaceExists', create: namespaceExists },
  { name: 'SecurityContextDeny', create: securityContextDeny },
  { name: 'LimitPodHardAntiAffinityTopology', create: limitPodHardAntiAffinityTopology },
  { name: 'LimitRanger', create: limitRanger },
  { name: 'ServiceAccount', create: serviceAccount },
  { name: 'NodeRestriction', create: nodeRestriction },
  { name: 'TaintNodesByCondition', create: taintNodesByCondition },
  { name: 'AlwaysPullImages', create: alwaysPullImages },
  { name: 'ImagePolicyWebhook', configurable: true, create: imagePolicyWebhook },
  { name: 'PodSecurity', since: 22, configurable: true, create: podSecurity },
  { name: 'PodSecurityPolicy', removed: 25, create: podSecurityPolicy },
  { name: 'PodNodeSelector', configurable: true, create: podNodeSelector },
  { name: 'Priority', create: priority },
  { name: 'DefaultTolerationSeconds', create: defaultTolerationSeconds },
  { name: 'PodTolerationRestriction', configurable: true, create: podTolerationRestriction },
  { name: 'EventRateLimit', configurable: true, create: eventRateLimit },
  { name: 'ExtendedResourceToleration', create: extendedResourceToleration },
  { name: 'PersistentVolumeLabel', configurable: true, create: persistentVolumeLabel },
  { name: 'DefaultStorageClass', create: defaultStorageClass },
  { name: 'StorageObjectInUseProtection', create: storageObjectInUseProtection },
  { name: 'OwnerReferencesPermissionEnforcement', create: ownerReferencesPermissionEnforcement },
  { name: 'PersistentVolumeClaimResize', create: persistentVolumeClaimResize },
  { name: 'RuntimeClass', create: runtimeClass },
  { name: 'CertificateApproval', since: 18, create: certificateApproval },
  { name: 'CertificateSigning', since: 18, create: certificateSigning },
  { name: 'CertificateSubjectRestriction', since: 18, create: certificateSubjectRestriction },
  { name: 'DefaultIngressClass', since: 18, create: defaultIngressClass },
  { name: 'DenyServiceExternalIPs', since: 21, create: denyServiceExternalIps },
  { name: 'MutatingAdmissionWebhook', configurable: true, create: mutatingCallbacks },
  { name: 'ValidatingAdmissionWebhook', configurable: true, create: validatingCallbacks },
  { name: 'ResourceQuota', configurable: true, create: resourceQuota },
  { name: 'AlwaysDeny', create: alwaysDeny },
]

/** The plugins that a release knows, in their order. */
export const knownPlugins = (release: number): PluginRow[] =>
  PLUGINS.filter(({ since = 0, removed }) => since <= release && (removed === undefined || release < removed))

/** The plugins that the flags switch on, in their order. Rejects with `AdmissionConfigError` naming what is wrong. */
export async function createAdmissionPlugins(
  environment: AdmissionEnvironment,
  { enable, disable, configFile, files }: AdmissionSettings,
): Promise<AdmissionPlugin[]> {
  const known = knownPlugins(environment.release)
  for (const [flag, names] of [
    ['enable-admission-plugins', enable],
    ['disable-admission-plugins', disable],
  ] as const)
    for (const name of names)
      if (!known.some((row) => row.name === name))
        throw new AdmissionConfigError(`--${flag}: ${explainUnknown(name, environment.release)}`)
  const both = enable.filter((name) => disable.includes(name))
  if (both.length > 0)
    throw new AdmissionConfigError(
      `--enable-admission-plugins and --disable-admission-plugins both name ${both.join(', ')}`,
    )
  const configurations = configFile
    ? await readAdmissionConfiguration(configFile, files, (name) => {
        const row = known.find((candidate) => candidate.name === name)
        return row && row.configurable === true
      })
    : undefined
  const byDefault = new Set(defaultPlugins(environment.release, environment.feature))
  const plugins: AdmissionPlugin[] = []
  for (const row of known)
    if ((byDefault.has(row.name) || enable.includes(row.name)) && !disable.includes(row.name))
      plugins.push(await row.create(environment, configurations?.get(row.name)))
  return plugins
}

function explainUnknown(name: string, release: number): string {
  const row = PLUGINS.find((candidate) => candidate.name === name)
  if (!row) return `plugin "${name}" is unknown`
  return `plugin "${name}" is unknown to release 1.${release}: ${
    row.since !== undefined && release < row.since
      ? `it came with release 1.${row.since}`
      : `it was removed in release 1.${row.removed}`
  }`
}
