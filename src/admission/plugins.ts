import { existsAt } from '../api/releases/ledger'
import { defaultPlugins, type PluginName, PLUGINS } from '../api/releases/plugins'
import { ConfigError } from '../machinery/config-shape'
import { mutatingWebhooks } from './webhooks/mutating'
import { validatingWebhooks } from './webhooks/validating'
import { type PluginConfiguration, readAdmissionConfiguration } from './configuration'
import type { AdmissionEnvironment, AdmissionPlugin } from './plugin'
import { alwaysAdmit } from './plugins/always-admit'
import { alwaysDeny } from './plugins/always-deny'
import { alwaysPullImages } from './plugins/always-pull-images'
import { certificateApproval } from './plugins/certificate-approval'
import { certificateSigning } from './plugins/certificate-signing'
import { clusterTrustBundleAttest } from './plugins/cluster-trust-bundle-attest'
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
import { mutatingAdmissionPolicy } from './plugins/mutating-admission-policy'
import { namespaceAutoProvision } from './plugins/namespace-auto-provision'
import { namespaceExists } from './plugins/namespace-exists'
import { namespaceLifecycle } from './plugins/namespace-lifecycle'
import { nodeDeclaredFeatureValidator } from './plugins/node-declared-feature-validator'
import { nodeRestriction } from './plugins/node-restriction'
import { ownerReferencesPermissionEnforcement } from './plugins/owner-references-permission-enforcement'
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize'
import { persistentVolumeLabel } from './plugins/persistent-volume-label'
import { podNodeSelector } from './plugins/pod-node-selector'
import { podResizeValidator } from './plugins/pod-resize-validator'
import { podSecurity } from './plugins/pod-security'
import { podSecurityPolicy } from './plugins/pod-security-policy'
import { podTopologyLabels } from './plugins/pod-topology-labels'
import { podTolerationRestriction } from './plugins/pod-toleration-restriction'
import { priority } from './plugins/priority'
import { resourceQuota } from './plugins/resource-quota'
import { runtimeClass } from './plugins/runtime-class'
import { securityContextDeny } from './plugins/security-context-deny'
import { serviceAccount } from './plugins/service-account'
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection'
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition'
import { validatingAdmissionPolicy } from './plugins/validating-admission-policy'

/** Flags that choose and configure admission plugins. */
export interface AdmissionSettings {
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  readonly configFile: string | undefined
  readonly files: { read(name: string): Promise<string> }
}

/** Throws or rejects with `ConfigError` for an invalid plugin configuration. */
type CreatePlugin = (
  environment: AdmissionEnvironment,
  configuration?: PluginConfiguration,
) => AdmissionPlugin | Promise<AdmissionPlugin>

const CREATE: Readonly<Record<PluginName, CreatePlugin>> = {
  AlwaysAdmit: alwaysAdmit,
  NamespaceAutoProvision: namespaceAutoProvision,
  NamespaceLifecycle: namespaceLifecycle,
  NamespaceExists: namespaceExists,
  SecurityContextDeny: securityContextDeny,
  LimitPodHardAntiAffinityTopology: limitPodHardAntiAffinityTopology,
  LimitRanger: limitRanger,
  ServiceAccount: serviceAccount,
  NodeRestriction: nodeRestriction,
  TaintNodesByCondition: taintNodesByCondition,
  AlwaysPullImages: alwaysPullImages,
  ImagePolicyWebhook: imagePolicyWebhook,
  PodSecurity: podSecurity,
  PodSecurityPolicy: podSecurityPolicy,
  PodNodeSelector: podNodeSelector,
  Priority: priority,
  DefaultTolerationSeconds: defaultTolerationSeconds,
  PodTolerationRestriction: podTolerationRestriction,
  EventRateLimit: eventRateLimit,
  ExtendedResourceToleration: extendedResourceToleration,
  PersistentVolumeLabel: persistentVolumeLabel,
  DefaultStorageClass: defaultStorageClass,
  StorageObjectInUseProtection: storageObjectInUseProtection,
  OwnerReferencesPermissionEnforcement: ownerReferencesPermissionEnforcement,
  PersistentVolumeClaimResize: persistentVolumeClaimResize,
  RuntimeClass: runtimeClass,
  CertificateApproval: certificateApproval,
  CertificateSigning: certificateSigning,
  ClusterTrustBundleAttest: clusterTrustBundleAttest,
  CertificateSubjectRestriction: certificateSubjectRestriction,
  DefaultIngressClass: defaultIngressClass,
  DenyServiceExternalIPs: denyServiceExternalIps,
  PodTopologyLabels: podTopologyLabels,
  NodeDeclaredFeatureValidator: nodeDeclaredFeatureValidator,
  PodResizeValidator: podResizeValidator,
  MutatingAdmissionPolicy: mutatingAdmissionPolicy,
  MutatingAdmissionWebhook: mutatingWebhooks,
  ValidatingAdmissionPolicy: validatingAdmissionPolicy,
  ValidatingAdmissionWebhook: validatingWebhooks,
  ResourceQuota: resourceQuota,
  AlwaysDeny: alwaysDeny,
}

/** The plugins of a release, in execution order. */
export const knownPlugins = (release: number): (typeof PLUGINS)[number][] =>
  PLUGINS.filter((row) => existsAt(row, release))

/** Creates the plugins that the flags enable, in execution order. Rejects with `ConfigError` naming what is wrong. */
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
        throw new ConfigError(`--${flag}: ${explainUnknown(name, environment.release)}`)
  const both = enable.filter((name) => disable.includes(name))
  if (both.length > 0)
    throw new ConfigError(`--enable-admission-plugins and --disable-admission-plugins both name ${both.join(', ')}`)
  const configurations = configFile ? await configurationsIn(configFile, files, environment.release) : undefined
  const byDefault = new Set<string>(defaultPlugins(environment.release, environment.feature))
  const plugins: AdmissionPlugin[] = []
  for (const row of known)
    if ((byDefault.has(row.name) || enable.includes(row.name)) && !disable.includes(row.name))
      plugins.push(await CREATE[row.name](environment, configurations?.get(row.name)))
  return plugins
}

const configurationsIn = (file: string, files: AdmissionSettings['files'], release: number) =>
  readAdmissionConfiguration(file, files, (name) => {
    const row = knownPlugins(release).find((candidate) => candidate.name === name)
    return row && row.configurable === true
  })

/**
 * Reads a configuration file as a start would, including the parts for disabled plugins. Nothing runs. Rejects with `ConfigError` naming
 * what is wrong.
 */
export async function checkAdmissionConfiguration(
  environment: AdmissionEnvironment,
  file: string,
  files: AdmissionSettings['files'],
): Promise<void> {
  const configurations = await configurationsIn(file, files, environment.release)
  // Creating a plugin has no effect beyond reading its configuration.
  for (const { name } of knownPlugins(environment.release)) {
    const configuration = configurations.get(name)
    if (configuration) await CREATE[name](environment, configuration)
  }
}

function explainUnknown(name: string, release: number): string {
  const row = PLUGINS.find((candidate) => candidate.name === name)
  if (!row) return `plugin "${name}" is unknown`
  const why = existsAt({ since: row.since }, release)
    ? `it was removed in release 1.${row.removed}`
    : `it came with release 1.${row.since}`
  return `plugin "${name}" is unknown to release 1.${release}: ${why}`
}
