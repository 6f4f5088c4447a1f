import type { GateName } from './gates'
import { existsAt } from './ledger'
import type { ReleaseSpan } from './ledger/row'

export interface PluginRow extends ReleaseSpan {
  readonly name: string
  /** Enabled by default from release `since` on, while the gate is on. */
  readonly byDefault?: { readonly since?: number; readonly gate?: GateName }
  /** Whether the configuration file may have a section for it. */
  readonly configurable?: true
  /** What the plugin does, in one sentence. */
  readonly does: string
  /** Without this the plugin has no effect. */
  readonly needs?: string
}

const always = {}
const since18 = { since: 18 }

/**
 * All admission plugins in execution order (admission document, "Plugins enabled by default"). Mutating webhooks run after the built-in
 * mutating plugins; quotas come last, so that refused requests are not charged.
 */
const ROWS = [
  { name: 'AlwaysAdmit', does: 'Allows every request. It changes nothing and is kept for old configurations.' },
  { name: 'NamespaceAutoProvision', does: 'Creates the namespace of an object if it does not exist.' },
  {
    name: 'NamespaceLifecycle',
    byDefault: always,
    does: 'Refuses new objects in a namespace that is missing or being deleted, and keeps the system namespaces.',
  },
  { name: 'NamespaceExists', does: 'Refuses requests in a namespace that does not exist.' },
  {
    name: 'SecurityContextDeny',
    removed: 30,
    does: 'Refuses pods that set certain fields of their security context.',
  },
  {
    name: 'LimitPodHardAntiAffinityTopology',
    does: 'Refuses required anti-affinity over anything larger than a node.',
  },
  {
    name: 'LimitRanger',
    byDefault: always,
    does: 'Fills in default requests and limits, and refuses containers outside of the range of their namespace.',
    needs: 'A LimitRange in the namespace.',
  },
  {
    name: 'ServiceAccount',
    byDefault: always,
    does: 'Gives a pod the service account default if it names none, and mounts its token.',
    needs: 'A ServiceAccount in the namespace.',
  },
  {
    name: 'NodeRestriction',
    does: 'Lets a kubelet change only its own node and the pods on it.',
    needs: 'Users of the group system:nodes.',
  },
  {
    name: 'TaintNodesByCondition',
    byDefault: { gate: 'TaintNodesByCondition' },
    does: 'Taints new nodes as not ready, so that no pod starts on them too early.',
  },
  {
    name: 'AlwaysPullImages',
    does: 'Sets imagePullPolicy: Always on all containers, so that each start checks the registry.',
  },
  {
    name: 'ImagePolicyWebhook',
    configurable: true,
    does: 'Asks a webhook whether the images of a pod are allowed.',
    needs: 'A configuration that names the webhook.',
  },
  {
    name: 'PodSecurity',
    since: 22,
    byDefault: { since: 22, gate: 'PodSecurity' },
    configurable: true,
    does: 'Refuses pods that do not meet the Pod Security level of their namespace, or warns about them.',
    needs: 'Labels of the namespace, or a configuration with defaults.',
  },
  {
    name: 'PodSecurityPolicy',
    removed: 25,
    does: 'Refuses pods that no PodSecurityPolicy of their user allows, and fills in what the policy requires.',
    needs: 'A PodSecurityPolicy, and a role that lets its users use it.',
  },
  {
    name: 'PodNodeSelector',
    configurable: true,
    does: 'Adds the node selector of a namespace to its pods, and refuses pods that contradict it.',
    needs: 'An annotation of the namespace, or a configuration.',
  },
  {
    name: 'Priority',
    byDefault: always,
    does: 'Sets the number of a pod’s priority from its class, and refuses classes that do not exist.',
    needs: 'A PriorityClass.',
  },
  {
    name: 'DefaultTolerationSeconds',
    byDefault: always,
    does: 'Lets pods stay for five minutes on a node that is not ready or not reachable, unless they say how long.',
  },
  {
    name: 'PodTolerationRestriction',
    configurable: true,
    does: 'Adds the default tolerations of a namespace to its pods, and refuses tolerations that are not on its list.',
    needs: 'Annotations of the namespace, or a configuration.',
  },
  {
    name: 'EventRateLimit',
    configurable: true,
    does: 'Limits how many Events a server, namespace, user or source can write in a second.',
    needs: 'A configuration with limits.',
  },
  {
    name: 'ExtendedResourceToleration',
    does: 'Lets pods that request an extended resource, such as a GPU, run on nodes that are tainted for it.',
  },
  {
    name: 'PersistentVolumeLabel',
    removed: 31,
    configurable: true,
    does: 'Labels volumes of cloud providers with their zone and region.',
  },
  {
    name: 'DefaultStorageClass',
    byDefault: always,
    does: 'Sets storageClassName on claims that name no class.',
    needs: 'A StorageClass that is marked as the default.',
  },
  {
    name: 'StorageObjectInUseProtection',
    byDefault: { gate: 'StorageObjectInUseProtection' },
    does: 'Adds the finalizer that keeps claims and volumes until nobody uses them.',
  },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    does: 'Lets only those change owner references who may delete the object, or change the finalizers of the owner.',
  },
  {
    name: 'PersistentVolumeClaimResize',
    byDefault: always,
    does: 'Refuses to resize a claim whose class does not allow expansion.',
    needs: 'A StorageClass with allowVolumeExpansion: true.',
  },
  {
    name: 'RuntimeClass',
    byDefault: { since: 16 },
    does: 'Adds the overhead and the node constraints of a pod’s runtime class.',
    needs: 'A RuntimeClass that the pod names.',
  },
  {
    name: 'CertificateApproval',
    since: 18,
    byDefault: since18,
    does: 'Lets only users approve a signing request who have the verb approve on its signer.',
    needs: 'Roles with the resource signers.',
  },
  {
    name: 'CertificateSigning',
    since: 18,
    byDefault: since18,
    does: 'Lets only users write a certificate into a signing request who have the verb sign on its signer.',
    needs: 'Roles with the resource signers.',
  },
  {
    name: 'ClusterTrustBundleAttest',
    since: 27,
    byDefault: { since: 27 },
    does: 'Lets only users write a bundle of certificates for a signer who have the verb attest on it.',
    needs: 'The kind ClusterTrustBundle, which is served where its version is switched on.',
  },
  {
    name: 'CertificateSubjectRestriction',
    since: 18,
    byDefault: since18,
    does: 'Refuses signing requests for API clients that ask for the group system:masters.',
  },
  {
    name: 'DefaultIngressClass',
    since: 18,
    byDefault: since18,
    does: 'Sets ingressClassName on Ingresses that name no class.',
    needs: 'An IngressClass that is marked as the default.',
  },
  { name: 'DenyServiceExternalIPs', since: 21, does: 'Refuses new addresses in the field externalIPs of a Service.' },
  {
    name: 'PodTopologyLabels',
    since: 33,
    byDefault: { since: 33 },
    does: 'Gives a pod the labels of the zone and the region of its node when it gets its node.',
    needs: 'Nodes with these labels, and the feature gate PodTopologyLabelsAdmission.',
  },
  {
    name: 'NodeDeclaredFeatureValidator',
    since: 35,
    byDefault: { since: 35 },
    does: 'Refuses changes of a running pod that its node does not declare to follow.',
    needs: 'The feature gate NodeDeclaredFeatures.',
  },
  {
    name: 'PodResizeValidator',
    since: 36,
    byDefault: { since: 36 },
    does: 'Refuses a resize to more than the node of the pod has, or on a node whose system cannot follow.',
  },
  {
    name: 'MutatingAdmissionPolicy',
    since: 32,
    byDefault: { since: 32 },
    does: 'Evaluates the expressions of policies that change objects before webhooks do.',
    needs: 'A MutatingAdmissionPolicy and a binding, and the feature gate MutatingAdmissionPolicy.',
  },
  {
    name: 'MutatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls the registered webhooks that may change an object.',
    needs: 'A MutatingWebhookConfiguration.',
  },
  {
    name: 'ValidatingAdmissionPolicy',
    since: 26,
    byDefault: { since: 26 },
    does: 'Evaluates the expressions of policies and refuses, warns or records.',
    needs: 'A ValidatingAdmissionPolicy and a binding.',
  },
  {
    name: 'ValidatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls the registered webhooks that allow or refuse a request and change nothing.',
    needs: 'A ValidatingWebhookConfiguration.',
  },
  {
    name: 'ResourceQuota',
    byDefault: always,
    configurable: true,
    does: 'Refuses objects that would exceed a quota of their namespace, and counts what is used.',
    needs: 'A ResourceQuota in the namespace.',
  },
  { name: 'AlwaysDeny', does: 'Refuses every request that writes. It is useful only to test clients.' },
] as const satisfies readonly PluginRow[]

export type PluginName = (typeof ROWS)[number]['name']

export const PLUGINS: readonly (PluginRow & { readonly name: PluginName })[] = ROWS

/** Plugins that a release enables by default. */
export const defaultPlugins = (release: number, feature: (name: GateName) => boolean): PluginName[] =>
  PLUGINS.filter(
    ({ byDefault }) =>
      byDefault && existsAt(byDefault, release) && (byDefault.gate === undefined || feature(byDefault.gate)),
  ).map(({ name }) => name)
