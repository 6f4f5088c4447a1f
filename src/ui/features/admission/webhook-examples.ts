import { toYaml } from '../../components/editor/documents'
import type { TestCase } from './test-cases'

/** A webhook worth seeing: its code, its registration, a request to try it with and tests that it passes. */
export interface WebhookExample {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly kind: 'Mutating' | 'Validating'
  readonly source: string
  readonly rules: readonly object[]
  /** Further fields of the registration's entry. */
  readonly more?: object
  /** A manifest to send through the chain. */
  readonly request: string
  readonly tests: readonly TestCase[]
}

/** Where the examples' services are; their own namespaces are never judged by them. */
export const WEBHOOK_NAMESPACE = 'callbacks'

export const exampleUrl = (id: string): string => `https://${id}.${WEBHOOK_NAMESPACE}.svc/`

const PODS = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const EXEMPT = {
  namespaceSelector: {
    matchExpressions: [
      {
        key: 'orch.io/metadata.name',
        operator: 'NotIn',
        values: ['orch-system', 'orch-public', 'orch-node-lease', WEBHOOK_NAMESPACE],
      },
    ],
  },
}

const pod = (name: string, image: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', ...more },
  spec: { containers: [{ name: 'web', image }] },
})

const review = (object: object | null, more: object = {}): string =>
  `${JSON.stringify(
    {
      apiVersion: 'admission.orch.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
        kind: { group: '', version: 'v1', kind: 'Pod' },
        resource: { group: '', version: 'v1', resource: 'pods' },
        namespace: 'default',
        operation: 'CREATE',
        userInfo: { username: 'alice', groups: ['system:authenticated'] },
        object,
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.orch.io/v1' },
        ...more,
      },
    },
    null,
    2,
  )}\n`

const SIDECAR = `// Adds a container to every pod that asks for one. Called twice, it adds nothing twice.
export default function (review: any) {
  const { object } = review.request
  const wants = object.metadata.annotations?.['example.com/log-shipper'] === 'yes'
  const has = object.spec.containers.some((container: any) => container.name === 'log-shipper')
  if (!wants || has) return { allowed: true }
  return {
    allowed: true,
    patch: [
      {
        op: 'add',
        path: '/spec/containers/-',
        value: { name: 'log-shipper', image: 'registry.example/log-shipper:2.1' },
      },
    ],
  }
}
`

const LABELS = `// Every pod says whose it is.
const REQUIRED = ['team', 'app']

export default function (review: any) {
  const labels = review.request.object.metadata.labels ?? {}
  const missing = REQUIRED.filter((name) => !labels[name])
  return {
    allowed: missing.length === 0,
    status: { code: 422, message: \`these labels are missing: \${missing.join(', ')}\` },
  }
}
`

const LATEST = `// Images are named by a tag that stays, or by their digest.
const floats = (image: string) => {
  if (image.includes('@')) return false
  const tag = image.split('/').pop()!.split(':')[1]
  return tag === undefined || tag === 'latest'
}

export default function (review: any) {
  const { spec } = review.request.object
  const images = [...(spec.initContainers ?? []), ...spec.containers].map((container: any) => container.image)
  const bad = images.filter(floats)
  return {
    allowed: bad.length === 0,
    status: { code: 403, message: \`images without a fixed tag: \${bad.join(', ')}\` },
    warnings: images.filter((image: string) => !image.includes('@')).map((image: string) => \`\${image} has no digest\`),
  }
}
`

const NAMESPACE = `// Nobody deletes anything in production but its keepers.
const KEEPERS = ['keepers', 'system:masters']

export default function (review: any) {
  const { namespace, operation, userInfo } = review.request
  const keeper = (userInfo.groups ?? []).some((group: string) => KEEPERS.includes(group))
  if (namespace !== 'production' || operation !== 'DELETE' || keeper) return { allowed: true }
  return { allowed: false, status: { code: 403, message: \`\${userInfo.username} may not delete in production\` } }
}
`

const COUNT = `// No more than three config maps in a namespace. It counts what it has seen itself: objects that were there before,
// or that were refused by somebody else later, are why real webhooks also look into the cluster.
const MOST = 3
const seen = new Map<string, Set<string>>()

export default function (review: any) {
  const { namespace, name, operation, dryRun } = review.request
  const names = seen.get(namespace) ?? new Set()
  seen.set(namespace, names)
  if (operation === 'DELETE') {
    if (!dryRun) names.delete(name)
    return { allowed: true }
  }
  if (names.size >= MOST && !names.has(name))
    return { allowed: false, status: { code: 403, message: \`there are \${names.size} config maps in \${namespace} already\` } }
  if (!dryRun) names.add(name)
  return { allowed: true }
}
`

const denied = (message: string): TestCase['expect'] => ({ allowed: false, message })
const ALLOWED: TestCase['expect'] = { allowed: true, message: '' }

export const EXAMPLES: readonly WebhookExample[] = [
  {
    id: 'sidecar',
    title: 'Add a sidecar',
    about: 'Adds a second container to annotated pods.',
    kind: 'Mutating',
    source: SIDECAR,
    rules: [PODS],
    more: { reinvocationPolicy: 'IfNeeded' },
    request: toYaml(pod('shop', 'registry.example/shop:1.4', { annotations: { 'example.com/log-shipper': 'yes' } })),
    tests: [
      {
        id: 'wants',
        name: 'Annotated pod gets the sidecar',
        review: review(pod('shop', 'shop:1', { annotations: { 'example.com/log-shipper': 'yes' } })),
        expect: {
          allowed: true,
          message: '',
          object: {
            ...pod('shop', 'shop:1', { annotations: { 'example.com/log-shipper': 'yes' } }),
            spec: {
              containers: [
                { name: 'web', image: 'shop:1' },
                { name: 'log-shipper', image: 'registry.example/log-shipper:2.1' },
              ],
            },
          },
        },
      },
      { id: 'plain', name: 'Other pods are unchanged', review: review(pod('shop', 'shop:1')), expect: ALLOWED },
    ],
  },
  {
    id: 'labels',
    title: 'Require labels',
    about: 'Rejects pods without team and app labels.',
    kind: 'Validating',
    source: LABELS,
    rules: [PODS],
    request: toYaml(pod('shop', 'registry.example/shop:1.4', { labels: { app: 'shop' } })),
    tests: [
      {
        id: 'both',
        name: 'Both labels',
        review: review(pod('shop', 'shop:1', { labels: { team: 'orchard', app: 'shop' } })),
        expect: ALLOWED,
      },
      {
        id: 'none',
        name: 'No labels',
        review: review(pod('shop', 'shop:1')),
        expect: denied('these labels are missing: team, app'),
      },
    ],
  },
  {
    id: 'latest',
    title: 'Block :latest',
    about: 'Requires a fixed tag or digest; warns when there is no digest.',
    kind: 'Validating',
    source: LATEST,
    rules: [PODS],
    request: toYaml(pod('shop', 'registry.example/shop:latest')),
    tests: [
      { id: 'fixed', name: 'A fixed tag', review: review(pod('shop', 'shop:1.4')), expect: ALLOWED },
      {
        id: 'latest',
        name: 'The latest',
        review: review(pod('shop', 'shop:latest')),
        expect: denied('images without a fixed tag: shop:latest'),
      },
      {
        id: 'port',
        name: 'No tag, but a registry with a port',
        review: review(pod('shop', 'registry.example:5000/shop')),
        expect: denied('images without a fixed tag: registry.example:5000/shop'),
      },
      {
        id: 'digest',
        name: 'A digest',
        review: review(pod('shop', `shop@sha256:${'0'.repeat(64)}`)),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'production',
    title: 'Deny by namespace',
    about: 'Only some users can delete in one namespace.',
    kind: 'Validating',
    source: NAMESPACE,
    rules: [{ operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: 'Namespaced' }],
    request: toYaml({
      ...pod('shop', 'registry.example/shop:1.4'),
      metadata: { name: 'shop', namespace: 'production' },
    }),
    tests: [
      {
        id: 'alice',
        name: 'alice deletes in production',
        review: review(null, { operation: 'DELETE', namespace: 'production', oldObject: pod('shop', 'shop:1') }),
        expect: denied('alice may not delete in production'),
      },
      {
        id: 'elsewhere',
        name: 'alice deletes elsewhere',
        review: review(null, { operation: 'DELETE', oldObject: pod('shop', 'shop:1') }),
        expect: ALLOWED,
      },
      {
        id: 'keeper',
        name: 'A keeper deletes in production',
        review: review(null, {
          operation: 'DELETE',
          namespace: 'production',
          oldObject: pod('shop', 'shop:1'),
          userInfo: { username: 'kim', groups: ['keepers'] },
        }),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'count',
    title: 'Count objects',
    about: 'Counts allowed objects and denies after three.',
    kind: 'Validating',
    source: COUNT,
    rules: [{ operations: ['CREATE', 'DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    more: { sideEffects: 'NoneOnDryRun' },
    request: toYaml({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'note-', namespace: 'default' },
      data: { text: 'one of three' },
    }),
    tests: [
      {
        id: 'first',
        name: 'The first one',
        review: review(
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } },
          { name: 'a', dryRun: true },
        ),
        expect: ALLOWED,
      },
    ],
  },
]

/** The documents that make the cluster ask a webhook: its namespace, its service and its registration. */
export function registrationOf(example: Pick<WebhookExample, 'id' | 'kind' | 'rules' | 'more'>): string {
  const { id, kind, rules, more = {} } = example
  const documents = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: WEBHOOK_NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: id, namespace: WEBHOOK_NAMESPACE },
      spec: { ports: [{ port: 443, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: id },
      webhooks: [
        {
          name: `${id}.${WEBHOOK_NAMESPACE}.example.com`,
          clientConfig: { service: { namespace: WEBHOOK_NAMESPACE, name: id, path: '/' } },
          rules,
          ...EXEMPT,
          failurePolicy: 'Fail',
          timeoutSeconds: 5,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...more,
        },
      ],
    },
  ]
  return documents.map(toYaml).join('---\n')
}
