import { afterEach, describe, expect, it } from 'vitest'
import { wireStatusOf } from '../../machinery/wire-status'
import { encodeText } from '../../machinery/base64'
import { isObject, type JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'
import type { OutsideTrust } from '../../machinery/egress'

const API = '/apis/admissionregistration.orch.io/v1'
const MAPS = '/api/v1/namespaces/default/configmaps'

interface Call {
  readonly name: string
  readonly url: URL
  readonly headers: Headers
  readonly trust: OutsideTrust
  readonly review: { apiVersion: string; request: JsonObject }
}
type Reply = JsonObject | ((call: Call) => unknown)

/** A world whose host `hooks.test` answers for every webhook by the last part of its path. */
function world(replies: Readonly<Record<string, Reply>>) {
  const calls: Call[] = []
  return {
    calls,
    outside: {
      async fetch(request: Request, trust: OutsideTrust = {}): Promise<Response> {
        const url = new URL(request.url)
        const name = url.pathname.slice(1)
        const review = (await request.json()) as Call['review']
        const call = { name, url, headers: request.headers, trust, review }
        calls.push(call)
        const reply = replies[name]
        const given: unknown = typeof reply === 'function' ? await reply(call) : reply
        if (given instanceof Response) return given
        const response = { uid: review.request.uid, ...(given as object) }
        return Response.json({ apiVersion: review.apiVersion, kind: 'AdmissionReview', response })
      },
    },
    names: () => calls.map(({ name }) => name),
  }
}

const patch = (...operations: object[]) => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: encodeText(JSON.stringify(operations)),
})
const add = (path: string, value: unknown) => ({ op: 'add', path, value })
const hook = (name: string, more: object = {}) => ({
  name: `${name}.example.com`,
  clientConfig: { url: `https://hooks.test/${name}` },
  rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  // The cluster's own objects are none of its business.
  objectSelector: { matchExpressions: [{ key: 'test', operator: 'Exists' }] },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
})
const updates = [{ operations: ['UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
const map = (data: Record<string, string> = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', labels: { test: '' }, ...metadata },
  data,
})

let cluster: TestCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

async function start(
  outside: ReturnType<typeof world>['outside'],
  registrations: { mutating?: object[]; validating?: object[] },
  argv: string[] = [],
  files: Record<string, string> = {},
) {
  cluster = await startCluster(argv, { outside, files })
  for (const [kind, webhooks] of [
    ['Mutating', registrations.mutating],
    ['Validating', registrations.validating],
  ] as const) {
    if (!webhooks) continue
    const body = {
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: 'test' },
      webhooks,
    }
    await send('POST', `${API}/${kind.toLowerCase()}webhookconfigurations`, body)
  }
  return cluster
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  if (!cluster) throw new Error('no cluster')
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  const value: unknown = await response.json()
  if (!isObject(value)) throw new Error('the answer is no object')
  return { status: wireStatusOf(response), body: value, warnings: response.headers.get('warning') }
}
const metric = async (text: string): Promise<string[]> => {
  const request = new Request('https://orchard.invalid/metrics')
  const response = await cluster?.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  return ((await response?.text()) ?? '').split('\n').filter((line) => line.startsWith(text))
}

describe('webhooks', () => {
  it('see each other’s changes with defaults filled in, and their order is that of the list', async () => {
    const ports = { path: '/spec/ports', value: [{ port: 80 }], op: 'replace' }
    const { outside, calls, names } = world({ one: patch(ports), two: { allowed: true }, check: { allowed: true } })
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['services'] }]
    await start(outside, {
      mutating: [hook('one', { rules }), hook('two', { rules })],
      validating: [hook('check', { rules })],
    })
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's', labels: { test: '' } },
      spec: { ports: [{ port: 1 }] },
    }
    const { status } = await send('POST', '/api/v1/namespaces/default/services', service)
    expect(status).toBe(201)
    expect(names()).toEqual(['one', 'two', 'check'])
    const port = (index: number) => calls[index]?.review.request.object as { spec: { ports: object[] } } | undefined
    expect(port(1)?.spec.ports).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80 }])
    expect(calls[0]?.review.request).toMatchObject({
      operation: 'CREATE',
      name: 's',
      namespace: 'default',
      oldObject: null,
    })
    // Objects look as clients get them.
    expect(calls[0]?.review.request.object).toMatchObject({
      metadata: { creationTimestamp: null },
      status: { loadBalancer: {} },
    })
  })

  it('runs built-in plugins again on what a webhook added', async () => {
    const { outside } = world({
      sidecar: (call: Call) =>
        JSON.stringify(call.review.request.object).includes('"sidecar"')
          ? { allowed: true }
          : patch(add('/spec/containers/-', { name: 'sidecar', image: 'side:1' })),
    })
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
    await start(outside, { mutating: [hook('sidecar', { rules })] }, [
      '--enable-admission-plugins=AlwaysPullImages',
      '--disable-admission-plugins=ServiceAccount',
    ])
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', labels: { test: '' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    }
    const { body } = await send('POST', '/api/v1/namespaces/default/pods', pod)
    expect(body).toMatchObject({
      spec: { containers: [{ imagePullPolicy: 'Always' }, { name: 'sidecar', imagePullPolicy: 'Always' }] },
    })
  })

  it('converts a request for webhooks that registered another version of its resource', async () => {
    const { outside, calls } = world({ old: patch(add('/spec/backend', { serviceName: 'd', servicePort: 80 })) })
    const rules = [
      { operations: ['CREATE'], apiGroups: ['extensions'], apiVersions: ['v1beta1'], resources: ['ingresses'] },
    ]
    await start(outside, { mutating: [hook('old', { rules, objectSelector: {} })] }, ['--release=1.20'])
    const { body } = await send('POST', '/apis/networking.orch.io/v1/namespaces/default/ingresses', {
      apiVersion: 'networking.orch.io/v1',
      kind: 'Ingress',
      metadata: { name: 'i' },
      spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
    })
    expect(calls[0]?.review.request).toMatchObject({
      kind: { group: 'extensions', version: 'v1beta1', kind: 'Ingress' },
      requestKind: { group: 'networking.orch.io', version: 'v1', kind: 'Ingress' },
      resource: { group: 'extensions', version: 'v1beta1', resource: 'ingresses' },
      object: { apiVersion: 'extensions/v1beta1', spec: { backend: { serviceName: 's', servicePort: 1 } } },
    })
    expect(body).toMatchObject({ spec: { defaultBackend: { service: { name: 'd', port: { number: 80 } } } } })
  })

  it.each([
    ['v1', { targetCPUUtilizationPercentage: 50 }, { targetCPUUtilizationPercentage: 50 }],
    [
      'v2beta1',
      { metrics: [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 50 } }] },
      { targetCPUUtilizationPercentage: 50 },
    ],
    [
      'v2beta2',
      {
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
      { targetCPUUtilizationPercentage: 50 },
    ],
  ])('converts an object written as %s once, including fields that have another form', async (version, spec, seen) => {
    const { outside, calls } = world({ v: { allowed: true } })
    const rules = [
      { operations: ['*'], apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['horizontalpodautoscalers'] },
    ]
    await start(outside, { validating: [hook('v', { rules, objectSelector: {} })] }, ['--release=1.20'])
    const path = `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
    const { status } = await send('POST', path, {
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'h' },
      spec: { maxReplicas: 3, scaleTargetRef, ...spec },
    })
    expect(status).toBe(201)
    await send('DELETE', `${path}/h`)
    const { object } = calls[0]?.review.request as { object: { spec: object } }
    const { oldObject } = calls[1]?.review.request as { oldObject: { spec: object } }
    for (const one of [object, oldObject]) {
      expect(one.spec).toMatchObject(seen)
      expect(one.spec).not.toHaveProperty('metrics')
    }
  })

  it.each([
    [25, 201, 'up', 1],
    [20, 422, undefined, 0],
  ])('does not break the records of owners: release %i', async (release, status, manager, warnings) => {
    const { outside } = world({ m: patch(add('/metadata/managedFields', [{ manager: 'm' }])) })
    await start(outside, { mutating: [hook('m')] }, [`--release=1.${release}`])
    const answer = await send('POST', `${MAPS}?fieldManager=up`, map())
    const { managedFields } = (answer.body.metadata ?? {}) as { managedFields?: { manager: string }[] }
    expect([answer.status, managedFields?.[0]?.manager]).toEqual([status, manager])
    expect(answer.warnings?.match(/invalid state after admission/g) ?? []).toHaveLength(warnings)
  })

  it.each<[string, object, string[], number]>([
    ['that hold', { expression: "object.metadata.name == 'a'" }, ['m', 'v'], 201],
    ['that do not hold', { expression: "request.operation == 'DELETE'" }, [], 201],
    ['that ask the authorizer', { expression: "authorizer.path('/x').check('get').allowed()" }, ['m', 'v'], 201],
    ['that fail', { expression: 'object.nothing == 1' }, [], 403],
  ])('are asked by match conditions %s', async (_, condition, asked, status) => {
    const { outside, names } = world({ m: { allowed: true }, v: { allowed: true } })
    const matchConditions = [{ name: 'c', ...condition }]
    const argv = ['--release=1.27', '--feature-gates=AdmissionWebhookMatchConditions=true']
    await start(
      outside,
      { mutating: [hook('m', { matchConditions })], validating: [hook('v', { matchConditions })] },
      argv,
    )
    expect((await send('POST', MAPS, map())).status).toBe(status)
    expect(names()).toEqual(asked)
  })

  it("can't move an object to another namespace", async () => {
    const { outside } = world({ move: patch(add('/metadata/namespace', 'other')) })
    await start(outside, { mutating: [hook('move')] })
    const { status, body } = await send('POST', MAPS, map())
    expect({ status, body }).toMatchObject({ status: 400, body: { reason: 'BadRequest' } })
  })

  it('can change a scale, and with it the workload', async () => {
    const { outside } = world({ cap: patch({ op: 'replace', path: '/spec/replicas', value: 3 }) })
    const rules = [
      { operations: ['UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments/scale'] },
    ]
    await start(outside, { mutating: [hook('cap', { rules, objectSelector: {} })] })
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    await send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    })
    const path = '/apis/apps/v1/namespaces/default/deployments/d'
    const merge = { 'content-type': 'application/merge-patch+json' }
    const { body } = await send('PATCH', `${path}/scale`, { spec: { replicas: 50 } }, merge)
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } })
    expect((await send('GET', path)).body).toMatchObject({ kind: 'Deployment', spec: { replicas: 3 } })
  })

  it('judges the uid that a webhook sets as a change, the one that the client sends as a precondition', async () => {
    const { outside } = world({ m: patch({ op: 'replace', path: '/metadata/uid', value: 'other' }) })
    await start(outside, { mutating: [hook('m', { rules: updates })] })
    const { metadata } = (await send('POST', MAPS, map())).body as { metadata: object }
    const changed = await send('PUT', `${MAPS}/a`, { ...map({ x: 'y' }), metadata })
    expect([changed.status, changed.body.reason]).toEqual([422, 'Invalid'])
    const stale = await send('PUT', `${MAPS}/a`, { ...map(), metadata: { ...metadata, uid: 'stale' } })
    expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict'])
  })

  it('see controllers as their service accounts', async () => {
    const { outside, calls } = world({ v: { allowed: true } })
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['serviceaccounts'] }]
    await start(outside, { validating: [hook('v', { rules, objectSelector: {} })] })
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'fresh' } })
    const ofFresh = () => calls.find(({ review }) => review.request.namespace === 'fresh')
    await expect.poll(ofFresh).toBeDefined()
    expect(ofFresh()?.review.request.userInfo).toMatchObject({
      username: 'system:serviceaccount:orch-system:service-account-controller',
      groups: expect.arrayContaining(['system:serviceaccounts', 'system:serviceaccounts:orch-system']) as string[],
    })
  })

  it('are shown in the trace with their changes', async () => {
    const { outside } = world({ a: patch(add('/data/a', '1')), b: patch(add('/data/a', '1')), c: { allowed: true } })
    const started = await start(outside, { mutating: ['a', 'b', 'c'].map((name) => hook(name)) })
    const steps: { by?: string; verdict: string; before?: unknown; after?: unknown }[] = []
    await started.controlPlane.control('observe', { traces: true })
    started.controlPlane.onEvent('trace', (trace) => {
      if (trace.method === 'POST' && trace.path.startsWith(MAPS)) steps.push(...trace.steps)
    })
    await send('POST', MAPS, map({ x: '' }))
    const hooks = steps.filter(({ by }) => by?.startsWith('test/'))
    expect(hooks.map(({ by, verdict }) => [by, verdict])).toEqual([
      ['test/a.example.com', 'changed'],
      ['test/b.example.com', 'passed'],
      ['test/c.example.com', 'passed'],
    ])
    expect(hooks[0]).toMatchObject({ before: { data: { x: '' } }, after: { data: { x: '', a: '1' } } })
    expect(hooks[0]?.before).not.toMatchObject({ data: { a: '1' } })
  })

  it('records audit annotations whose keys are qualified names, and drops the others', async () => {
    const auditAnnotations = { good: '1', 'bad key!': '2', 'a/b': '3', '': '4', '-x': '5' }
    const { outside } = world({ v: { allowed: true, auditAnnotations } })
    const policy = 'apiVersion: audit.orch.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n'
    const started = await start(outside, { validating: [hook('v')] }, ['--audit-policy-file=policy'], { policy })
    const annotations: string[] = []
    await started.controlPlane.control('observe', { traces: false, audit: true })
    started.controlPlane.onEvent('audit', (event) => annotations.push(...Object.keys(event.annotations ?? {})))
    await send('POST', MAPS, map())
    expect(annotations.filter((key) => key.startsWith('v.example.com'))).toEqual(['v.example.com/good'])
  })

  it.each([
    ['1.25', 1, 1],
    ['1.23', 1, 0],
    ['1.22', 0, 0],
  ])('counts calls and failures that it ignores at %s', async (release, requests, failures) => {
    const { outside } = world({ v: () => new Response('no', { status: 503 }) })
    await start(outside, { validating: [hook('v', { failurePolicy: 'Ignore' })] }, [`--release=${release}`])
    expect((await send('POST', MAPS, map())).status).toBe(201)
    expect(await metric('apiserver_admission_webhook_request_total{')).toHaveLength(requests)
    expect(await metric('apiserver_admission_webhook_fail_open_count{')).toHaveLength(failures)
    expect(await metric('apiserver_admission_step_admission_duration_seconds_count')).toContainEqual(
      expect.stringMatching(/operation="CREATE",rejected="false",type="validate"/),
    )
  })

  it.each([
    ['400', { code: 0 }, 400, 'Failure'],
    ['as it says, where HTTP has such a code', { code: 700, status: 'Weird' }, 700, 'Weird'],
    ['999', { code: 999, status: 'Success' }, 999, 'Failure'],
    ['500 for a code of four digits', { code: 1000 }, 500, 'Failure'],
  ])('are called with %s', async (_what, status, code, word) => {
    const { outside } = world({ v: { allowed: false, status } })
    await start(outside, { validating: [hook('v')] })
    const answer = await send('POST', MAPS, map())
    expect([answer.status, answer.body.status]).toEqual([code, word])
  })

  it.each<[string, object, Reply, number, string]>([
    ['an error of the backend', {}, () => new Response('no', { status: 503 }), 500, 'calling_webhook_error'],
    ['no JSON', {}, () => new Response('hello'), 500, 'calling_webhook_error'],
    ['a refusal', {}, { allowed: false, status: { code: 409 } }, 409, 'no_error'],
    ['a refusal with a code of its own', {}, { allowed: false, status: { code: 700 } }, 700, 'no_error'],
    ['a patch that is no patch', {}, { ...patch(), patch: encodeText('{}') }, 500, 'apiserver_internal_error'],
    ['a patch that does not fit', {}, patch({ op: 'remove', path: '/none' }), 500, 'apiserver_internal_error'],
    ['a result of the wrong type', {}, patch(add('/data', 'text')), 500, 'apiserver_internal_error'],
    [
      'a patch of another type',
      {},
      { ...patch(add('/data/a', 'b')), patchType: 'Merge' },
      500,
      'calling_webhook_error',
    ],
    [
      'a patch that makes another kind',
      {},
      patch({ op: 'replace', path: '/kind', value: 'Pod' }),
      500,
      'apiserver_internal_error',
    ],
  ])('fails for %s', async (_what, more, reply, status, errorType) => {
    const { outside } = world({ m: reply })
    await start(outside, { mutating: [hook('m', more)] })
    expect((await send('POST', MAPS, map())).status).toBe(status)
    expect(await metric('apiserver_admission_webhook_rejection_count')).toEqual([
      expect.stringContaining(`error_type="${errorType}",name="m.example.com",operation="CREATE"`),
    ])
    expect((await send('GET', `${MAPS}/a`)).status).toBe(404)
  })

  it.each<[string, Reply, number]>([
    ['an error of the backend', () => new Response('no', { status: 503 }), 201],
    ['another uid', { uid: 'other', allowed: false }, 201],
    ['a refusal', { allowed: false }, 400],
    ['a patch that does not fit', patch({ op: 'remove', path: '/none' }), 500],
  ])('with policy Ignore, answers for %s', async (_what, reply, status) => {
    const { outside } = world({ m: reply })
    await start(outside, { mutating: [hook('m', { failurePolicy: 'Ignore' })] })
    expect((await send('POST', MAPS, map())).status).toBe(status)
  })

  it("time out on the server's clock, and the call is aborted", async () => {
    let called: (signal: AbortSignal) => void = () => undefined
    const calling = new Promise<AbortSignal>((resolve) => (called = resolve))
    const hanging = {
      fetch: (request: Request) => {
        called(request.signal)
        return new Promise<Response>(() => undefined)
      },
    }
    const { controlPlane } = await start(hanging, { validating: [hook('slow', { timeoutSeconds: 30 })] })
    await controlPlane.control('clock', { action: 'hold' })
    const answer = send('POST', MAPS, map())
    const signal = await calling
    await controlPlane.control('clock', { action: 'step', ms: 29_000 })
    expect(signal.aborted).toBe(false)
    await controlPlane.control('clock', { action: 'step', ms: 2_000 })
    expect(await answer).toMatchObject({ status: 500, body: { reason: 'InternalError' } })
    expect(signal.aborted).toBe(true)
    await controlPlane.control('clock', { action: 'resume' })
  })

  it('refuses a dry run that a webhook did not declare to be safe, whatever the failure policy', async () => {
    const { outside, names } = world({ old: { allowed: true } })
    await start(outside, {}, ['--release=1.20'])
    await send('POST', '/apis/admissionregistration.orch.io/v1beta1/validatingwebhookconfigurations', {
      apiVersion: 'admissionregistration.orch.io/v1beta1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'old' },
      webhooks: [{ ...hook('old', { sideEffects: 'Some', failurePolicy: 'Ignore' }) }],
    })
    expect((await send('POST', `${MAPS}?dryRun=All`, map())).status).toBe(400)
    expect((await send('POST', MAPS, map())).status).toBe(201)
    expect(names()).toEqual(['old'])
  })

  it('authenticate and verify their peer as the configuration and the registration say', async () => {
    const { outside, calls } = world({ v: { allowed: true } })
    const files = {
      'admission.yaml': JSON.stringify({
        apiVersion: 'apiserver.config.orch.io/v1',
        kind: 'AdmissionConfiguration',
        plugins: [
          {
            name: 'ValidatingAdmissionWebhook',
            configuration: {
              apiVersion: 'apiserver.config.orch.io/v1',
              kind: 'WebhookAdmissionConfiguration',
              kubeConfigFile: 'users.yaml',
            },
          },
        ],
      }),
      'users.yaml': JSON.stringify({ kind: 'Config', users: [{ name: 'policy.default.svc', user: { token: 't' } }] }),
    }
    const clientConfig = { service: { namespace: 'default', name: 'policy', path: '/v' }, caBundle: encodeText('PEM') }
    const argv = ['--admission-control-config-file=admission.yaml']
    await start(outside, { validating: [hook('v', { clientConfig })] }, argv, files)
    expect((await send('POST', MAPS, map())).status).toBe(500) // the service is not there yet
    const spec = { ports: [{ port: 443 }] }
    await send('POST', '/api/v1/namespaces/default/services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'policy' },
      spec,
    })
    expect((await send('POST', MAPS, map())).status).toBe(201)
    expect(calls[0]?.url.href).toBe('https://policy.default.svc/v?timeout=10s')
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer t')
    expect(calls[0]?.trust).toEqual({ ca: 'PEM', serverName: 'policy.default.svc' })
  })

  it('have their warnings passed on, even those of a refusal', async () => {
    const { outside } = world({ v: { allowed: false, warnings: ['mind the gap'] } })
    await start(outside, { validating: [hook('v')] })
    expect(await send('POST', MAPS, map())).toMatchObject({ status: 400, warnings: '299 - "mind the gap"' })
  })
})
