/** A manifest to start from. */
export interface Template {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly kind: string
  readonly about: string
  readonly yaml: string
}

const template = (
  group: string,
  version: string,
  kind: string,
  about: string,
  body: string,
  title = kind,
): Template => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  group,
  kind,
  about,
  yaml: `apiVersion: ${group ? `${group}/${version}` : version}\nkind: ${kind}\n${body.trimStart()}`,
})

const CONTAINER = (indent: string) =>
  [
    '- name: main',
    '  image: registry.example/app:1.0',
    '  ports:',
    '    - name: http',
    '      containerPort: 8080',
    '  resources:',
    '    requests:',
    '      cpu: 50m',
    '      memory: 64Mi',
    '    limits:',
    '      memory: 128Mi',
  ]
    .map((line) => indent + line)
    .join('\n')

const POD_TEMPLATE = `  template:
    metadata:
      labels:
        app: example
    spec:
      containers:
${CONTAINER('        ')}
`

/** The kinds that people create most. */
export const TEMPLATES: readonly Template[] = [
  template(
    '',
    'v1',
    'Namespace',
    'A scope for names',
    `
metadata:
  name: example
  labels:
    purpose: trying-out
`,
  ),
  template(
    '',
    'v1',
    'Pod',
    'Containers that run together',
    `
metadata:
  name: example
  labels:
    app: example
spec:
  containers:
${CONTAINER('    ')}
`,
  ),
  template(
    'apps',
    'v1',
    'Deployment',
    'Stateless pods with rolling updates',
    `
metadata:
  name: example
spec:
  replicas: 3
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE}`,
  ),
  template(
    'apps',
    'v1',
    'StatefulSet',
    'Pods with stable names and storage',
    `
metadata:
  name: example
spec:
  serviceName: example
  replicas: 3
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE}  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 1Gi
`,
  ),
  template(
    'apps',
    'v1',
    'DaemonSet',
    'A pod on every node',
    `
metadata:
  name: example
spec:
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE}`,
  ),
  template(
    'batch',
    'v1',
    'Job',
    'Run to completion',
    `
metadata:
  name: example
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: main
          image: registry.example/task:1.0
          args: [--once]
`,
  ),
  template(
    'batch',
    'v1',
    'CronJob',
    'Run on a schedule',
    `
metadata:
  name: example
spec:
  schedule: '*/15 * * * *'
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: main
              image: registry.example/task:1.0
`,
  ),
  template(
    '',
    'v1',
    'Service',
    'A stable address for a set of pods',
    `
metadata:
  name: example
spec:
  selector:
    app: example
  ports:
    - name: http
      port: 80
      targetPort: http
`,
  ),
  template(
    'networking.orch.io',
    'v1',
    'Ingress',
    'Route HTTP hosts and paths to services',
    `
metadata:
  name: example
spec:
  rules:
    - host: example.test
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: example
                port:
                  name: http
`,
  ),
  template(
    'networking.orch.io',
    'v1',
    'NetworkPolicy',
    'Allow or deny traffic between pods',
    `
metadata:
  name: example
spec:
  podSelector:
    matchLabels:
      app: example
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              role: front
      ports:
        - port: 8080
`,
  ),
  template(
    '',
    'v1',
    'ConfigMap',
    'Configuration as key/value text',
    `
metadata:
  name: example
data:
  GREETING: hello
  settings.ini: |
    [main]
    colour = green
`,
  ),
  template(
    '',
    'v1',
    'Secret',
    'Sensitive data such as passwords and keys',
    `
metadata:
  name: example
type: Opaque
stringData:
  user: admin
  password: change-me
`,
  ),
  template(
    '',
    'v1',
    'PersistentVolumeClaim',
    'Request storage',
    `
metadata:
  name: example
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 1Gi
`,
  ),
  template(
    '',
    'v1',
    'ServiceAccount',
    'An identity for pods',
    `
metadata:
  name: example
`,
  ),
  template(
    'rbac.authorization.orch.io',
    'v1',
    'Role',
    'Permissions in one namespace',
    `
metadata:
  name: example
rules:
  - apiGroups: ['']
    resources: [pods, pods/log]
    verbs: [get, list, watch]
`,
  ),
  template(
    'rbac.authorization.orch.io',
    'v1',
    'RoleBinding',
    'Grant a role to users',
    `
metadata:
  name: example
roleRef:
  apiGroup: rbac.authorization.orch.io
  kind: Role
  name: example
subjects:
  - kind: ServiceAccount
    name: example
    namespace: default
`,
  ),
  template(
    'rbac.authorization.orch.io',
    'v1',
    'ClusterRole',
    'Permissions in the whole cluster',
    `
metadata:
  name: example
rules:
  - apiGroups: ['']
    resources: [nodes]
    verbs: [get, list, watch]
`,
  ),
  template(
    'autoscaling',
    'v2',
    'HorizontalPodAutoscaler',
    'Scale pods with load',
    `
metadata:
  name: example
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: example
  minReplicas: 2
  maxReplicas: 10
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: 70
`,
  ),
  template(
    'policy',
    'v1',
    'PodDisruptionBudget',
    'Minimum pods kept during node drains',
    `
metadata:
  name: example
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: example
`,
  ),
  template(
    '',
    'v1',
    'ResourceQuota',
    'Limit what a namespace may use',
    `
metadata:
  name: example
spec:
  hard:
    pods: '10'
    requests.cpu: '4'
    requests.memory: 8Gi
`,
  ),
  template(
    '',
    'v1',
    'LimitRange',
    'Default and maximum resources for containers',
    `
metadata:
  name: example
spec:
  limits:
    - type: Container
      default:
        memory: 256Mi
      defaultRequest:
        cpu: 100m
        memory: 128Mi
`,
  ),
  template(
    'admissionregistration.orch.io',
    'v1',
    'ValidatingWebhookConfiguration',
    'Call a webhook before storing',
    `
metadata:
  name: example
webhooks:
  - name: check.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    failurePolicy: Ignore
    clientConfig:
      url: https://callback.example/check
    rules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
`,
  ),
  template(
    'apiextensions.orch.io',
    'v1',
    'CustomResourceDefinition',
    'Define your own kind',
    `
metadata:
  name: apples.fruit.example.com
spec:
  group: fruit.example.com
  scope: Namespaced
  names:
    plural: apples
    singular: apple
    kind: Apple
    shortNames: [ap]
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
      additionalPrinterColumns:
        - name: Sort
          type: string
          jsonPath: .spec.sort
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [sort]
              properties:
                sort:
                  type: string
                  description: Which sort of apple it is.
                  enum: [Boskoop, Cox, Elstar]
                weight:
                  type: integer
                  minimum: 1
            status:
              type: object
              properties:
                ripe:
                  type: boolean
`,
  ),
]
