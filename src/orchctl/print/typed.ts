import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'

/**
 * Some commands of the reference client decode objects into Go types before printing. Such objects include members that are never omitted,
 * and their JSON has the members in the order of the Go types.
 */
interface TypedKind {
  /** Members that `spec` always has. */
  readonly spec?: JsonObject
  /** Members that `status` always has. */
  readonly status: JsonObject
}

const KINDS: Readonly<Record<string, TypedKind>> = {
  Pod: { status: {} },
  ReplicationController: { status: { replicas: 0 } },
  ReplicaSet: { status: { replicas: 0 } },
  Deployment: { spec: { strategy: {} }, status: {} },
  StatefulSet: { spec: { updateStrategy: {} }, status: { replicas: 0, availableReplicas: 0 } },
  DaemonSet: {
    spec: { updateStrategy: {} },
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  },
  Job: { status: {} },
  CronJob: { status: {} },
}

const typed = new WeakSet<object>()

/** Whether an object was decoded into a type: a newly built one has a null creationTimestamp. */
export const isTyped = (object: ApiObject): boolean =>
  typed.has(object) || (object.metadata as { creationTimestamp?: unknown } | undefined)?.creationTimestamp === null

/** The object after decoding into its type; kinds that are not in the table stay unchanged. */
export function typedForm(object: ApiObject): ApiObject {
  const kind = KINDS[object.kind ?? '']
  if (!kind) return object
  const source = object as unknown as JsonObject
  const spec = isObject(source.spec) ? typedSpec(source.spec) : {}
  const form = {
    ...source,
    metadata: withTime(source.metadata),
    spec: { ...kind.spec, ...spec },
    status: { ...kind.status, ...(isObject(source.status) ? source.status : {}) },
  } as unknown as ApiObject
  typed.add(form)
  return form
}

/** Marks the object as decoded into its type, without adding members. */
export function asTyped(object: ApiObject): ApiObject {
  const form = KINDS[object.kind ?? ''] ? typedForm(object) : { ...object }
  typed.add(form)
  return form
}

const withTime = (metadata: Json | undefined): JsonObject => ({
  creationTimestamp: null,
  ...(isObject(metadata) ? metadata : {}),
})

function typedSpec(spec: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...spec }
  for (const field of ['template', 'jobTemplate']) {
    const template = result[field]
    if (isObject(template))
      result[field] = {
        ...template,
        metadata: withTime(template.metadata),
        spec: isObject(template.spec) ? typedSpec(template.spec) : {},
      }
  }
  for (const field of ['containers', 'initContainers']) {
    const containers = result[field]
    if (Array.isArray(containers))
      result[field] = containers.map((one) => (isObject(one) ? { resources: {}, ...one } : one))
  }
  const claims = result.volumeClaimTemplates
  if (Array.isArray(claims)) result.volumeClaimTemplates = claims.map((one) => (isObject(one) ? typedClaim(one) : one))
  return result
}

const typedClaim = (claim: JsonObject): JsonObject => ({
  status: {},
  ...claim,
  metadata: withTime(claim.metadata),
  spec: { resources: {}, ...(isObject(claim.spec) ? claim.spec : {}) },
})

/** The order of a type's members, by the member that holds values of the type; `''` is the object itself. */
const ORDERS: Readonly<Record<string, string>> = {
  '': 'kind apiVersion metadata preferences clusters users contexts current-context secrets imagePullSecrets immutable data binaryData stringData type rules subjects roleRef aggregationRule value globalDefault description preemptionPolicy spec status',
  metadata:
    'name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields',
  clusters: 'name cluster',
  users: 'name user',
  contexts: 'name context',
  context: 'cluster user namespace',
  cluster:
    'server tls-server-name insecure-skip-tls-verify certificate-authority certificate-authority-data proxy-url disable-compression',
  user: 'client-certificate client-certificate-data client-key client-key-data token tokenFile act-as username password auth-provider exec',
  'auth-provider': 'name config',
  exec: 'command args env apiVersion installHint provideClusterInfo interactiveMode',
  ownerReferences: 'apiVersion kind name uid controller blockOwnerDeletion',
  spec: 'hard scopes volumes initContainers containers parallelism completions activeDeadlineSeconds backoffLimit minAvailable scaleTargetRef minReplicas maxReplicas metrics ingressClassName defaultBackend tls rules schedule startingDeadlineSeconds concurrencyPolicy suspend replicas ports selector maxUnavailable template jobTemplate volumeClaimTemplates serviceName podManagementPolicy updateStrategy strategy minReadySeconds revisionHistoryLimit successfulJobsHistoryLimit failedJobsHistoryLimit paused progressDeadlineSeconds manualSelector ttlSecondsAfterFinished clusterIP clusterIPs type externalIPs sessionAffinity loadBalancerIP externalName restartPolicy terminationGracePeriodSeconds dnsPolicy nodeSelector serviceAccountName serviceAccount automountServiceAccountToken nodeName hostNetwork securityContext imagePullSecrets affinity schedulerName tolerations priorityClassName priority enableServiceLinks',
  containers:
    'name image command args workingDir ports envFrom env resources volumeMounts livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty',
  ports: 'name hostPort protocol port targetPort nodePort containerPort',
  env: 'name value valueFrom',
  resources: 'limits requests',
  rules: 'verbs apiGroups resources resourceNames nonResourceURLs host http',
  subjects: 'kind apiGroup name namespace',
  roleRef: 'apiGroup kind name',
  paths: 'path pathType backend',
  service: 'name port',
  port: 'name number',
  tls: 'hosts secretName',
  scaleTargetRef: 'kind name apiVersion',
  metrics: 'type resource',
  resource: 'name target',
  target: 'type averageUtilization',
  strategy: 'type rollingUpdate',
  updateStrategy: 'type rollingUpdate',
  rollingUpdate: 'maxUnavailable maxSurge',
  status:
    'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady conditions collisionCount currentReplicas desiredReplicas currentMetrics',
}

const ranks = new Map(
  Object.entries(ORDERS).map(([holder, names]) => [holder, new Map(names.split(' ').map((name, at) => [name, at]))]),
)

/** Members that share their type with another one; items of a list are objects. */
const SAME_ORDER: Readonly<Record<string, string>> = { initContainers: 'containers', items: '' }

/** The value with its members in the order of the types; maps are sorted. */
export function inTypeOrder(value: Json, holder = ''): Json {
  if (Array.isArray(value)) return value.map((item) => inTypeOrder(item, holder))
  if (!isObject(value)) return value
  const rank = ranks.get(SAME_ORDER[holder] ?? holder)
  const known = (name: string): number => rank?.get(name) ?? Number.MAX_SAFE_INTEGER
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => known(a) - known(b) || (a < b ? -1 : 1))
      .map(([name, member]) => [name, inTypeOrder(member, name)]),
  )
}
