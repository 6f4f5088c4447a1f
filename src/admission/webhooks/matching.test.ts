import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { MemoryReader } from '../../testing/memory-reader'
import type { AdmissionRequest, VersionedResource } from '../plugin'
import { invocationOf, isExempt } from './matching'
import { webhooksOf, VALIDATING } from './registration'

const NAMESPACES = { group: '', resource: 'namespaces' }
const labelled = (labels?: Record<string, string>): ApiObject => ({
  metadata: { name: 'x', ...(labels && { labels }) },
})

interface About {
  readonly operation?: AdmissionRequest['operation']
  readonly resource?: string
  readonly group?: string
  readonly version?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly object?: ApiObject
  readonly oldObject?: ApiObject
  readonly others?: readonly VersionedResource[]
}

function request({
  operation = 'CREATE',
  resource = 'pods',
  group = '',
  version = 'v1',
  subresource = '',
  namespace = 'team',
  object,
  oldObject,
  others = [],
}: About): AdmissionRequest {
  return {
    operation,
    kind: { group, version, kind: 'Thing' },
    resource: { group, version, resource },
    subresource,
    namespace,
    name: 'x',
    object: object ?? (operation === 'DELETE' ? undefined : labelled()),
    oldObject,
    options: undefined,
    dryRun: false,
    user: { name: 'u', groups: [] },
    signal: new AbortController().signal,
    warn: () => undefined,
    annotate: () => undefined,
    versions: {
      equivalents: () => others,
      overlay: (object) => object,
      encode: (one) => Promise.resolve(one),
      decode: (value) => Promise.resolve(value as ApiObject),
    },
  }
}

const rule = (resources: string[], more: object = {}) => ({
  operations: ['*'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources,
  scope: '*',
  ...more,
})

const reader = new MemoryReader().put(NAMESPACES, { metadata: { name: 'team', labels: { env: 'prod' } } })
function invocation(entry: object, about: About) {
  const fresh = new MemoryReader()
    .put(NAMESPACES, ...reader.list(NAMESPACES))
    .put(VALIDATING, { metadata: { name: 'c', uid: 'u' }, webhooks: [entry] })
  const [webhook] = webhooksOf(fresh, VALIDATING)
  if (!webhook) throw new Error('the webhook is missing')
  return invocationOf(webhook, request(about), fresh)
}

describe('which requests a webhook gets', () => {
  it.each<[boolean, string[], object, About]>([
    [true, ['pods'], {}, {}],
    [false, ['services'], {}, {}],
    [true, ['services', 'pods'], {}, {}],
    [true, ['*'], {}, {}],
    [false, ['*'], {}, { subresource: 'status' }],
    [false, ['pods'], {}, { subresource: 'status' }],
    [true, ['pods/status'], {}, { subresource: 'status' }],
    [true, ['pods/*'], {}, { subresource: 'status' }],
    [true, ['pods/*'], {}, {}],
    [true, ['*/status'], {}, { subresource: 'status' }],
    [false, ['*/status'], {}, { subresource: 'scale' }],
    [true, ['*/*'], {}, {}],
    [true, ['*/*'], {}, { subresource: 'status' }],
    [false, ['pods'], { operations: ['UPDATE', 'DELETE'] }, {}],
    [true, ['pods'], { operations: ['UPDATE', 'CREATE'] }, {}],
    [true, ['pods/exec'], { operations: ['CONNECT'] }, { operation: 'CONNECT', subresource: 'exec' }],
    [false, ['pods'], { apiGroups: ['apps'] }, {}],
    [true, ['pods'], { apiGroups: ['*'] }, {}],
    [false, ['pods'], { apiVersions: ['v2'] }, {}],
    [true, ['pods'], { apiVersions: ['*'] }, {}],
    [true, ['pods'], { scope: 'Namespaced' }, {}],
    [false, ['pods'], { scope: 'Cluster' }, {}],
    [true, ['nodes'], { scope: 'Cluster' }, { resource: 'nodes', namespace: '' }],
    [false, ['nodes'], { scope: 'Namespaced' }, { resource: 'nodes', namespace: '' }],
    [true, ['namespaces'], { scope: 'Cluster' }, { resource: 'namespaces', namespace: 'x' }],
    [false, ['namespaces'], { scope: 'Namespaced' }, { resource: 'namespaces', namespace: 'x' }],
    [true, ['pods/status'], { scope: 'Namespaced' }, { subresource: 'status' }],
  ])('%s for %j %j of %j', (expected, resources, more, about) => {
    expect(invocation({ rules: [rule(resources, more)], matchPolicy: 'Exact' }, about) !== undefined).toBe(expected)
  })

  it.each<[boolean, object, About]>([
    [true, { matchLabels: { a: 'b' } }, { object: labelled({ a: 'b' }) }],
    [false, { matchLabels: { a: 'b' } }, { object: labelled({ a: 'c' }) }],
    [true, { matchLabels: { a: 'b' } }, { operation: 'UPDATE', object: labelled(), oldObject: labelled({ a: 'b' }) }],
    [true, { matchLabels: { a: 'b' } }, { operation: 'DELETE', oldObject: labelled({ a: 'b' }) }],
    [
      false,
      { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] },
      { operation: 'CONNECT', object: { path: '/' } as unknown as ApiObject },
    ],
    [true, {}, { operation: 'CONNECT', object: { path: '/' } as unknown as ApiObject }],
  ])('%s by the object selector %j', (expected, objectSelector, about) => {
    expect(invocation({ rules: [rule(['*'])], objectSelector }, about) !== undefined).toBe(expected)
  })

  const PROD = { matchLabels: { env: 'prod' } }
  it.each<[boolean, object, About]>([
    [true, PROD, {}],
    [false, { matchLabels: { env: 'test' } }, {}],
    [true, { matchLabels: { env: 'test' } }, { resource: 'nodes', namespace: '' }],
    [true, PROD, { resource: 'namespaces', namespace: 'new', object: labelled({ env: 'prod' }) }],
    [false, PROD, { resource: 'namespaces', namespace: 'new', object: labelled() }],
    [true, PROD, { operation: 'DELETE', resource: 'namespaces', namespace: 'team' }],
  ])('%s by the namespace selector %j', (expected, namespaceSelector, about) => {
    expect(invocation({ rules: [rule(['*'])], namespaceSelector }, about) !== undefined).toBe(expected)
  })

  it('fails for a namespace that does not exist', () => {
    const entry = { rules: [rule(['*'])], namespaceSelector: PROD }
    expect(() => invocation(entry, { namespace: 'gone' })).toThrow('namespaces "gone" not found')
  })

  it('finds a request in another version of its resource unless it must be exact', () => {
    const other = (version: string): VersionedResource => ({
      kind: { group: 'apps', version, kind: 'Thing' },
      resource: { group: 'apps', version, resource: 'things' },
    })
    const about = { group: 'apps', version: 'v2', resource: 'things', others: [other('v1beta1'), other('v1')] }
    const rules = [rule(['things'], { apiGroups: ['apps'], apiVersions: ['v1', 'v3'] })]
    expect(invocation({ rules }, about)).toEqual(other('v1'))
    expect(invocation({ rules, matchPolicy: 'Exact' }, about)).toBeUndefined()
    // As it is goes before any other version, even of an earlier rule.
    const both = [...rules, rule(['things'], { apiGroups: ['apps'], apiVersions: ['v2'] })]
    expect(invocation({ rules: both }, about)?.kind.version).toBe('v2')
  })

  it('exempts the registrations themselves, and nothing else of their group', () => {
    const group = 'admissionregistration.orch.io'
    expect(isExempt(request({ group, resource: 'mutatingwebhookconfigurations' }))).toBe(true)
    expect(isExempt(request({ group, resource: 'validatingwebhookconfigurations' }))).toBe(true)
    expect(isExempt(request({ group, resource: 'others' }))).toBe(false)
  })
})
