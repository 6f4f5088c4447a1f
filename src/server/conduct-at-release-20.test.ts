import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

/** What differs from kind to kind, or from later releases, as release 1.20 has it. */
const FLAGS = ['--release=1.20', '--token-auth-file=tokens', '--authorization-mode=RBAC']

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(FLAGS, { files: { tokens: 'admin,admin,1,"system:masters"\n' } })
})
afterAll(() => cluster.stop())

/** The types of the first events of a watch. */
async function eventTypes(path: string, count: number): Promise<string[]> {
  const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.split('\n').length <= count) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}
const TYPES: Readonly<Record<string, string>> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** `POST /path` or, for patches, `PATCH merge /path`. */
async function ask(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const [method = '', ...rest] = line.split(' ')
  const type = rest.length > 1 ? TYPES[rest[0] ?? ''] : undefined
  const response = await cluster.send(method, rest.at(-1) ?? '', body, {
    authorization: 'Bearer admin',
    ...(type && { 'content-type': type }),
    ...headers,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** What is wrong, as `Reason field`. */
const causesOf = ({ body }: Answer): string[] =>
  ((body.details as { causes?: { reason: string; field: string }[] } | undefined)?.causes ?? []).map(
    ({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`,
  )

const NS = '/api/v1/namespaces/default'
const containers = [{ name: 'c', image: 'i:1' }]
const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers, ...spec },
})
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers } } }
const service = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
})

describe('a delete that names no policy', () => {
  test.each([
    ['a job', '/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'a' }, spec: jobSpec }, ['orphan']],
    [
      'a cron job in its old version',
      '/apis/batch/v1beta1/namespaces/default/cronjobs',
      { metadata: { name: 'a' }, spec: { schedule: '0 0 * * *', suspend: true, jobTemplate: { spec: jobSpec } } },
      ['orphan'],
    ],
    [
      'a replication controller',
      `${NS}/replicationcontrollers`,
      {
        metadata: { name: 'a' },
        spec: { replicas: 0, template: { metadata: { labels: { a: 'b' } }, spec: { containers } } },
      },
      ['orphan'],
    ],
    ['a config map', `${NS}/configmaps`, { metadata: { name: 'a' } }, undefined],
  ])('of %s', async (_name, path, body, finalizers) => {
    await ask(`POST ${path}`, body)
    const { status, body: answer } = await ask(`DELETE ${path}/a`)
    expect(status).toBe(200)
    expect((answer.metadata as { finalizers?: string[] }).finalizers).toEqual(finalizers)
  })
})

describe('fields of selectors', () => {
  test.each([
    ['pods', 'spec.host=n', 200],
    ['pods', 'status.podIPs=', 200],
    ['pods', 'spec.hostNetwork=true', 400],
    ['services', 'spec.type=ClusterIP', 400],
    ['events', 'involvedObject.kind=Pod', 200],
    ['events', 'source=c', 200],
    ['events', 'regarding.kind=Pod', 400],
    ['events.orch.io/v1 events', 'regarding.kind=Pod', 200],
    ['events.orch.io/v1 events', 'reportingController=c', 200],
    ['events.orch.io/v1 events', 'involvedObject.kind=Pod', 400],
    ['events.orch.io/v1beta1 events', 'source=c', 400],
    ['batch/v1beta1 cronjobs', 'status.successful=0', 200],
  ])('%s ?%s', async (resource, selector, status) => {
    const [gv, plural] = resource.includes(' ') ? resource.split(' ') : [undefined, resource]
    const path = `${gv ? `/apis/${gv}/namespaces/default` : NS}/${plural ?? ''}?fieldSelector=${encodeURIComponent(selector)}`
    expect((await ask(`GET ${path}`)).status).toBe(status)
  })
})

describe('unconditional updates and creation by PUT', () => {
  const flowSchema = {
    metadata: { name: 'f' },
    spec: {
      priorityLevelConfiguration: { name: 'p' },
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'nobody' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/x'] }],
        },
      ],
    },
  }
  const LEVEL = '/apis/flowcontrol.apiserver.orch.io/v1beta1'
  test.each([
    ['a flow schema', `${LEVEL}/flowschemas`, flowSchema, 200],
    [
      'a priority level',
      `${LEVEL}/prioritylevelconfigurations`,
      { metadata: { name: 'f' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
      200,
    ],
    ['a runtime class', '/apis/node.orch.io/v1/runtimeclasses', { metadata: { name: 'f' }, handler: 'h' }, 422],
  ])('%s', async (_name, path, body, status) => {
    expect((await ask(`POST ${path}`, body)).status).toBe(201)
    expect((await ask(`PUT ${path}/f`, body)).status).toBe(status)
  })
  test('a service is not made by PUT', async () => {
    expect((await ask(`PUT ${NS}/services/new`, service('new'))).status).toBe(404)
  })
})

describe('services', () => {
  test('answer to a delete with a status, and take their endpoints along', async () => {
    await ask(`POST ${NS}/services`, service('gone', {}, { finalizers: ['example.com/hold'] }))
    await ask(`POST ${NS}/endpoints`, { metadata: { name: 'gone' } })
    expect((await ask(`DELETE ${NS}/services/gone`)).body).toMatchObject({ kind: 'Status', status: 'Success' })
    expect((await ask(`GET ${NS}/endpoints/gone`)).status).toBe(404)
    await ask(`PATCH merge ${NS}/services/gone`, { metadata: { finalizers: null } })
    expect((await ask(`GET ${NS}/services/gone`)).status).toBe(404)
  })
  test('a dry run leaves the endpoints', async () => {
    await ask(`POST ${NS}/services`, service('kept'))
    await ask(`POST ${NS}/endpoints`, { metadata: { name: 'kept' } })
    await ask(`DELETE ${NS}/services/kept?dryRun=All`)
    expect((await ask(`GET ${NS}/endpoints/kept`)).status).toBe(200)
  })
  test('lose the status of a balancer that they no longer have', async () => {
    await ask(`POST ${NS}/services`, service('lb', { type: 'LoadBalancer' }))
    const status = (ip: string) => ({ status: { loadBalancer: { ingress: [{ ip }] } } })
    expect(causesOf(await ask(`PATCH merge ${NS}/services/lb/status`, status('x')))).toEqual([
      'Invalid status.loadBalancer.ingress[0].ip',
    ])
    expect((await ask(`PATCH merge ${NS}/services/lb/status`, status('1.2.3.4'))).body).toMatchObject(status('1.2.3.4'))
    expect((await ask(`PATCH merge ${NS}/services/lb`, { spec: { type: 'ClusterIP' } })).body.status).toEqual({
      loadBalancer: {},
    })
  })
  test('what goes with the type is looked at last', async () => {
    const wrong = { externalTrafficPolicy: 'Local', healthCheckNodePort: 31000 }
    expect(causesOf(await ask(`POST ${NS}/services`, service('x', { ...wrong, sessionAffinity: 'Odd' })))).toEqual([
      'NotSupported spec.sessionAffinity',
    ])
    expect(causesOf(await ask(`POST ${NS}/services`, service('x', wrong)))).toEqual([
      'Invalid spec.externalTrafficPolicy',
      'Invalid spec.healthCheckNodePort',
    ])
  })
})

describe('graceful deletion', () => {
  beforeAll(() =>
    vi.waitFor(async () => expect((await ask(`GET ${NS}/serviceaccounts/default`)).status).toBe(200), {
      timeout: 10_000,
    }),
  )
  const grace = ({ body }: Answer) =>
    (body.metadata as { deletionGracePeriodSeconds?: number }).deletionGracePeriodSeconds
  test('only gets shorter', async () => {
    await ask(`POST ${NS}/pods`, pod('slow', { nodeName: 'n', terminationGracePeriodSeconds: 20 }))
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=9`))).toBe(9)
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=30`))).toBe(9)
    await ask(`PATCH merge ${NS}/pods/slow/status`, { status: { phase: 'Succeeded' } })
    expect(grace(await ask(`DELETE ${NS}/pods/slow`))).toBe(9)
    expect(grace(await ask(`DELETE ${NS}/pods/slow?gracePeriodSeconds=0`))).toBe(0)
    expect((await ask(`GET ${NS}/pods/slow`)).status).toBe(404)
  })
  test('shows both steps to watches', async () => {
    const { body } = await ask(`GET ${NS}/pods`)
    const from = (body.metadata as { resourceVersion: string }).resourceVersion
    await ask(`POST ${NS}/pods`, pod('quick'))
    await ask(`DELETE ${NS}/pods/quick`)
    expect(await eventTypes(`${NS}/pods?watch=1&resourceVersion=${from}`, 3)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
  })
})
