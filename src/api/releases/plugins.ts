import type { GateName } from './gates'
import { existsAt } from './ledger'
import type { ReleaseSpan } from './ledger/row'

export interface PluginRow extends ReleaseSpan {
  readonly name: string
  /** On without being enabled, from the release of `since` on and while the gate is on. */
  readonly byDefault?: { readonly since?: number; readonly gate?: GateName }
  /** The configuration file may have a section for it. */
  readonly configurable?: true
  /** What the plugin does, in one sentence. */
  readonly does: string
}

const always = {}
const since18 = { since: 18 }

/**
 * Every admission plugin in the order in which they run (admission document, "Plugins enabled by default"). Mutating
 * webhooks run after the built-in plugins; quotas come last, so that nothing is charged that is refused afterwards.
 */
const ROWS = [
  { name: 'AlwaysAdmit', does: 'Admits everything.' },
  { name: 'NamespaceAutoProvision', does: 'Creates a missing namespace.' },
  { name: 'NamespaceLifecycle', byDefault: always, does: 'Refuses new objects in missing or terminating namespaces.' },
  { name: 'NamespaceExists', does: 'Refuses requests to missing namespaces.' },
  { name: 'SecurityContextDeny', does: 'Refuses pods that set certain security context fields.' },
  { name: 'LimitPodHardAntiAffinityTopology', does: 'Refuses required anti-affinity over anything but host names.' },
  { name: 'LimitRanger', byDefault: always, does: 'Applies defaults and limits of LimitRange objects.' },
  { name: 'ServiceAccount', byDefault: always, does: 'Sets the service account of pods and mounts its token.' },
  { name: 'NodeRestriction', does: 'Limits what nodes may write to their own Node and Pod objects.' },
  {
    name: 'TaintNodesByCondition',
    byDefault: { gate: 'TaintNodesByCondition' },
    does: 'Taints new nodes as not ready.',
  },
  { name: 'AlwaysPullImages', does: 'Sets imagePullPolicy to Always.' },
  { name: 'ImagePolicyWebhook', configurable: true, does: 'Asks a webhook whether the images of a pod are allowed.' },
  {
    name: 'PodSecurity',
    since: 22,
    byDefault: { since: 22, gate: 'PodSecurity' },
    configurable: true,
    does: 'Enforces the pod security standards that a namespace asks for.',
  },
  { name: 'PodSecurityPolicy', removed: 25, does: 'Admits pods that a permitted PodSecurityPolicy allows.' },
  { name: 'PodNodeSelector', configurable: true, does: 'Adds the node selector of the namespace to pods.' },
  { name: 'Priority', byDefault: always, does: 'Sets the priority of pods from their priority class.' },
  { name: 'DefaultTolerationSeconds', byDefault: always, does: 'Adds tolerations for nodes that are down.' },
  { name: 'PodTolerationRestriction', configurable: true, does: 'Merges and checks tolerations of the namespace.' },
  { name: 'EventRateLimit', configurable: true, does: 'Limits how fast events are written.' },
  { name: 'ExtendedResourceToleration', does: 'Adds tolerations for the extended resources a pod requests.' },
  { name: 'PersistentVolumeLabel', configurable: true, does: 'Labels volumes with the zone and region of the cloud.' },
  { name: 'DefaultStorageClass', byDefault: always, does: 'Sets the default storage class of claims.' },
  {
    name: 'StorageObjectInUseProtection',
    byDefault: { gate: 'StorageObjectInUseProtection' },
    does: 'Adds a finalizer that protects volumes and claims in use.',
  },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    does: 'Requires permission on the owner to set blockOwnerDeletion.',
  },
  { name: 'PersistentVolumeClaimResize', byDefault: always, does: 'Refuses growth of claims that may not grow.' },
  { name: 'RuntimeClass', byDefault: { since: 16 }, does: 'Sets overhead and scheduling from the runtime class.' },
  {
    name: 'CertificateApproval',
    since: 18,
    byDefault: since18,
    does: 'Requires permission to approve for a signer.',
  },
  { name: 'CertificateSigning', since: 18, byDefault: since18, does: 'Requires permission to sign for a signer.' },
  {
    name: 'CertificateSubjectRestriction',
    since: 18,
    byDefault: since18,
    does: 'Refuses client certificates for the group system:masters.',
  },
  { name: 'DefaultIngressClass', since: 18, byDefault: since18, does: 'Sets the default ingress class.' },
  { name: 'DenyServiceExternalIPs', since: 21, does: 'Refuses new external IPs of services.' },
  {
    name: 'MutatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls mutating webhooks.',
  },
  {
    name: 'ValidatingAdmissionPolicy',
    since: 26,
    byDefault: { since: 26 },
    does: 'Follows validating admission policies, whose rules are expressions.',
  },
  {
    name: 'ValidatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls validating webhooks.',
  },
  { name: 'ResourceQuota', byDefault: always, configurable: true, does: 'Enforces the quotas of a namespace.' },
  { name: 'AlwaysDeny', does: 'Refuses everything.' },
] as const satisfies readonly PluginRow[]

export type PluginName = (typeof ROWS)[number]['name']

export const PLUGINS: readonly (PluginRow & { readonly name: PluginName })[] = ROWS

/** The plugins that a release switches on by itself. */
export const defaultPlugins = (release: number, feature: (name: GateName) => boolean): PluginName[] =>
  PLUGINS.filter(
    ({ byDefault }) =>
      byDefault && existsAt(byDefault, release) && (byDefault.gate === undefined || feature(byDefault.gate)),
  ).map(({ name }) => name)
