import type { GateName } from './gates'
import { existsAt } from './ledger'
import type { ReleaseSpan } from './ledger/row'

/** An admission plugin through its releases. */
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
  { name: 'AlwaysAdmit', does: 'Allows every request. It has no effect and exists only for old configurations.' },
  { name: 'NamespaceAutoProvision', does: 'Creates the namespace of an object if it does not exist.' },
  {
    name: 'NamespaceLifecycle',
    byDefault: always,
    does: 'Refuses new objects in a namespace that does not exist or is being deleted, and protects the system namespaces from deletion.',
  },
  { name: 'NamespaceExists', does: 'Refuses requests in a namespace that does not exist.' },
  {
    name: 'SecurityContextDeny',
    removed: 30,
    does: 'Refuses pods that set certain security context fields.',
  },
  {
    name: 'LimitPodHardAntiAffinityTopology',
    does: 'Refuses required pod anti-affinity for anything larger than a single node.',
  },
  {
    name: 'LimitRanger',
    byDefault: always,
    does: 'Sets default requests and limits, and refuses pods and claims outside the limits of their namespace.',
    needs: 'a LimitRange in the namespace.',
  },
  {
    name: 'ServiceAccount',
    byDefault: always,
    does: 'Sets the service account of a pod (by default the account “default”), and mounts its token.',
    needs: 'a ServiceAccount in the namespace.',
  },
  {
    name: 'NodeRestriction',
    does: 'Lets a kubelet change only its own node and the pods on it.',
    needs: 'users in the group system:nodes.',
  },
  {
    name: 'TaintNodesByCondition',
    byDefault: { gate: 'TaintNodesByCondition' },
    does: 'Taints new nodes as not ready, so that no pods are scheduled there too early.',
  },
  {
    name: 'AlwaysPullImages',
    does: 'Sets imagePullPolicy: Always on all containers, so that each start checks the registry.',
  },
  {
    name: 'ImagePolicyWebhook',
    configurable: true,
    does: 'Asks a webhook whether the images of a pod are allowed.',
    needs: 'a configuration that names the webhook.',
  },
  {
    name: 'PodSecurity',
    since: 22,
    byDefault: { since: 22, gate: 'PodSecurity' },
    configurable: true,
    does: 'Refuses pods that do not meet the Pod Security level of their namespace, or warns about them.',
    needs: 'labels on the namespace, or a configuration with defaults.',
  },
  {
    name: 'PodSecurityPolicy',
    removed: 25,
    does: 'Refuses pods that no usable PodSecurityPolicy allows, and sets defaults from the policy.',
    needs: 'a PodSecurityPolicy, and a role with the verb use on it.',
  },
  {
    name: 'PodNodeSelector',
    configurable: true,
    does: 'Adds the node selector of a namespace to its pods, and refuses pods that contradict it.',
    needs: 'an annotation on the namespace, or a configuration.',
  },
  {
    name: 'Priority',
    byDefault: always,
    does: 'Sets a pod’s numeric priority from its priority class, and refuses classes that do not exist.',
    needs: 'a PriorityClass.',
  },
  {
    name: 'DefaultTolerationSeconds',
    byDefault: always,
    does: 'Lets pods stay for five minutes on a node that is not ready or unreachable, unless they set their own time.',
  },
  {
    name: 'PodTolerationRestriction',
    configurable: true,
    does: 'Adds the default tolerations of a namespace to its pods, and refuses tolerations that are not on its list.',
    needs: 'annotations on the namespace, or a configuration.',
  },
  {
    name: 'EventRateLimit',
    configurable: true,
    does: 'Limits how many Events a server, namespace, user or source can write in a second.',
    needs: 'a configuration with limits.',
  },
  {
    name: 'ExtendedResourceToleration',
    does: 'Adds tolerations to pods that request an extended resource, such as a GPU, so that they can run on nodes tainted for it.',
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
    does: 'Sets storageClassName on claims without one.',
    needs: 'a StorageClass that is marked as the default.',
  },
  {
    name: 'StorageObjectInUseProtection',
    byDefault: { gate: 'StorageObjectInUseProtection' },
    does: 'Adds finalizers so that claims and volumes are not deleted while in use.',
  },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    does: 'Requires permission to delete an object for changing its owner references, and permission on the owner’s finalizers for blockOwnerDeletion.',
  },
  {
    name: 'PersistentVolumeClaimResize',
    byDefault: always,
    does: 'Refuses to resize a claim whose class does not allow expansion.',
    needs: 'a StorageClass with allowVolumeExpansion: true.',
  },
  {
    name: 'RuntimeClass',
    byDefault: { since: 16 },
    does: 'Adds the overhead and node constraints of a pod’s runtime class.',
    needs: 'a RuntimeClass named by the pod.',
  },
  {
    name: 'CertificateApproval',
    since: 18,
    byDefault: since18,
    does: 'To approve a signing request, users need the verb approve on its signer.',
    needs: 'roles that grant verbs on the resource signers.',
  },
  {
    name: 'CertificateSigning',
    since: 18,
    byDefault: since18,
    does: 'To write a certificate into a signing request, users need the verb sign on its signer.',
    needs: 'roles that grant verbs on the resource signers.',
  },
  {
    name: 'ClusterTrustBundleAttest',
    since: 27,
    byDefault: { since: 27 },
    does: 'To write a trust bundle for a signer, users need the verb attest on that signer.',
    needs: 'the kind ClusterTrustBundle, whose API version must be enabled.',
  },
  {
    name: 'CertificateSubjectRestriction',
    since: 18,
    byDefault: since18,
    does: 'Refuses signing requests for client certificates with the group system:masters.',
  },
  {
    name: 'DefaultIngressClass',
    since: 18,
    byDefault: since18,
    does: 'Sets ingressClassName on Ingresses without one.',
    needs: 'an IngressClass that is marked as the default.',
  },
  { name: 'DenyServiceExternalIPs', since: 21, does: 'Refuses new addresses in externalIPs of a Service.' },
  {
    name: 'PodTopologyLabels',
    since: 33,
    byDefault: { since: 33 },
    does: 'Copies the zone and region labels of a node to a pod when it is bound to that node.',
    needs: 'nodes with these labels, and the feature gate PodTopologyLabelsAdmission.',
  },
  {
    name: 'NodeDeclaredFeatureValidator',
    since: 35,
    byDefault: { since: 35 },
    does: 'Refuses updates of a running pod that need a feature which its node does not declare.',
    needs: 'the feature gate NodeDeclaredFeatures.',
  },
  {
    name: 'PodResizeValidator',
    since: 36,
    byDefault: { since: 36 },
    does: 'Refuses to resize a pod beyond the capacity of its node, or on a node that does not support it.',
  },
  {
    name: 'MutatingAdmissionPolicy',
    since: 32,
    byDefault: { since: 32 },
    does: 'Applies policies that change objects with expressions, before webhooks are called.',
    needs: 'a MutatingAdmissionPolicy with a binding, and the feature gate MutatingAdmissionPolicy.',
  },
  {
    name: 'MutatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls the registered webhooks that can change objects.',
    needs: 'a MutatingWebhookConfiguration.',
  },
  {
    name: 'ValidatingAdmissionPolicy',
    since: 26,
    byDefault: { since: 26 },
    does: 'Evaluates the expressions of policies; denies requests, warns or adds audit annotations.',
    needs: 'a ValidatingAdmissionPolicy with a binding.',
  },
  {
    name: 'ValidatingAdmissionWebhook',
    byDefault: always,
    configurable: true,
    does: 'Calls the registered webhooks that allow or deny requests.',
    needs: 'a ValidatingWebhookConfiguration.',
  },
  {
    name: 'ResourceQuota',
    byDefault: always,
    configurable: true,
    does: 'Refuses objects that would exceed a quota of their namespace, and tracks usage.',
    needs: 'a ResourceQuota in the namespace.',
  },
  { name: 'AlwaysDeny', does: 'Refuses every write. It is only useful for testing clients.' },
] as const satisfies readonly PluginRow[]

/** The name of an admission plugin. */
export type PluginName = (typeof ROWS)[number]['name']

/** All admission plugins of all releases. */
export const PLUGINS: readonly (PluginRow & { readonly name: PluginName })[] = ROWS

/** Plugins that a release enables by default. */
export const defaultPlugins = (release: number, feature: (name: GateName) => boolean): PluginName[] =>
  PLUGINS.filter(
    ({ byDefault }) =>
      byDefault && existsAt(byDefault, release) && (byDefault.gate === undefined || feature(byDefault.gate)),
  ).map(({ name }) => name)
