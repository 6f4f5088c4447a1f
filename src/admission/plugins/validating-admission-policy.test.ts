import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'

const GROUP = 'admissionregistration.orch.io/v1alpha1'
const MAPS = '/api/v1/namespaces/default/configmaps'
const GATE = '--feature-gates=ValidatingAdmissionPolicy=true'
const argv = (release: string, ...more: string[]): string[] => [
  `--release=${release}`,
  `--runtime-config=${GROUP}=true`,
  ...more,
]

/** One cluster for all tests without special needs; objects of a test are deleted after it. */
let shared: TestCluster | undefined
/** One of a release that has selectors of parameters. */
let later: TestCluster | undefined
let cluster: TestCluster | undefined
const MADE = [
  `/apis/${GROUP}/validatingadmissionpolicybindings`,
  `/apis/${GROUP}/validatingadmissionpolicies`,
  MAPS,
  '/api/v1/namespaces/default/secrets',
]
beforeAll(async () => {
  shared = await startCluster(argv('1.27', GATE))
  later = await startCluster(argv('1.30'))
})
afterAll(async () => {
  await shared?.stop()
  await later?.stop()
})
afterEach(async () => {
  if (cluster !== shared && cluster !== later) await cluster?.stop()
  else for (const path of MADE) await send('DELETE', path)
  cluster = undefined
})

async function send(method: string, path: string, body?: unknown) {
  if (!cluster) throw new Error('no cluster')
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  return {
    status: response.status,
    warning: response.headers.get('warning'),
    body: await bodyOf(response),
  }
}
// A path that is not served yet is answered with a text.
async function bodyOf(response: Response): Promise<JsonObject> {
  const text = await response.text()
  return (text.startsWith('{') ? JSON.parse(text) : {}) as JsonObject
}
const rule = (more: object = {}) => ({
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  ...more,
})
const policy = (spec: object, name = 'p') => ({
  metadata: { name },
  spec: { matchConstraints: { resourceRules: [rule()] }, ...spec },
})
const binding = (spec: object = {}, name = 'b') => ({
  metadata: { name },
  spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
})
async function start(policies: object[], bindings: object[], options?: string[] | TestCluster): Promise<void> {
  cluster = Array.isArray(options) ? await startCluster(options) : (options ?? shared)
  for (const [resource, objects] of [
    ['validatingadmissionpolicies', policies],
    ['validatingadmissionpolicybindings', bindings],
  ] as const)
    for (const object of objects) {
      const { status, body } = await send('POST', `/apis/${GROUP}/${resource}`, object)
      expect(body.message).toBeUndefined()
      expect(status).toBe(201)
    }
}
it('reports to the trace which policies do not apply to a request, and why', async () => {
  const bindings = [
    binding({ matchResources: { namespaceSelector: { matchLabels: { env: 'none' } } } }, 'elsewhere'),
    binding({ policyName: 'labelled' }, 'bound'),
  ]
  const validations = [{ expression: 'true' }]
  const selector = { resourceRules: [rule()], objectSelector: { matchLabels: { a: 'b' } } }
  const labelled = policy({ matchConstraints: selector, validations }, 'labelled')
  await start([policy({ validations }), labelled], bindings)
  await cluster?.controlPlane.control('observe', { traces: true })
  expect((await send('POST', MAPS, map({}))).status).toBe(201)
  const traces = (await cluster?.controlPlane.control('traces', { limit: 100 })) ?? []
  await cluster?.controlPlane.control('observe', { traces: false })
  const steps = traces
    .filter(({ user, path }) => user === CLUSTER_ADMIN.name && path === MAPS)
    .flatMap(({ steps: all }) => all)
    .filter(({ verdict, stage }) => verdict === 'none' && stage === 'validating admission')
  expect(steps.map(({ by, reason }) => [by, reason])).toEqual([
    ['labelled', 'not for this request: the object does not have the labels of objectSelector'],
    ['p/elsewhere', 'not for this request: the namespace does not have the labels of namespaceSelector'],
  ])
})

const map = (data: Record<string, string> = {}, metadata: object = {}) => ({
  metadata: { name: 'a', ...metadata },
  data,
})
const small = { expression: 'object.data.size() < 2' }

describe('a validating admission policy', () => {
  it('refuses with its own message and the code of its reason', async () => {
    await start([policy({ validations: [small] })], [binding()])
    expect((await send('POST', MAPS, map({ a: '1' }))).status).toBe(201)
    const { status, body } = await send('POST', MAPS, map({ a: '1', b: '2' }, { name: 'two' }))
    const why =
      "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: object.data.size() < 2"
    expect(status).toBe(422)
    expect(body).toMatchObject({
      reason: 'Invalid',
      message: `configmaps "two" is forbidden: ${why}`,
      details: { name: 'two', kind: 'configmaps', causes: [{ message: why }] },
    })
  })

  it.each<[string, object, object, number, string | undefined]>([
    ['a message', { validations: [{ ...small, message: 'too big' }] }, {}, 422, 'too big'],
    [
      'a message that an expression makes',
      { validations: [{ ...small, messageExpression: "'size is ' + string(object.data.size())", message: 'm' }] },
      {},
      422,
      'size is 2',
    ],
    [
      'a message whose expression fails',
      { validations: [{ ...small, messageExpression: 'string(object.nothing)', message: 'm' }] },
      {},
      422,
      'm',
    ],
    ['reason Forbidden', { validations: [{ ...small, reason: 'Forbidden' }] }, {}, 403, 'failed expression'],
    ['reason Unauthorized', { validations: [{ ...small, reason: 'Unauthorized' }] }, {}, 401, 'failed expression'],
    [
      'reason RequestEntityTooLarge',
      { validations: [{ ...small, reason: 'RequestEntityTooLarge' }] },
      {},
      413,
      'failed expression',
    ],
    [
      'an error',
      { validations: [{ expression: 'object.nothing == 1' }] },
      {},
      422,
      "expression 'object.nothing == 1' resulted in error: no such key: nothing",
    ],
    [
      'an error that it ignores',
      { failurePolicy: 'Ignore', validations: [{ expression: 'object.nothing == 1' }] },
      {},
      201,
      undefined,
    ],
    [
      'a match condition that holds',
      { validations: [small], matchConditions: [{ name: 'c', expression: "request.operation == 'CREATE'" }] },
      {},
      422,
      'failed expression',
    ],
    [
      'a match condition that does not hold',
      { validations: [small], matchConditions: [{ name: 'c', expression: "request.operation == 'UPDATE'" }] },
      {},
      201,
      undefined,
    ],
    [
      'a match condition that fails',
      { validations: [small], matchConditions: [{ name: 'c', expression: 'object.nothing == 1' }] },
      {},
      422,
      "expression 'object.nothing == 1' resulted in error: no such key: nothing",
    ],
    [
      'what an authorizer allows',
      {
        validations: [
          { expression: "authorizer.group('').resource('pods').namespace('default').check('get').allowed()" },
        ],
      },
      {},
      201,
      undefined,
    ],
    [
      'what the user is',
      { validations: [{ expression: "request.userInfo.username == 'somebody'" }] },
      {},
      422,
      'failed expression',
    ],
    [
      'a rule for another resource',
      { validations: [small], matchConstraints: { resourceRules: [rule({ resources: ['secrets'] })] } },
      {},
      201,
      undefined,
    ],
    [
      'a rule that excludes the object by its name',
      {
        validations: [small],
        matchConstraints: { resourceRules: [rule()], excludeResourceRules: [rule({ resourceNames: ['two'] })] },
      },
      {},
      201,
      undefined,
    ],
    [
      'a binding for other namespaces',
      { validations: [small] },
      { matchResources: { namespaceSelector: { matchLabels: { env: 'prod' } } } },
      201,
      undefined,
    ],
    ['no binding', { validations: [small] }, { policyName: 'other' }, 201, undefined],
    ['a budget that runs out', { validations: [{ expression: loops(7) }] }, {}, 422, 'actual cost limit exceeded'],
  ])('judges with %s', async (_, spec, bound, status, message) => {
    await start([policy(spec)], [binding(bound)])
    const answer = await send('POST', MAPS, map({ a: '1', b: '2' }, { name: 'two' }))
    expect(answer.status).toBe(status)
    if (message !== undefined) expect(answer.body.message).toContain(message)
  })

  it('only warns, where its binding says so', async () => {
    await start(
      [policy({ validations: [{ ...small, message: 'too big' }] })],
      [binding({ validationActions: ['Warn'] })],
    )
    const { status, warning } = await send('POST', MAPS, map({ a: '1', b: '2' }))
    expect(status).toBe(201)
    expect(warning).toContain("Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': too big")
  })

  it('sees deleted objects, and never applies to policies themselves', async () => {
    const deletes = {
      matchConstraints: {
        resourceRules: [rule({ operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] })],
      },
    }
    await start(
      [policy({ ...deletes, validations: [{ expression: "oldObject.metadata.name != 'kept' && object == null" }] })],
      [binding()],
    )
    for (const name of ['kept', 'other']) await send('POST', MAPS, map({}, { name }))
    expect((await send('DELETE', `${MAPS}/other`)).status).toBe(200)
    expect((await send('DELETE', `${MAPS}/kept`)).status).toBe(422)
    expect((await send('DELETE', `/apis/${GROUP}/validatingadmissionpolicies/p`)).status).toBe(200)
  })

  it.each<[string, string]>([
    ["object.metadata.name.matches('[a')", '1:30: error parsing regexp: [a'],
    ["object.metadata.name.find('a**') == ''", '1:27: error parsing regexp: a**'],
    ["timestamp('0000-01-01T00:00:00Z') > timestamp(0)", '1:10: timestamp overflow'],
    ["int('one') == 1", "1:4: type conversion error from 'string' to 'int'"],
    ['namespace == object', '1:1: reserved identifier: namespace'],
  ])('is refused when it is written: %s', async (expression, problem) => {
    await start([], [])
    const answer = await send(
      'POST',
      `/apis/${GROUP}/validatingadmissionpolicies`,
      policy({ validations: [{ expression }] }),
    )
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain(`compilation failed: ERROR: <input>:${problem}`)
  })
  it.each<[string, number]>([
    ["object.metadata.namespace == 'default' && request.namespace == 'default'", 201],
    ["namespaceObject.metadata.name == 'default'", 201],
    ["object.metadata.__namespace__ == 'default'", 422],
  ])('reads fields whose names are reserved words by these names: %s', async (expression, status) => {
    await start([policy({ validations: [{ expression }] })], [binding()], later)
    expect((await send('POST', MAPS, map({}, { name: 'm' }))).status).toBe(status)
  })

  it.each<[string, object, number, string?]>([
    ['an object by name', { name: 'limits', namespace: 'default' }, 422, 'over 1'],
    ['an object in the namespace of the request', { name: 'limits' }, 422, 'over 1'],
    ['none', { name: 'none' }, 422, 'failed to configure binding: no params found'],
  ])('reads its parameters from %s', async (_, paramRef, status, message) => {
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: { resourceRules: [rule({ resources: ['secrets'] })] },
      validations: [
        { expression: 'object.data.size() <= int(params.data.most)', messageExpression: "'over ' + params.data.most" },
      ],
    }
    await start([policy(spec)], [binding({ paramRef })])
    await send('POST', MAPS, map({ most: '1' }, { name: 'limits' }))
    const secret = { metadata: { name: 's' }, data: { a: 'YQ==', b: 'Yg==' } }
    const answer = await send('POST', '/api/v1/namespaces/default/secrets', secret)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain(message)
  })

  it.each<[string, object, number, string?]>([
    ['all that a selector finds', { selector: { matchLabels: { for: 'all' } } }, 422, 'over 1'],
    ['those of a selector that finds one', { selector: { matchLabels: { size: 'big' } } }, 201],
    ['a name', { name: 'small' }, 422, 'over 1'],
    [
      'a selector that finds nothing',
      { selector: { matchLabels: { for: 'none' } }, parameterNotFoundAction: 'Deny' },
      422,
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    ],
    [
      'a selector that may find nothing',
      { selector: { matchLabels: { for: 'none' } }, parameterNotFoundAction: 'Allow' },
      201,
    ],
    ['a name that may be missing', { name: 'none', parameterNotFoundAction: 'Allow' }, 201],
    [
      'a namespace, which they do not have',
      { name: 'small', namespace: 'default' },
      422,
      'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    ],
  ])('reads cluster-scoped custom objects as parameters from %s', async (_, paramRef, status, message) => {
    const spec = {
      paramKind: { apiVersion: 'rules.example.com/v1', kind: 'Limit' },
      validations: [
        {
          expression: 'object.data.size() <= params.spec.most',
          messageExpression: "'over ' + string(params.spec.most)",
        },
      ],
    }
    await start([], [], later)
    await withLimits()
    await start([policy(spec)], [binding({ paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } })], later)
    const answer = await send('POST', MAPS, map({ a: '1', b: '2' }, { name: 'two' }))
    expect(answer.status).toBe(status)
    if (message !== undefined) expect(answer.body.message).toContain(message)
  })

  it('has no namespace object for objects of the whole cluster, and for namespaces', async () => {
    const validations = [{ expression: 'namespaceObject != null', message: 'nowhere' }]
    const resources = { resourceRules: [rule({ resources: ['namespaces', 'persistentvolumes', 'configmaps'] })] }
    await start([policy({ matchConstraints: resources, validations })], [binding()], later)
    expect((await send('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })).body.message).toContain('nowhere')
    expect((await send('POST', MAPS, map())).status).toBe(201)
  })

  it('reports a missing kind of parameters', async () => {
    const paramKind = { apiVersion: 'x.example.com/v1', kind: 'Limit' }
    await start([policy({ paramKind, validations: [small] })], [binding({ paramRef: { name: 'a' } })])
    expect((await send('POST', MAPS, map())).body.message).toContain(
      "ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'x.example.com/v1, Kind=Limit'",
    )
  })

  it('does nothing without its gate, and needs no action at 1.26', async () => {
    await start([policy({ validations: [small] })], [binding()], argv('1.27'))
    expect((await send('POST', MAPS, map({ a: '1', b: '2' }))).status).toBe(201)
    await cluster?.stop()
    await start(
      [policy({ validations: [small] })],
      [{ metadata: { name: 'b' }, spec: { policyName: 'p' } }],
      argv('1.26', GATE),
    )
    expect((await send('POST', MAPS, map({ a: '1', b: '2' }))).status).toBe(422)
  })
})

/** Makes a type of the whole cluster, `Limit`, with two objects. */
async function withLimits(): Promise<void> {
  const LIMITS = '/apis/rules.example.com/v1/limits'
  const schema = { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } }
  await send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'limits.rules.example.com' },
    spec: {
      group: 'rules.example.com',
      scope: 'Cluster',
      names: { plural: 'limits', kind: 'Limit' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  const limit = (name: string, most: number, labels: object) => ({
    apiVersion: 'rules.example.com/v1',
    kind: 'Limit',
    metadata: { name, labels: { for: 'all', ...labels } },
    spec: { most },
  })
  for (const one of [limit('small', 1, { size: 'small' }), limit('large', 9, { size: 'big' })])
    await until(
      async () => (await send('POST', LIMITS, one)).status,
      (status) => status === 201 || status === 409,
    )
}

function loops(depth: number): string {
  const list = '[1,2,3,4,5,6,7,8,9,10]'
  return `${Array.from({ length: depth }, (_, i) => `${list}.all(x${i}, `).join('')}true${')'.repeat(depth)}`
}
