import { parse } from 'yaml'
import { KIND_TEMPLATES } from '../api/generated/kinds/templates'
import type { ApiObject } from '../machinery/object'
import { signingRequest } from './signing-request'

const POD = '{ metadata: { labels: { app: a } }, spec: { containers: [{ name: c, image: "i:1" }] } }'
const SELECTOR = 'selector: { matchLabels: { app: a } }'

const RULES = '[{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]'
const hook = (name: string) =>
  `webhooks: [{ name: ${name}.example.com, clientConfig: { url: "https://example.com/" }, admissionReviewVersions: [v1, v1beta1], sideEffects: None, failurePolicy: Ignore, rules: [{ apiGroups: [example.com], apiVersions: [v1], operations: [CREATE], resources: [things] }] }]`
const AREA = 'rbac.authorization.orch.io'
const CLAIM = '{ devices: { requests: [{ name: r, exactly: { deviceClassName: every } }] } }'

/**
 * One object of each kind that some release stores and that lacks a suitable template: its newest version and kind, and its
 * members. `everyKind` adds a signing request, since it needs a key.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  'v1 ConfigMap': 'data: { a: b }',
  'v1 Endpoints': 'subsets: [{ addresses: [{ ip: 10.1.0.1 }], ports: [{ port: 80 }] }]',
  'v1 Event':
    'involvedObject: { apiVersion: v1, kind: ConfigMap, name: every, namespace: default }\nreason: Tried\nmessage: m\ntype: Normal\nsource: { component: c }\nfirstTimestamp: "2026-01-01T00:00:00Z"\nlastTimestamp: "2026-01-01T00:00:00Z"\ncount: 1',
  'v1 LimitRange': 'spec: { limits: [{ type: Container, max: { cpu: "8" } }] }',
  'v1 Namespace': 'spec: {}',
  'v1 Node': 'spec: { unschedulable: true }',
  'v1 PersistentVolumeClaim':
    'spec: { accessModes: [ReadWriteOnce], storageClassName: "", resources: { requests: { storage: 1Gi } } }',
  'v1 PersistentVolume':
    'spec: { accessModes: [ReadWriteOnce], capacity: { storage: 1Gi }, hostPath: { path: /a }, persistentVolumeReclaimPolicy: Retain }',
  'v1 Pod': 'spec: { containers: [{ name: c, image: "i:1" }], automountServiceAccountToken: false }',
  'v1 PodTemplate': `template: ${POD}`,
  'v1 ReplicationController': `spec: { replicas: 0, selector: { app: a }, template: ${POD} }`,
  'v1 ResourceQuota': 'spec: { hard: { services: "100" } }',
  'v1 Secret': 'data: { a: Yg== }',
  'v1 ServiceAccount': 'automountServiceAccountToken: false',
  'v1 Service': 'spec: { selector: { app: a }, ports: [{ port: 80 }] }',
  'apiregistration.orch.io/v1 APIService':
    'spec: { group: example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 10, service: { namespace: default, name: every }, insecureSkipTLSVerify: true }',
  'apps/v1 ControllerRevision': 'data: { a: b }\nrevision: 1',
  'apps/v1 DaemonSet': `spec: { ${SELECTOR}, template: ${POD} }`,
  'apps/v1 Deployment': `spec: { replicas: 0, ${SELECTOR}, template: ${POD} }`,
  'apps/v1 ReplicaSet': `spec: { replicas: 0, ${SELECTOR}, template: ${POD} }`,
  'apps/v1 StatefulSet': `spec: { replicas: 0, serviceName: every, ${SELECTOR}, template: ${POD} }`,
  'autoscaling/v2 HorizontalPodAutoscaler':
    'spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: every }, metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } } }] }',
  'batch/v1 Job':
    'spec: { parallelism: 0, template: { spec: { restartPolicy: Never, containers: [{ name: c, image: "i:1" }] } } }',
  'batch/v1 CronJob':
    'spec: { suspend: true, schedule: "0 0 * * *", jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: c, image: "i:1" }] } } } } }',
  'networking.orch.io/v1 NetworkPolicy': 'spec: { podSelector: { matchLabels: { app: a } }, ingress: [] }',
  'networking.orch.io/v1 Ingress':
    'spec: { rules: [{ host: a.example.com, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: every, port: { number: 80 } } } }] } }] }',
  'policy/v1beta1 PodSecurityPolicy':
    'spec: { seLinux: { rule: RunAsAny }, runAsUser: { rule: RunAsAny }, supplementalGroups: { rule: RunAsAny }, fsGroup: { rule: RunAsAny } }',
  [`${AREA}/v1 ClusterRoleBinding`]: `roleRef: { apiGroup: ${AREA}, kind: ClusterRole, name: every }\nsubjects: [{ apiGroup: ${AREA}, kind: User, name: jane }]`,
  [`${AREA}/v1 ClusterRole`]: 'rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]',
  [`${AREA}/v1 RoleBinding`]: `roleRef: { apiGroup: ${AREA}, kind: Role, name: every }\nsubjects: [{ apiGroup: ${AREA}, kind: User, name: jane }]`,
  [`${AREA}/v1 Role`]: 'rules: [{ apiGroups: [""], resources: [pods], verbs: [get] }]',
  'storage.orch.io/v1 StorageClass': 'provisioner: example.com/p',
  'storage.orch.io/v1 VolumeAttachment':
    'spec: { attacher: example.com, nodeName: every, source: { persistentVolumeName: every } }',
  'storage.orch.io/v1 CSIDriver': 'spec: { attachRequired: false }',
  'storage.orch.io/v1 CSINode': 'spec: { drivers: [] }',
  'storage.orch.io/v1 CSIStorageCapacity': 'storageClassName: every\ncapacity: 1Gi',
  'storage.orch.io/v1 VolumeAttributesClass': 'driverName: example.com\nparameters: { a: b }',
  'admissionregistration.orch.io/v1 MutatingWebhookConfiguration': hook('m'),
  'admissionregistration.orch.io/v1 ValidatingWebhookConfiguration': hook('v'),
  'admissionregistration.orch.io/v1 ValidatingAdmissionPolicy': `spec: { matchConstraints: { resourceRules: ${RULES} }, validations: [{ expression: "true" }] }`,
  'admissionregistration.orch.io/v1 ValidatingAdmissionPolicyBinding':
    'spec: { policyName: every, validationActions: [Audit] }',
  'admissionregistration.orch.io/v1 MutatingAdmissionPolicy': `spec: { matchConstraints: { resourceRules: ${RULES} }, mutations: [{ patchType: ApplyConfiguration, applyConfiguration: { expression: 'Object{}' } }], reinvocationPolicy: Never }`,
  'admissionregistration.orch.io/v1 MutatingAdmissionPolicyBinding': 'spec: { policyName: every }',
  'apiextensions.orch.io/v1 CustomResourceDefinition':
    'spec: { group: example.org, scope: Namespaced, names: { plural: things, singular: thing, kind: Thing, listKind: ThingList }, versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }] }',
  'scheduling.orch.io/v1 PriorityClass': 'value: 10',
  'coordination.orch.io/v1 Lease': 'spec: { holderIdentity: a, leaseDurationSeconds: 10 }',
  'node.orch.io/v1 RuntimeClass': 'handler: h',
  'discovery.orch.io/v1 EndpointSlice':
    'addressType: IPv4\nendpoints: [{ addresses: [10.1.0.1] }]\nports: [{ name: "", port: 80, protocol: TCP }]',
  'networking.orch.io/v1 IngressClass': 'spec: { controller: example.com/c }',
  'networking.orch.io/v1 IPAddress':
    'spec: { parentRef: { group: "", resource: services, namespace: default, name: every } }',
  'networking.orch.io/v1 ServiceCIDR': 'spec: { cidrs: [10.7.0.0/24] }',
  'flowcontrol.apiserver.orch.io/v1 FlowSchema':
    'spec: { priorityLevelConfiguration: { name: every }, matchingPrecedence: 9000 }',
  'flowcontrol.apiserver.orch.io/v1 PriorityLevelConfiguration':
    'spec: { type: Limited, limited: { nominalConcurrencyShares: 10, limitResponse: { type: Reject } } }',
  'resource.orch.io/v1 DeviceClass': 'spec: {}',
  'resource.orch.io/v1 ResourceClaim': `spec: ${CLAIM}`,
  'resource.orch.io/v1 ResourceClaimTemplate': `spec: { spec: ${CLAIM} }`,
  'resource.orch.io/v1 ResourceSlice':
    'spec: { driver: example.com, nodeName: every, pool: { name: p, generation: 1, resourceSliceCount: 1 }, devices: [] }',
}

/** Kinds with a special name format. */
const NAMES: Readonly<Record<string, string>> = {
  APIService: 'v1.example.com',
  CustomResourceDefinition: 'things.example.org',
  IPAddress: '10.7.0.9',
  CSIDriver: 'every.example.com',
}

/** The templates of all kinds that have no row above. */
const fromTemplates = (): ApiObject[] =>
  KIND_TEMPLATES.map(({ yaml }) => parse(yaml) as ApiObject)
    .filter(({ apiVersion, kind }) => !(`${apiVersion} ${kind}` in MEMBERS) && kind !== 'CertificateSigningRequest')
    .map((object) => ({ ...object, metadata: { name: 'every' } }))

/** An object of every stored kind. */
export async function everyKind(): Promise<ApiObject[]> {
  const request = await signingRequest(['every', []], {
    signerName: 'example.com/signer',
    usages: ['digital signature'],
  })
  return [
    ...Object.entries(MEMBERS).map(([key, members]): ApiObject => {
      const [apiVersion = '', kind = ''] = key.split(' ')
      return { apiVersion, kind, metadata: { name: NAMES[kind] ?? 'every' }, ...(parse(members) as object) }
    }),
    ...fromTemplates(),
    {
      ...request,
      apiVersion: 'certificates.orch.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'every' },
    },
  ]
}
