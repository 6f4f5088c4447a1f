import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'

const API = '/apis/admissionregistration.orch.io/v1'
const NS = '/api/v1/namespaces/default'
const NOWHERE = '/api/v1/namespaces/nowhere'

let cluster: TestCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

interface Answer {
  readonly status: number
  readonly body: JsonObject
}
async function send(line: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await cluster?.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  return { status: response?.status ?? 0, body: (await response?.json()) as JsonObject }
}

/** Starts a server with one webhook for the resources in each phase; returns the reviews that they received. */
async function listening(release: string, group: string, ...resources: string[]): Promise<JsonObject[]> {
  const heard: JsonObject[] = []
  const outside = {
    async fetch(request: Request): Promise<Response> {
      const review = (await request.json()) as { apiVersion: string; request: JsonObject }
      const { username = '' } = review.request.userInfo as { username?: string }
      // What controllers put into a new namespace comes when it comes.
      if (!username.startsWith('system:serviceaccount:'))
        heard.push({ ...review.request, phase: new URL(request.url).pathname.slice(1) })
      const response = { uid: review.request.uid, allowed: true }
      return Response.json({ apiVersion: review.apiVersion, kind: 'AdmissionReview', response })
    },
  }
  cluster = await startCluster([`--release=${release}`], { outside })
  for (const kind of ['Mutating', 'Validating'])
    await send(`POST ${API}/${kind.toLowerCase()}webhookconfigurations`, {
      metadata: { name: 'test' },
      webhooks: [
        {
          name: `${kind.toLowerCase()}.example.com`,
          clientConfig: { url: `https://hooks.test/${kind}` },
          rules: [{ operations: ['*'], apiGroups: [group], apiVersions: ['*'], resources }],
          namespaceSelector: { matchLabels: { heard: 'yes' } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    })
  await send(`POST /api/v1/namespaces`, { metadata: { name: 'heard', labels: { heard: 'yes' } } })
  return heard
}
const HEARD = '/api/v1/namespaces/heard'
const map = (name: string, more: object = {}) => ({ metadata: { name, ...more } })

describe('webhooks are told', () => {
  test('of no name when a collection is deleted, and of each object that goes', async () => {
    const heard = await listening('1.20', '', 'configmaps')
    for (const name of ['a', 'b']) await send(`POST ${HEARD}/configmaps`, map(name, { labels: { x: 'y' } }))
    heard.length = 0
    await send(`DELETE ${HEARD}/configmaps?labelSelector=x`)
    expect(
      heard.map(({ operation, name, oldObject }) => [
        operation,
        name,
        (oldObject as { metadata: JsonObject }).metadata.name,
      ]),
    ).toEqual(['a', 'a', 'b', 'b'].map((name) => ['DELETE', undefined, name]))
  })

  test('of the address of a new service before it is stored, which a refused one gives back', async () => {
    const heard = await listening('1.20', '', 'services')
    await send(`POST ${HEARD}/services`, { ...map('s'), spec: { ports: [{ port: 80 }] } })
    const addressIn = (index: number) => (heard[index]?.object as { spec: { clusterIP?: string } }).spec.clusterIP
    expect([addressIn(0), addressIn(1)]).toEqual([undefined, expect.stringMatching(/^10\.0\.0\./)])
    const given = { spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }] } }
    const quota = { ...map('q'), spec: { hard: { services: '1' } } }
    await send(`POST ${HEARD}/resourcequotas`, quota)
    const judged = async () => (await send(`GET ${HEARD}/resourcequotas/q`)).body
    await expect.poll(judged).toMatchObject({ status: { used: { services: '1' } } })
    expect((await send(`POST ${HEARD}/services`, { ...map('t'), ...given })).status).toBe(403)
    expect((await send(`POST ${NS}/services`, { ...map('u'), ...given })).status).toBe(201)
  })

  test.each([
    ['1.20', false],
    ['1.22', false],
    ['1.23', true],
  ])('release %s: of the owners of a stored object that changes: %s', async (release, told) => {
    const heard = await listening(release, '', 'configmaps')
    await send(`POST ${HEARD}/configmaps`, { ...map('a'), data: { k: 'v' } })
    heard.length = 0
    await send(`PUT ${HEARD}/configmaps/a`, { ...map('a'), data: { k: 'w' } })
    await send(`DELETE ${HEARD}/configmaps/a`)
    const owners = heard.map(({ operation, oldObject }) => [
      operation,
      (oldObject as { metadata: JsonObject }).metadata.managedFields !== undefined,
    ])
    expect(owners).toEqual([
      ['UPDATE', told],
      ['UPDATE', told],
      ['DELETE', true],
      ['DELETE', true],
    ])
  })

  test.each([
    ['services/s', false, true],
    ['services/s/status', false, false],
  ])('of the owners of stored %s: %s, and then %s', async (path, ...told) => {
    const heard = await listening('1.20', '', 'services', 'services/status')
    await send(`POST ${HEARD}/services`, { ...map('s'), spec: { ports: [{ port: 80 }] } })
    heard.length = 0
    const { body } = await send(`GET ${HEARD}/${path}`)
    await send(`PUT ${HEARD}/${path}`, { ...body, status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } })
    const owners = heard.map(({ oldObject }) => (oldObject as { metadata: JsonObject }).metadata.managedFields)
    expect(owners.map((records) => records !== undefined)).toEqual(told)
  })

  test('nothing when a pod that goes already is deleted once more', async () => {
    const heard = await listening('1.20', '', 'pods')
    const spec = { automountServiceAccountToken: false, nodeName: 'n', containers: [{ name: 'c', image: 'i' }] }
    await expect.poll(async () => (await send(`POST ${HEARD}/pods`, { ...map('p'), spec })).status).toBe(201)
    heard.length = 0
    expect((await send(`DELETE ${HEARD}/pods/p`)).status).toBe(200)
    expect((await send(`DELETE ${HEARD}/pods/p`)).status).toBe(200)
    expect(heard.map(({ phase, operation }) => [phase, operation])).toEqual([
      ['Mutating', 'DELETE'],
      ['Validating', 'DELETE'],
    ])
  })

  test('the kind of an eviction by its name alone, before the pod is looked for', async () => {
    const heard = await listening('1.20', '', 'pods/eviction')
    const eviction = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'p' } }
    expect((await send(`POST ${HEARD}/pods/p/eviction`, eviction)).status).toBe(404)
    const kind = { group: 'policy', version: 'v1beta1', kind: 'Eviction' }
    expect(heard).toMatchObject([{ phase: 'Mutating' }, { phase: 'Validating' }])
    expect(heard.map((one) => [one.kind, one.requestKind])).toEqual([
      [kind, kind],
      [kind, kind],
    ])
  })

  test.each([
    ['1.20', null],
    ['1.25', ['https://orch.default.svc']],
  ])('release %s: of the audiences of a token %j', async (release, audiences) => {
    const heard = await listening(release, '', 'serviceaccounts/token')
    await expect.poll(async () => (await send(`GET ${HEARD}/serviceaccounts/default`)).status).toBe(200)
    const answer = await send(`POST ${HEARD}/serviceaccounts/default/token`, { spec: {} })
    expect(answer).toMatchObject({ status: 201, body: { spec: { audiences: ['https://orch.default.svc'] } } })
    expect(heard.map(({ phase, object }) => [phase, (object as { spec: JsonObject }).spec.audiences])).toEqual([
      ['Mutating', null],
      ['Validating', audiences],
    ])
  })

  test.each([
    ['1.23', undefined],
    ['1.24', 'heard'],
  ])('release %s: the namespace of a new object as %s', async (release, namespace) => {
    const heard = await listening(release, '', 'configmaps')
    await send(`POST ${HEARD}/configmaps`, map('a'))
    const seen = (index: number) => (heard[index]?.object as { metadata: JsonObject }).metadata.namespace
    expect([seen(0), seen(1)]).toEqual([namespace, 'heard'])
  })

  test('of a PUT to a free name as of a creation', async () => {
    const heard = await listening('1.20', 'coordination.orch.io', 'leases')
    const lease = '/apis/coordination.orch.io/v1/namespaces/heard/leases/a'
    expect((await send(`PUT ${lease}`, map('a'))).status).toBe(201)
    expect(heard).toMatchObject(
      ['Mutating', 'Validating'].map((phase) => ({
        phase,
        operation: 'CREATE',
        name: 'a',
        options: { kind: 'CreateOptions' },
      })),
    )
  })

  test('nothing of a PUT to a free name that creates nothing', async () => {
    const heard = await listening('1.20', '', 'configmaps')
    expect((await send(`PUT ${HEARD}/configmaps/a`, map('a'))).status).toBe(404)
    expect(heard).toEqual([])
  })
})

test('a PUT with the uid of a deleted object is answered with Conflict', async () => {
  cluster = await startCluster(['--release=1.20'])
  const answer = await send(`PUT ${NS}/configmaps/a`, map('a', { uid: 'of-the-old-one' }))
  expect(answer).toMatchObject({ status: 409, body: { reason: 'Conflict' } })
  expect(answer.body.message).toMatch(/UID in precondition: of-the-old-one, UID in object meta: $/)
})

test.each([
  ['configmaps/a', 'configmaps/default/a', map('a')],
  ['endpoints/a', 'services/endpoints/default/a', map('a')],
])('a PUT that means another object names the key: %s', async (path, key, body) => {
  cluster = await startCluster(['--release=1.20'])
  await send(`POST ${NS}/${path.slice(0, -2)}`, body)
  const answer = await send(`PUT ${NS}/${path}`, { ...body, metadata: { name: 'a', uid: 'other' } })
  expect(answer).toMatchObject({ status: 409, body: { reason: 'Conflict' } })
  expect(answer.body.message).toContain(`StorageError: invalid object, Code: 4, Key: /registry/${key}, `)
})

describe('before anything else is looked for', () => {
  const nowhere = { status: 404, body: { reason: 'NotFound', details: { kind: 'namespaces', name: 'nowhere' } } }
  test.each<[string, object]>([
    [`POST ${NOWHERE}/configmaps`, map('a')],
    [`POST ${NOWHERE}/configmaps`, map('a', { namespace: 'elsewhere' })],
    ['PUT /apis/rbac.authorization.orch.io/v1/namespaces/nowhere/roles/a', map('a')],
    [`POST ${NOWHERE}/serviceaccounts/default/token`, { spec: {} }],
    [`POST ${NOWHERE}/pods/p/eviction`, { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'p' } }],
    [`POST ${NOWHERE}/pods/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }],
  ])('%s misses the namespace', async (line, body) => {
    cluster = await startCluster(['--release=1.20'])
    expect(await send(line, body)).toMatchObject(nowhere)
  })

  test.each([`PUT ${NS}/configmaps/a`, `PUT ${NOWHERE}/configmaps/a`, `DELETE ${NOWHERE}/configmaps/a`])(
    '%s misses the object',
    async (line) => {
      cluster = await startCluster(['--release=1.20'])
      const answer = await send(line, line.startsWith('PUT') ? map('a') : undefined)
      expect(answer).toMatchObject({ status: 404, body: { details: { kind: 'configmaps', name: 'a' } } })
    },
  )
})

test('the priority classes of the system stay, and what else of them may change is not named again', async () => {
  cluster = await startCluster(['--release=1.20'])
  const path = '/apis/scheduling.orch.io/v1/priorityclasses/system-node-critical'
  expect(await send(`DELETE ${path}?dryRun=All`)).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden', details: { name: 'system-node-critical', kind: 'priorityclasses' } },
  })
  expect((await send(`GET ${path}`)).status).toBe(200)
})

test.each<[object, string | undefined]>([
  [{ resourceVersion: '5' }, '5'],
  [{}, undefined],
])('a dry run of a new object with %j shows the version %s', async (metadata, version) => {
  cluster = await startCluster(['--release=1.20'])
  const { status, body } = await send(`POST ${NS}/configmaps?dryRun=All`, map('dry', metadata))
  expect([status, (body.metadata as { resourceVersion?: string }).resourceVersion]).toEqual([201, version])
})
