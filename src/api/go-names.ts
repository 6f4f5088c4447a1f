/** Names in a real server's Go types, which its decoding errors contain, for types and fields of this project. Taken from the published API types. */
import type { Schema } from './schema'

/** First words that are written in capitals. */
const CAPITALS =
  /^(?:api|ca|cel|fs|gid|gmsa|dns|http|id|iqn|json|os|pd|pkix|qos|se|ssl|tcp|tls|ttl|tty|uid|url|ip|cidr|ips|cidrs)(?=[A-Z]|$)/

/** Fields with other names, by name of their type. */
const SPECIAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SubjectAccessReviewSpec: { group: 'Groups' },
  AzureDiskVolumeSource: { diskURI: 'DataDiskURI' },
  ContainerStatus: { lastState: 'LastTerminationState' },
  Event: { reportingComponent: 'ReportingController' },
  FCVolumeSource: { wwids: 'WWIDs' },
  GlusterfsPersistentVolumeSource: { endpoints: 'EndpointsName' },
  GlusterfsVolumeSource: { endpoints: 'EndpointsName' },
  NodeSpec: { externalID: 'DoNotUseExternalID' },
  PhotonPersistentDiskVolumeSource: { pdID: 'PdID' },
  PodSpec: { serviceAccount: 'DeprecatedServiceAccount' },
  JSONSchemaProps: { $ref: 'Ref', $schema: 'Schema' },
  StatusCause: { reason: 'Type' },
}
const DISKS: Readonly<Record<string, string>> = {
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  iscsiInterface: 'ISCSIInterface',
}
const BLOCKS: Readonly<Record<string, string>> = {
  image: 'RBDImage',
  monitors: 'CephMonitors',
  pool: 'RBDPool',
  user: 'RadosUser',
}
const SOURCES: Readonly<Record<string, string>> = {
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cephfs: 'CephFS',
  csi: 'CSI',
  fc: 'FC',
  gcePersistentDisk: 'GCEPersistentDisk',
  iscsi: 'ISCSI',
  nfs: 'NFS',
  rbd: 'RBD',
  storageos: 'StorageOS',
}

/** Fields of embedded types: which of them, by name of the type around them. */
const EMBEDDED: readonly (readonly [type: RegExp, fields: RegExp, embedded: string])[] = [
  [/\.RuleWithOperations$/, /^(?:apiGroups|apiVersions|resources|scope)$/, 'Rule'],
  [/\.(?:ConfigMap|Secret)(?:EnvSource|KeySelector|Projection)$/, /^name$/, 'LocalObjectReference'],
  [/\.ConfigMapVolumeSource$/, /^name$/, 'LocalObjectReference'],
  [/\.EphemeralContainer$/, /^(?!targetContainerName$)/, 'EphemeralContainerCommon'],
  [/\.Volume$/, /^(?!name$)/, 'VolumeSource'],
  [
    /\.PersistentVolumeSpec$/,
    /^(?!accessModes|capacity|claimRef|mountOptions|nodeAffinity|persistentVolumeReclaimPolicy|storageClassName|volumeMode)/,
    'PersistentVolumeSource',
  ],
  [/\.Probe$/, /^(?:exec|httpGet|tcpSocket)$/, 'Handler'],
  [/\.IngressRule$/, /^http$/, 'IngressRuleValue'],
  // Whole objects and options embed what names their type; references and the like have such fields of their own.
  [
    /(?<!Reference|Ref|Subject|Entry|FieldSelector|VolumeSource|Names|StatusDetails)$/,
    /^(?:apiVersion|kind)$/,
    'TypeMeta',
  ],
]

/** The types of listed texts that have a type of their own, by field. */
const TEXTS: Readonly<Record<string, string>> = {
  accessModes: 'PersistentVolumeAccessMode',
  add: 'Capability',
  allowedCapabilities: 'Capability',
  allowedProcMountTypes: 'ProcMountType',
  defaultAddCapabilities: 'Capability',
  drop: 'Capability',
  ipFamilies: 'IPFamily',
  operations: 'OperationType',
  policyTypes: 'PolicyType',
  requiredDropCapabilities: 'Capability',
  scopes: 'ResourceQuotaScope',
  usages: 'KeyUsage',
  volumeLifecycleModes: 'VolumeLifecycleMode',
  volumesInUse: 'UniqueVolumeName',
}

/** A type's own name, such as `PodSpec`. */
export const goStructName = (type: string): string => {
  const name = type.slice(type.lastIndexOf('.') + 1)
  return name === 'LifecycleHandler' ? 'Handler' : name
}

/** A type with its package, such as `v1.PodSpec` for `core.v1.PodSpec`. */
export function goTypeName(type: string): string {
  const steps = type.split('.')
  return `${steps.at(-2) ?? ''}.${goStructName(type)}`
}

/** The fields that lead to a member of a struct: its own name, after that of an embedded type if it belongs to one. */
export function goFieldNames(type: string, member: string): readonly string[] {
  if (member === 'metadata') return [/List$/.test(type) ? 'ListMeta' : 'ObjectMeta']
  const embedded = EMBEDDED.find(([outer, fields]) => outer.test(type) && fields.test(member))?.[2]
  const own = ownName(goStructName(type), member)
  return embedded === undefined ? [own] : [embedded, own]
}

function ownName(type: string, member: string): string {
  const special =
    SPECIAL[type]?.[member] ??
    (/^ISCSI/.test(type)
      ? DISKS
      : /^RBD/.test(type)
        ? BLOCKS
        : /^(?:Persistent)?Volume(?:Spec)?$/.test(type)
          ? SOURCES
          : {}
    )[member]
  if (special !== undefined) return special
  const [word = ''] = CAPITALS.exec(member) ?? []
  const first = /^(?:ips|cidrs)$/.test(word) ? `${word.slice(0, -1).toUpperCase()}s` : word.toUpperCase()
  return word === '' ? member.charAt(0).toUpperCase() + member.slice(1) : first + member.slice(word.length)
}

/** Fields of struct types that are no pointers. */
const VALUES = new Set(
  `acceptedNames backend conditions current daemonEndpoints deprecatedSource describedObject fsGroup involvedObject jobTemplate
  kubeletEndpoint lastState limitResponse loadBalancer metadata metric names nodeInfo podAffinityTerm port preference preferredVersion
  priorityLevelConfiguration regarding resources roleRef runAsUser scaleTargetRef seLinux source spec state strategy
  supplementalGroups target updateStrategy`.split(/\s+/),
)
const POINTERS = new Set(
  `$ref acquireTime activeDeadlineSeconds additionalItems additionalProperties allocateLoadBalancerNodePorts allowPrivilegeEscalation
  allowVolumeExpansion appProtocol attachRequired automountServiceAccountToken averageUtilization averageValue backoffLimit
  blockOwnerDeletion cachingMode capacity collisionCount commonEncodingVersion completionTime completions controller
  currentAverageUtilization currentCPUUtilizationPercentage default defaultAllowPrivilegeEscalation defaultMode defaultRuntimeClassName
  deletionGracePeriodSeconds deletionTimestamp deprecationWarning enableServiceLinks endpointsNamespace example expirationSeconds
  failedJobsHistoryLimit failurePolicy fieldsV1 force fsGroup fsGroupChangePolicy fsGroupPolicy gmsaCredentialSpec
  gmsaCredentialSpecName gracePeriodSeconds holderIdentity immutable ingressClassName initiatorName ipFamilyPolicy items
  labelSelectorPath lastScaleTime lastScheduleTime leaseDurationSeconds leaseTransitions limitBytes localhostProfile lun
  manualSelector matchPolicy maxItems maxLength maxProperties maxSurge maxUnavailable maximum minAvailable minItems minLength
  minProperties minReplicas minimum mode mountPropagation multipleOf optional orphanDependents parallelism pathType
  persistentVolumeName podInfoOnMount preemptionPolicy priority privileged procMount progressDeadlineSeconds propagationPolicy
  readOnlyRootFilesystem reclaimPolicy reinvocationPolicy remainingItemCount renewTime requiresRepublish revisionHistoryLimit
  runAsGroup runAsNonRoot runAsUser runAsUserName runtimeClassName secretNamespace selectPolicy serving setHostnameAsFQDN
  shareProcessNamespace sideEffects sinceSeconds sinceTime sizeLimit stabilizationWindowSeconds startTime started
  startingDeadlineSeconds storageCapacity successfulJobsHistoryLimit suspend tailLines targetAverageUtilization
  targetCPUUtilizationPercentage terminating terminationGracePeriodSeconds time timeAdded
  tolerationSeconds ttlSecondsAfterFinished volumeBindingMode volumeMode`.split(/\s+/),
)
/** Fields whose being a pointer depends on their type. */
const BY_TYPE: Readonly<Record<string, RegExp>> = {
  replicas: /(?:Deployment|ReplicaSet|StatefulSet|ReplicationController)Spec$/,
  template: /ReplicationControllerSpec$/,
  status: /CustomResourceSubresources$/,
  clientConfig: /WebhookConversion$/,
  podSelector: /NetworkPolicyPeer$/,
  timeoutSeconds: /^(?!.*\.Probe$)/,
  partition: /UpdateStrategy$/,
  storageClassName: /ClaimSpec$/,
  name: /discovery.*EndpointPort$/,
  uid: /Preconditions$/,
  resourceVersion: /Preconditions$/,
  value: /MetricTarget$|MetricValueStatus$|PodDNSConfigOption$/,
  protocol: /NetworkPolicyPort$|discovery.*EndpointPort$/,
  path: /\.ServiceReference$/,
  type: /HostPathVolumeSource$/,
  url: /^(?!.*ExternalDocumentation$)/,
}

/** Whether a field is a pointer, which is first tested for null. Lists and maps never are. */
export function isGoPointer(type: string, member: string, { type: kind }: Schema): boolean {
  if (kind === 'list' || kind === 'map') return false
  const rule = Object.hasOwn(BY_TYPE, member) ? BY_TYPE[member] : undefined
  if (rule) return rule.test(type)
  return kind === 'struct' ? !VALUES.has(member) : POINTERS.has(member)
}

const SCALARS: Readonly<Record<string, string>> = { int32: 'int32', int64: 'int64', double: 'float64', byte: '[]uint8' }

/** The Go type of a value; `member` is the field of the struct `owner` that holds it. */
export function goType(schema: Schema, owner = '', member = ''): string {
  const { type, format, element } = schema
  if (type === 'struct') return goTypeName(schema.name ?? '')
  if (type === 'map') return `map[string]${element ? goType(element) : 'string'}`
  if (type === 'list') {
    const named =
      TEXTS[member] ?? (member === 'finalizers' && /NamespaceSpec$/.test(owner) ? 'FinalizerName' : undefined)
    if (named !== undefined) return `[]v1.${named}`
    return `[]${element ? goType(element) : 'string'}`
  }
  if (format === 'quantity') return 'resource.Quantity'
  if (format !== undefined && Object.hasOwn(SCALARS, format)) return SCALARS[format] ?? ''
  return type === 'boolean' ? 'bool' : 'string'
}
