/**
 * Every built-in resource with the releases that serve each of its versions (resource API, "Versioning", removal table;
 * the rest as recorded of releases 1.20 and 1.26). Groups stand in the order in which /apis lists them.
 */
import { existsAt } from './ledger'
import {
  action,
  ALL_VERBS,
  clusterScoped,
  connection,
  namespaced,
  scale,
  status,
  writePart,
  type ResourceRow,
} from './rows'

const core = { v1: { since: 0 } }
const proxyVerbs = ['create', 'delete', 'get', 'patch', 'update']
const streamVerbs = ['create', 'get']
const all = ['all']
const extensible = ['api-extensions']
const createOnly = { verbs: ['create'] }

const CORE: readonly ResourceRow[] = [
  namespaced('', 'bindings', 'Binding', core, createOnly),
  clusterScoped(
    '',
    'componentstatuses',
    'ComponentStatus',
    { v1: { since: 0, deprecated: 19, instead: '' } },
    { verbs: ['get', 'list'], shortNames: ['cs'] },
  ),
  namespaced('', 'configmaps', 'ConfigMap', core, { shortNames: ['cm'] }),
  namespaced('', 'endpoints', 'Endpoints', core, { shortNames: ['ep'] }),
  namespaced('', 'events', 'Event', core, { shortNames: ['ev'] }),
  namespaced('', 'limitranges', 'LimitRange', core, { shortNames: ['limits'] }),
  clusterScoped('', 'namespaces', 'Namespace', core, {
    verbs: ALL_VERBS.filter((verb) => verb !== 'deletecollection'),
    shortNames: ['ns'],
    subresources: [{ name: 'finalize', verbs: ['update'] }, status],
  }),
  clusterScoped('', 'nodes', 'Node', core, {
    shortNames: ['no'],
    subresources: [connection('proxy', 'NodeProxyOptions', proxyVerbs), status],
  }),
  namespaced('', 'persistentvolumeclaims', 'PersistentVolumeClaim', core, {
    shortNames: ['pvc'],
    subresources: [status],
  }),
  clusterScoped('', 'persistentvolumes', 'PersistentVolume', core, { shortNames: ['pv'], subresources: [status] }),
  namespaced('', 'pods', 'Pod', core, {
    shortNames: ['po'],
    categories: all,
    subresources: [
      connection('attach', 'PodAttachOptions', streamVerbs),
      action('binding', { kind: 'Binding' }),
      writePart('ephemeralcontainers', { kind: 'EphemeralContainers', gate: 'EphemeralContainers', removed: 22 }),
      writePart('ephemeralcontainers', { gate: 'EphemeralContainers', since: 22 }),
      action('eviction', { kind: 'Eviction', apiVersion: 'policy/v1beta1', removed: 22 }),
      action('eviction', { kind: 'Eviction', apiVersion: 'policy/v1', since: 22 }),
      connection('exec', 'PodExecOptions', streamVerbs),
      { name: 'log', verbs: ['get'] },
      connection('portforward', 'PodPortForwardOptions', streamVerbs),
      connection('proxy', 'PodProxyOptions', proxyVerbs),
      status,
    ],
  }),
  namespaced('', 'podtemplates', 'PodTemplate', core),
  namespaced('', 'replicationcontrollers', 'ReplicationController', core, {
    shortNames: ['rc'],
    categories: all,
    subresources: [scale(), status],
  }),
  namespaced('', 'resourcequotas', 'ResourceQuota', core, { shortNames: ['quota'], subresources: [status] }),
  namespaced('', 'secrets', 'Secret', core),
  namespaced('', 'serviceaccounts', 'ServiceAccount', core, {
    shortNames: ['sa'],
    subresources: [
      action('token', { kind: 'TokenRequest', apiVersion: 'authentication.orch.io/v1', gate: 'TokenRequest' }),
    ],
  }),
  namespaced('', 'services', 'Service', core, {
    shortNames: ['svc'],
    categories: all,
    laterVerbs: { deletecollection: 23 },
    subresources: [connection('proxy', 'ServiceProxyOptions', proxyVerbs), status],
  }),
]

const removedFrom122 = (since: number, deprecated: number) => ({ since, deprecated, removed: 22 })

const apps = { v1: { since: 9 }, v1beta2: { since: 8, deprecated: 9, removed: 16, instead: 'apps/v1' } }
const appsBeta1 = { ...apps, v1beta1: { since: 6, deprecated: 8, removed: 16, instead: 'apps/v1' } }
const extensionsBeta = (instead: string, removed = 16, deprecated = 9) => ({
  v1beta1: { since: 2, deprecated, removed, instead },
})
/** Old versions have a scale of their own. */
const oldScales = [
  scale('autoscaling/v1', { versions: ['v1'] }),
  scale('apps/v1beta2', { versions: ['v1beta2'] }),
  scale('apps/v1beta1', { versions: ['v1beta1'] }),
]
const extensionsScale = scale('extensions/v1beta1')

const GROUPS: readonly ResourceRow[] = [
  clusterScoped(
    'apiregistration.orch.io',
    'apiservices',
    'APIService',
    { v1: { since: 10 }, v1beta1: removedFrom122(7, 19) },
    { categories: extensible, subresources: [status] },
  ),

  namespaced('apps', 'controllerrevisions', 'ControllerRevision', appsBeta1),
  namespaced('apps', 'daemonsets', 'DaemonSet', apps, { shortNames: ['ds'], categories: all, subresources: [status] }),
  namespaced('apps', 'deployments', 'Deployment', appsBeta1, {
    shortNames: ['deploy'],
    categories: all,
    subresources: [...oldScales, status],
  }),
  namespaced('apps', 'replicasets', 'ReplicaSet', apps, {
    shortNames: ['rs'],
    categories: all,
    subresources: [...oldScales, status],
  }),
  namespaced('apps', 'statefulsets', 'StatefulSet', appsBeta1, {
    shortNames: ['sts'],
    categories: all,
    subresources: [...oldScales, status],
  }),

  namespaced(
    'events.orch.io',
    'events',
    'Event',
    { v1: { since: 19 }, v1beta1: { since: 8, deprecated: 22, removed: 25 } },
    { shortNames: ['ev'] },
  ),

  clusterScoped(
    'authentication.orch.io',
    'tokenreviews',
    'TokenReview',
    { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
    createOnly,
  ),

  namespaced(
    'authorization.orch.io',
    'localsubjectaccessreviews',
    'LocalSubjectAccessReview',
    { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
    createOnly,
  ),
  clusterScoped(
    'authorization.orch.io',
    'selfsubjectaccessreviews',
    'SelfSubjectAccessReview',
    { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
    createOnly,
  ),
  clusterScoped(
    'authorization.orch.io',
    'selfsubjectrulesreviews',
    'SelfSubjectRulesReview',
    { v1: { since: 8 }, v1beta1: removedFrom122(8, 19) },
    createOnly,
  ),
  clusterScoped(
    'authorization.orch.io',
    'subjectaccessreviews',
    'SubjectAccessReview',
    { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
    createOnly,
  ),

  namespaced(
    'autoscaling',
    'horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    {
      v2: { since: 23 },
      v1: { since: 2 },
      v2beta1: { since: 8, deprecated: 22, removed: 25, instead: 'autoscaling/v2' },
      v2beta2: { since: 12, deprecated: 23, removed: 26, instead: 'autoscaling/v2' },
    },
    { shortNames: ['hpa'], categories: all, subresources: [status] },
  ),

  namespaced(
    'batch',
    'cronjobs',
    'CronJob',
    {
      v1: { since: 21 },
      v1beta1: { since: 8, deprecated: 21, removed: 25 },
      v2alpha1: { since: 5, deprecated: 21, removed: 21 },
    },
    { shortNames: ['cj'], categories: all, subresources: [status] },
  ),
  namespaced('batch', 'jobs', 'Job', { v1: { since: 2 } }, { categories: all, subresources: [status] }),

  clusterScoped(
    'certificates.orch.io',
    'certificatesigningrequests',
    'CertificateSigningRequest',
    { v1: { since: 19 }, v1beta1: removedFrom122(6, 19) },
    {
      shortNames: ['csr'],
      subresources: [writePart('approval'), status],
    },
  ),

  clusterScoped('networking.orch.io', 'ingressclasses', 'IngressClass', {
    v1: { since: 19 },
    v1beta1: removedFrom122(18, 19),
  }),
  namespaced(
    'networking.orch.io',
    'ingresses',
    'Ingress',
    { v1: { since: 19 }, v1beta1: removedFrom122(14, 19) },
    { shortNames: ['ing'], subresources: [status] },
  ),
  namespaced(
    'networking.orch.io',
    'networkpolicies',
    'NetworkPolicy',
    { v1: { since: 8 } },
    {
      shortNames: ['netpol'],
      subresources: [writePart('status', { gate: 'NetworkPolicyStatus', since: 24 })],
    },
  ),

  namespaced('extensions', 'daemonsets', 'DaemonSet', extensionsBeta('apps/v1'), {
    shortNames: ['ds'],
    subresources: [status],
  }),
  namespaced('extensions', 'deployments', 'Deployment', extensionsBeta('apps/v1'), {
    shortNames: ['deploy'],
    subresources: [extensionsScale, status],
  }),
  namespaced('extensions', 'ingresses', 'Ingress', extensionsBeta('networking.orch.io/v1', 22, 14), {
    shortNames: ['ing'],
    subresources: [status],
  }),
  namespaced('extensions', 'networkpolicies', 'NetworkPolicy', extensionsBeta('networking.orch.io/v1'), {
    shortNames: ['netpol'],
  }),
  clusterScoped('extensions', 'podsecuritypolicies', 'PodSecurityPolicy', extensionsBeta('policy/v1beta1'), {
    shortNames: ['psp'],
  }),
  namespaced('extensions', 'replicasets', 'ReplicaSet', extensionsBeta('apps/v1'), {
    shortNames: ['rs'],
    subresources: [extensionsScale, status],
  }),

  namespaced(
    'policy',
    'poddisruptionbudgets',
    'PodDisruptionBudget',
    { v1: { since: 21 }, v1beta1: { since: 5, deprecated: 21, removed: 25 } },
    { shortNames: ['pdb'], subresources: [status] },
  ),
  clusterScoped(
    'policy',
    'podsecuritypolicies',
    'PodSecurityPolicy',
    { v1beta1: { since: 10, deprecated: 21, removed: 25, instead: '' } },
    { shortNames: ['psp'] },
  ),

  ...(
    [
      ['clusterrolebindings', 'ClusterRoleBinding', clusterScoped],
      ['clusterroles', 'ClusterRole', clusterScoped],
      ['rolebindings', 'RoleBinding', namespaced],
      ['roles', 'Role', namespaced],
    ] as const
  ).map(([resource, kind, row]) =>
    row('rbac.authorization.orch.io', resource, kind, {
      v1: { since: 8 },
      v1beta1: removedFrom122(6, 17),
      v1alpha1: { since: 6, deprecated: 20, removed: 23 },
    }),
  ),

  clusterScoped('storage.orch.io', 'csidrivers', 'CSIDriver', { v1: { since: 19 }, v1beta1: removedFrom122(14, 19) }),
  clusterScoped('storage.orch.io', 'csinodes', 'CSINode', { v1: { since: 17 }, v1beta1: removedFrom122(14, 17) }),
  namespaced('storage.orch.io', 'csistoragecapacities', 'CSIStorageCapacity', {
    v1: { since: 24 },
    v1beta1: { since: 21, deprecated: 24, removed: 27 },
  }),
  clusterScoped(
    'storage.orch.io',
    'storageclasses',
    'StorageClass',
    { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
    { shortNames: ['sc'] },
  ),
  clusterScoped(
    'storage.orch.io',
    'volumeattachments',
    'VolumeAttachment',
    { v1: { since: 13 }, v1beta1: removedFrom122(10, 19), v1alpha1: { since: 9, deprecated: 21, removed: 24 } },
    { subresources: [writePart('status', { versions: ['v1'] })] },
  ),

  clusterScoped(
    'admissionregistration.orch.io',
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    { v1alpha1: { since: 32 }, v1beta1: { since: 34 } },
    { categories: extensible },
  ),
  clusterScoped(
    'admissionregistration.orch.io',
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { v1alpha1: { since: 32 }, v1beta1: { since: 34 } },
    { categories: extensible },
  ),
  clusterScoped(
    'admissionregistration.orch.io',
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    { v1: { since: 16 }, v1beta1: removedFrom122(9, 16) },
    { categories: extensible },
  ),
  clusterScoped(
    'admissionregistration.orch.io',
    'validatingadmissionpolicies',
    'ValidatingAdmissionPolicy',
    {
      v1: { since: 30 },
      v1beta1: { since: 28, deprecated: 31, removed: 34, instead: 'admissionregistration.orch.io/v1' },
      v1alpha1: { since: 26, removed: 34 },
    },
    { categories: extensible, subresources: [{ ...status, since: 27 }] },
  ),
  clusterScoped(
    'admissionregistration.orch.io',
    'validatingadmissionpolicybindings',
    'ValidatingAdmissionPolicyBinding',
    {
      v1: { since: 30 },
      v1beta1: { since: 28, deprecated: 31, removed: 34, instead: 'admissionregistration.orch.io/v1' },
      v1alpha1: { since: 26, removed: 34 },
    },
    { categories: extensible },
  ),
  clusterScoped(
    'admissionregistration.orch.io',
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
    { v1: { since: 16 }, v1beta1: removedFrom122(9, 16) },
    { categories: extensible },
  ),

  clusterScoped(
    'apiextensions.orch.io',
    'customresourcedefinitions',
    'CustomResourceDefinition',
    { v1: { since: 16 }, v1beta1: removedFrom122(7, 16) },
    {
      shortNames: ['crd', 'crds'],
      categories: extensible,
      subresources: [status],
    },
  ),

  clusterScoped(
    'scheduling.orch.io',
    'priorityclasses',
    'PriorityClass',
    { v1: { since: 14 }, v1beta1: removedFrom122(11, 14), v1alpha1: { since: 8, deprecated: 14, removed: 23 } },
    { shortNames: ['pc'] },
  ),

  namespaced('coordination.orch.io', 'leases', 'Lease', { v1: { since: 14 }, v1beta1: removedFrom122(12, 19) }),

  clusterScoped('node.orch.io', 'runtimeclasses', 'RuntimeClass', {
    v1: { since: 20 },
    v1beta1: { since: 14, deprecated: 22, removed: 25 },
    v1alpha1: { since: 12, deprecated: 22, removed: 26 },
  }),

  namespaced('discovery.orch.io', 'endpointslices', 'EndpointSlice', {
    v1: { since: 21 },
    v1beta1: { since: 17, deprecated: 21, removed: 25 },
  }),

  ...(
    [
      ['flowschemas', 'FlowSchema'],
      ['prioritylevelconfigurations', 'PriorityLevelConfiguration'],
    ] as const
  ).map(([resource, kind]) =>
    clusterScoped(
      'flowcontrol.apiserver.orch.io',
      resource,
      kind,
      {
        v1beta3: { since: 26 },
        v1beta2: { since: 23, deprecated: 26, removed: 29, instead: 'flowcontrol.apiserver.orch.io/v1beta3' },
        v1beta1: { since: 20, deprecated: 23, removed: 26, instead: 'flowcontrol.apiserver.orch.io/v1beta2' },
        v1alpha1: { since: 18, deprecated: 20, removed: 21, instead: 'flowcontrol.apiserver.orch.io/v1beta1' },
      },
      { subresources: [status] },
    ),
  ),

  clusterScoped(
    'internal.apiserver.orch.io',
    'storageversions',
    'StorageVersion',
    { v1alpha1: { since: 20 } },
    { subresources: [status] },
  ),
]

export const RESOURCES: readonly ResourceRow[] = [...CORE, ...GROUPS]

/** Versions of a group in the order of preference where it is not stable, beta, alpha with the newest first. */
export const VERSION_ORDER: Readonly<Record<string, readonly string[]>> = {
  autoscaling: ['v2', 'v1', 'v2beta1', 'v2beta2'],
}

/** Versions that were preferred in the very release that brought them, as recorded; all others wait a release. */
export const PREFERRED_AT_ONCE: ReadonlySet<string> = new Set(['node.orch.io/v1'])

/** Versions without resources that a server can be told to accept: their objects are sent to webhooks only. */
export const WEBHOOK_VERSIONS: ReadonlySet<string> = new Set(['imagepolicy.orch.io/v1alpha1'])

/** Whether a release has a version of a resource, enabled or not. */
export const hasVersion = (group: string, resource: string, version: string, release: number): boolean =>
  RESOURCES.some((row) => {
    const span = row.group === group && row.resource === resource ? row.versions[version] : undefined
    return span !== undefined && existsAt(span, release)
  })
