import { toYaml } from '../../../components/editor/documents'
import type { Operation } from '../send-through'
import type { TestCase } from '../test-cases'

/** Groups of the catalogue, in display order. */
export const GROUPS = ['Images', 'Pod security', 'Workloads', 'Metadata', 'Network', 'Access and limits'] as const

/** An object of an example's test. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly namespace?: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** The source of an example webhook. */
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
  /** Additional fields of the webhook's entry in its configuration. */
  readonly more?: object
  /** Operation on the samples; CREATE by default. */
  readonly operation?: Operation
  /** A sample that the webhook allows unchanged. */
  readonly passes: Manifest
  /** A sample that the webhook refuses or changes. */
  readonly fails: Manifest
  /** The refusal message. */
  readonly says?: string
  /** Fields of the failing sample that the webhook changes. */
  readonly becomes?: object
  /** Additional tests besides those of the two samples. */
  readonly further?: readonly TestCase[]
}

/** Which requests a webhook wants, as in its configuration. */
export interface WebhookRule {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
  readonly scope?: string
}

/** An example webhook with sample texts and tests. */
export interface WebhookPolicy extends PolicyText {
  /** The failing sample, for the chain. */
  readonly request: string
  readonly samples: { readonly passing: string; readonly failing: string }
  readonly tests: readonly TestCase[]
}

const REVIEW_UID = '705ab4f5-6393-11e8-b7cc-42010a800002'

/** The AdmissionReview that the API server would send for a request by alice. */
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

/** Expects that the request is allowed. */
export const ALLOWED: TestCase['expect'] = { allowed: true, message: '' }
/** Expects that the request is rejected with this message. */
export const denied = (message: string): TestCase['expect'] => ({ allowed: false, message })

/** Generates sample texts and tests. */
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

/** A rule that matches CREATE, and any further operations given. */
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
