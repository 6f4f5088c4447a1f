import { toYaml } from '../../../components/editor/documents'
import type { Operation } from '../send-through'
import type { TestCase } from '../test-cases'

/** Parts of the catalogue, in the order in which they are shown. */
export const GROUPS = ['Images', 'Pod security', 'Workloads', 'Metadata', 'Network', 'Access and limits'] as const

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly namespace?: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** A webhook to start from, as it is written down. */
export interface PolicyText {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly group: (typeof GROUPS)[number]
  /** Other words that people search for. */
  readonly words: string
  readonly kind: 'Mutating' | 'Validating'
  readonly source: string
  readonly rules: readonly WebhookRule[]
  /** Further fields of the registration's entry. */
  readonly more?: object
  /** What is done with the samples; create where it does not say. */
  readonly operation?: Operation
  /** The webhook allows it and leaves it as it is. */
  readonly passes: Manifest
  /** The webhook refuses it, or changes it. */
  readonly fails: Manifest
  /** What the refusal says. */
  readonly says?: string
  /** What the webhook changes of the failing sample. */
  readonly becomes?: object
  /** Tests beside the two of the samples. */
  readonly further?: readonly TestCase[]
}

export interface WebhookRule {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
  readonly scope?: string
}

/** A webhook to start from, with its samples as texts and its tests. */
export interface WebhookPolicy extends PolicyText {
  /** The failing sample, to be sent through the chain. */
  readonly request: string
  readonly samples: { readonly passing: string; readonly failing: string }
  readonly tests: readonly TestCase[]
}

const REVIEW_UID = '705ab4f5-6393-11e8-b7cc-42010a800002'

/** An AdmissionReview as the cluster would send it for alice's request. */
export function reviewOf(
  { rules, operation = 'create' }: Pick<PolicyText, 'rules' | 'operation'>,
  object: Manifest,
  more: object = {},
): string {
  const [group, version] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : ['', object.apiVersion]
  const [resource = ''] = rules[0]?.resources ?? []
  const request = {
    uid: REVIEW_UID,
    kind: { group, version, kind: object.kind },
    resource: { group, version, resource: resource === '*' ? 'configmaps' : resource },
    name: object.metadata.name ?? '',
    ...(object.metadata.namespace !== undefined && { namespace: object.metadata.namespace }),
    operation: operation.toUpperCase(),
    userInfo: { username: 'alice', groups: ['system:authenticated'] },
    object: operation === 'delete' ? null : object,
    oldObject: operation === 'delete' ? object : null,
    dryRun: true,
    options: { kind: 'CreateOptions', apiVersion: 'meta.orch.io/v1' },
    ...more,
  }
  return `${JSON.stringify({ apiVersion: 'admission.orch.io/v1', kind: 'AdmissionReview', request }, null, 2)}\n`
}

export const ALLOWED: TestCase['expect'] = { allowed: true, message: '' }
export const denied = (message: string): TestCase['expect'] => ({ allowed: false, message })

/** Makes the samples' texts and tests. */
export function webhookPolicyOf(text: PolicyText): WebhookPolicy {
  const { passes, fails, says = '', becomes, further = [] } = text
  const [passing, failing] = [toYaml(passes), toYaml(fails)]
  const expect = becomes ? { ...ALLOWED, object: becomes } : denied(says)
  return {
    ...text,
    request: failing,
    samples: { passing, failing },
    tests: [
      {
        id: 'passes',
        name: becomes ? 'Stays as it is' : 'Is allowed',
        review: reviewOf(text, passes),
        expect: ALLOWED,
      },
      { id: 'fails', name: becomes ? 'Is changed' : 'Is refused', review: reviewOf(text, fails), expect },
      ...further,
    ],
  }
}

/** A rule for objects that are created, or created and updated. */
export const onCreate = (group: string, resource: string, ...also: string[]): WebhookRule => ({
  operations: ['CREATE', ...also],
  apiGroups: [group],
  apiVersions: ['v1'],
  resources: [resource],
})

/** A pod with one container, `web`. */
export const podManifest = (container: object, spec: object = {}, metadata: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'shop', namespace: 'default', ...metadata },
  spec: { ...spec, containers: [{ name: 'web', image: 'registry.example/shop:1.4', ...container }] },
})

/** A deployment with one container, `web`. */
export const deploymentManifest = (
  replicas: number,
  { container = {}, template = {}, labels = {} }: { container?: object; template?: object; labels?: object } = {},
): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default', labels: { app: 'shop', ...labels } },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'web', image: 'registry.example/shop:1.4', ...container }], ...template },
    },
  },
})
