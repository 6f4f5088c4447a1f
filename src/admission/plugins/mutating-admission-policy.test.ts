import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'

const GROUP = 'admissionregistration.orch.io/v1beta1'
const argv = (version: string, gate = true): string[] => [
  ...(version === 'v1beta1' ? ['--release=1.34'] : ['--release=1.32']),
  `--runtime-config=admissionregistration.orch.io/${version}=true`,
  ...(gate ? ['--feature-gates=MutatingAdmissionPolicy=true'] : []),
]
const MAPS = '/api/v1/namespaces/default/configmaps'
const POLICIES = `/apis/${GROUP}/mutatingadmissionpolicies`
const BINDINGS = `/apis/${GROUP}/mutatingadmissionpolicybindings`

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(argv('v1beta1'))
})
afterAll(() => cluster.stop())
afterEach(async () => {
  for (const path of [BINDINGS, POLICIES, MAPS]) await send('DELETE', path)
})

async function send(method: string, path: string, body?: unknown, to: TestCluster = cluster) {
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await to.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  return { status: response.status, body: (await response.json()) as JsonObject }
}
const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } })
const patch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })
const policy = (mutations: object[], more: object = {}, name = 'p', resources = ['configmaps']) => ({
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: ['', 'apps'], apiVersions: ['v1'], resources }],
    },
    reinvocationPolicy: 'Never',
    mutations,
    ...more,
  },
})
const binding = (spec: object = {}, name = 'b') => ({ metadata: { name }, spec: { policyName: 'p', ...spec } })
const map = (more: object = {}) => ({ metadata: { name: 'm' }, data: { a: '1' }, ...more })

async function inForce(...objects: readonly object[]): Promise<void> {
  for (const object of objects) {
    const { status, body } = await send(
      'POST',
      'mutations' in (object as { spec: object }).spec ? POLICIES : BINDINGS,
      object,
    )
    expect(body).toMatchObject({ metadata: {} })
    expect(status).toBe(201)
  }
}

describe('a mutating policy', () => {
  it.each<[string, object[], object, object]>([
    [
      'applies a configuration beside what is there',
      [apply('Object{metadata: Object.metadata{labels: {"env": "test"}}, data: {"b": "2"}}')],
      map({ metadata: { name: 'm', labels: { own: 'x' } } }),
      { metadata: { labels: { own: 'x', env: 'test' } }, data: { a: '1', b: '2' } },
    ],
    [
      'lets the configuration win',
      [apply('Object{data: {"a": string(int(object.data.a) + 1)}}')],
      map(),
      { data: { a: '2' } },
    ],
    [
      'patches',
      [patch('[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "remove", path: "/data/a"}]')],
      map(),
      { data: { b: '2' } },
    ],
    [
      'patches with an object as value',
      [patch('[JSONPatch{op: "add", path: "/metadata/labels", value: Object.metadata.labels{env: "test"}}]')],
      map(),
      { metadata: { labels: { env: 'test' } } },
    ],
    [
      'escapes keys of paths',
      [
        patch(`[JSONPatch{op: "add", path: "/metadata/labels", value: {}},
          JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("orch.io/x~y".replace("~", "_")), value: "1"}]`),
      ],
      map(),
      { metadata: { labels: { 'orch.io/x_y': '1' } } },
    ],
    [
      'leaves the object alone when a test fails',
      [patch('[JSONPatch{op: "test", path: "/data/a", value: "9"}, JSONPatch{op: "remove", path: "/data/a"}]')],
      map(),
      { data: { a: '1' } },
    ],
    ['moves', [patch('[JSONPatch{op: "move", from: "/data/a", path: "/data/c"}]')], map(), { data: { c: '1' } }],
    [
      'shows each mutation what those before it made',
      [apply('Object{data: {"b": object.data.a + "b"}}'), apply('Object{data: {"c": object.data.b + "c"}}')],
      map(),
      { data: { a: '1', b: '1b', c: '1bc' } },
    ],
    [
      'patches nothing with an empty list',
      [patch('object.data.a == "1" ? [] : [JSONPatch{op: "remove", path: "/data/a"}]')],
      map(),
      { data: { a: '1' } },
    ],
    [
      'leaves out what is optional and missing',
      [apply('Object{data: {"b": object.?data[?"b"].orValue("none")}, ?immutable: object.?immutable}')],
      map(),
      { data: { a: '1', b: 'none' } },
    ],
  ])('%s', async (_name, mutations, object, expected) => {
    await inForce(policy(mutations), binding())
    const { body } = await send('POST', MAPS, object)
    expect(body).toMatchObject(expected)
    expect(Object.keys(body['data'] as object)).toEqual(Object.keys((expected as { data?: object }).data ?? { a: '' }))
  })

  it('merges lists by their keys', async () => {
    const sidecar = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
      containers: [Object.spec.template.spec.containers{name: "proxy", image: "proxy:1"}]}}}}`
    await inForce(policy([apply(sidecar)], {}, 'p', ['deployments']), binding())
    const { body } = await send('POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'd' } },
        template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      },
    })
    const containers = { containers: [{ name: 'web' }, { name: 'proxy', imagePullPolicy: 'IfNotPresent' }] }
    expect(body).toMatchObject({ spec: { template: { spec: containers } } })
  })

  it.each<[string, object, string]>([
    ['of what conditions let through', { matchConditions: [{ name: 'a', expression: 'has(object.data.b)' }] }, '1'],
    ['with variables', { variables: [{ name: 'v', expression: 'object.data.a + "v"' }] }, '1v'],
  ])('changes objects %s', async (_name, more, expected) => {
    const expression = 'variables' in more ? 'Object{data: {"a": variables.v}}' : 'Object{data: {"a": "2"}}'
    await inForce(policy([apply(expression)], more), binding())
    expect((await send('POST', MAPS, map())).body).toMatchObject({ data: { a: expected } })
  })

  it('receives its parameters, and runs once for each', async () => {
    for (const name of ['one', 'two'])
      await send('POST', MAPS, { metadata: { name, labels: { params: 'yes' } }, data: { key: name } })
    await inForce(
      policy([apply('Object{data: {params.data.key: request.name}}')], {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      }),
      binding({ paramRef: { selector: { matchLabels: { params: 'yes' } }, parameterNotFoundAction: 'Deny' } }),
    )
    expect((await send('POST', MAPS, map())).body).toMatchObject({ data: { a: '1', one: 'm', two: 'm' } })
  })

  it('runs again if a later policy changed the object and it is to be reinvoked', async () => {
    const count = 'Object{data: {"count": string(int(object.data.?count.orValue("0")) + 1)}}'
    await inForce(
      policy([apply(count)], { reinvocationPolicy: 'IfNeeded' }, 'a'),
      policy([apply('Object{data: {"last": object.data.?count.orValue("none")}}')], {}, 'z'),
      binding({ policyName: 'a' }, 'a'),
      binding({ policyName: 'z' }, 'z'),
    )
    expect((await send('POST', MAPS, map())).body).toMatchObject({ data: { count: '2', last: '1' } })
  })
})

const PROBLEMS: readonly [string, object[], object, number, string][] = [
  [
    'an expression that fails',
    [apply('Object{data: {"a": object.data.missing}}')],
    {},
    403,
    `policy 'p' with binding 'b' denied request: expression 'Object{data: {"a": object.data.missing}}' resulted in error: no such key: missing`,
  ],
  [
    'a field that the type lacks',
    [apply('Object{dota: {"a": "b"}}')],
    {},
    403,
    "policy 'p' with binding 'b' denied request: error applying patch: failed to convert patch object to typed object: .dota: field not declared in schema",
  ],
  [
    'a type in the wrong place',
    [apply('Object{metadata: Object.spec{}}')],
    {},
    403,
    `policy 'p' with binding 'b' denied request: type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type`,
  ],
  [
    'a path that is not there',
    [patch('[JSONPatch{op: "remove", path: "/data/missing/deep"}]')],
    {},
    403,
    "policy 'p' with binding 'b' denied request: JSON Patch: ",
  ],
  [
    'what is no object of its kind',
    [patch('[JSONPatch{op: "add", path: "/data", value: 1}]')],
    {},
    500,
    'Internal error',
  ],
]
describe('what can’t be done', () => {
  it.each(PROBLEMS)('%s is refused', async (_name, mutations, more, code, message) => {
    await inForce(policy(mutations, more), binding())
    const { status, body } = await send('POST', MAPS, map())
    expect([status, body['message']]).toEqual([code, expect.stringContaining(message)])
    if (code === 403) expect(body).toMatchObject({ reason: 'Invalid', details: { name: 'm', kind: 'configmaps' } })
  })

  it.each(PROBLEMS.filter(([, , , code]) => code === 403))(
    '%s is ignored if the policy says so',
    async (_name, mutations) => {
      await inForce(policy(mutations, { failurePolicy: 'Ignore' }), binding())
      expect(await send('POST', MAPS, map())).toMatchObject({ status: 201, body: { data: { a: '1' } } })
    },
  )

  it("can't change parts of an atomic field", async () => {
    const expression = 'Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}}}'
    await inForce(policy([apply(expression)], {}, 'p', ['deployments']), binding())
    const { body } = await send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'd' } },
        template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
      },
    })
    expect(body['message']).toContain('may not mutate atomic arrays, maps or structs: .spec.selector')
  })
})

const EXPRESSION = 'spec.mutations[0].applyConfiguration.expression'
describe('a policy is refused', () => {
  it.each<[object, string]>([
    [{ mutations: [] }, 'spec.mutations: Required value: mutations must contain at least one item'],
    [{ reinvocationPolicy: '' }, 'spec.reinvocationPolicy: Required value'],
    [
      { reinvocationPolicy: 'Often' },
      'spec.reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"',
    ],
    [{ mutations: [{ patchType: 'Merge' }] }, 'spec.mutations[0].patchType: Unsupported value: "Merge"'],
    [
      { mutations: [{ patchType: 'JSONPatch' }] },
      'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
    ],
    [
      { mutations: [{ ...apply('Object{}'), ...patch('[]'), patchType: 'ApplyConfiguration' }] },
      'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
    ],
    [{ mutations: [apply(' ')] }, `${EXPRESSION}: Required value`],
    [{ mutations: [apply('{"a": "b"}')] }, `must evaluate to Object`],
    [{ mutations: [apply('Object.spec{}')] }, `must evaluate to Object`],
    [{ mutations: [patch('Object{}')] }, `must evaluate to list(JSONPatch)`],
    [
      { mutations: [patch('[JSONPatch{op: 1}]')] },
      "expected type of field 'op' is 'string' but provided type is 'int'",
    ],
    [{ mutations: [patch('[JSONPatch{to: "a"}]')] }, "expected type of field 'to' is '' but provided type is 'string'"],
    [{ mutations: [apply('Thing{}')] }, "undeclared reference to 'Thing'"],
    [{ variables: [{ name: 'v', expression: 'Object{}' }] }, 'spec.variables[0].expression: Invalid value'],
    [
      {
        matchConstraints: {
          resourceRules: [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        },
      },
      'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  ])('%j', async (more, message) => {
    const { status, body } = await send('POST', POLICIES, policy([apply('Object{}')], more))
    expect([status, body['message']]).toEqual([422, expect.stringContaining(message)])
  })
})

it.each([
  ['v1alpha1', true, { a: '2' }],
  ['v1beta1', false, { a: '1' }],
] as const)('in %s with its gate %s', async (version, gate, expected) => {
  const other = await startCluster(argv(version, gate))
  try {
    const group = `/apis/admissionregistration.orch.io/${version}`
    await send('POST', `${group}/mutatingadmissionpolicies`, policy([apply('Object{data: {"a": "2"}}')]), other)
    await send('POST', `${group}/mutatingadmissionpolicybindings`, binding(), other)
    expect((await send('POST', MAPS, map(), other)).body).toMatchObject({ data: expected })
  } finally {
    await other.stop()
  }
})

it('counts mutations by their policy, binding and error', async () => {
  await inForce(policy([apply('Object{data: {"b": object.data.a}}')]), binding())
  await send('POST', MAPS, map())
  await send('POST', MAPS, { metadata: { name: 'without' } })
  const request = new Request('https://orchard.invalid/metrics')
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  const counted = /^apiserver_mutating_admission_policy_check_total\{(.*)\}/gm
  expect([...(await response.text()).matchAll(counted)].map(([, labels]) => labels)).toEqual(
    expect.arrayContaining([
      'error_type="no_error",policy="p",policy_binding="b"',
      'error_type="invalid_error",policy="p",policy_binding="b"',
    ]),
  )
})
