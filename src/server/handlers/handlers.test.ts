import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { askLine, causesIn, type JsonAnswer } from '../../testing/request-line'

/** Options and bodies that a real server of release 1.20 refuses or accepts against expectation. */
const FLAGS = ['--release=1.20', '--token-auth-file=tokens', '--authorization-mode=RBAC']

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(FLAGS, { files: { tokens: 'admin,admin,1,"system:masters"\n' } })
})
afterAll(() => cluster.stop())

const ask = (line: string, body?: unknown, headers?: Record<string, string>): Promise<JsonAnswer> =>
  askLine(cluster, line, body, headers)
const causesOf = ({ body }: JsonAnswer): string[] => causesIn(body)

const NS = '/api/v1/namespaces/default'
const containers = [{ name: 'c', image: 'i:1' }]
const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { automountServiceAccountToken: false, containers, ...spec },
})

const META = 'application/json;g=meta.orch.io;v=v1'
const ROLES = '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles'
const REVIEWS = '/apis/authorization.orch.io/v1/subjectaccessreviews'
const attributes = { resourceAttributes: { verb: 'get', resource: 'pods' } }

describe('an empty list', () => {
  test.each<[string, string, string, unknown]>([
    ['as a table of a kind without columns', `${META};as=Table`, ROLES, null],
    ['as a table of a kind with columns', `${META};as=Table`, `${NS}/secrets`, []],
    ['of metadata', `${META};as=PartialObjectMetadataList`, `${NS}/secrets`, null],
    ['of objects', 'application/json', `${NS}/secrets`, []],
  ])('%s', async (_name, accept, path, empty) => {
    const { status, body } = await ask(`GET ${path}?labelSelector=nothing%3Dhas-this`, undefined, { accept })
    expect([status, body.rows ?? body.items ?? null]).toEqual([200, empty])
  })
})

test.each<[string, number]>([
  ['resourceVersionMatch=Exact&labelSelector=a+in', 400],
  ['resourceVersionMatch=Exact&fieldSelector=a', 400],
  ['resourceVersionMatch=Exact&limit=x', 400],
  ['resourceVersionMatch=Exact&fieldSelector=unknown%3Dx', 422],
  ['watch=1&resourceVersionMatch=Exact&labelSelector=a+in', 400],
])('what cannot be read is refused before what does not fit: %s', async (query, status) => {
  expect((await ask(`GET ${NS}/secrets?${query}`)).status).toBe(status)
})

test.each([
  ['limit=1&resourceVersion=x', 400, 'invalid resource version: '],
  ['resourceVersion=x', 500, ''],
])('what a version that is no number is refused with by the store and by the cache: %s', async (query, code, start) => {
  const problem = 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax'
  const { body } = await ask(`GET ${NS}/secrets?${query}`)
  expect([body.code, body.message]).toEqual([code, start + problem])
})

test.each([{ uid: 'x' }, { resourceVersion: '1' }])(
  'a namespace words unmet preconditions itself: %j',
  async (preconditions) => {
    const { status, body } = await ask('DELETE /api/v1/namespaces/default', { preconditions })
    expect(status).toBe(409)
    expect(body).toMatchObject({ details: { kind: 'namespaces' } })
    expect(body.message).toMatch(/Precondition failed: (UID|ResourceVersion) in precondition: (x|1), /)
  },
)

test.each<[string, string, number]>([
  ['/version', 'application/yaml', 406],
  ['/version', `${META};as=Table`, 200],
  ['/.well-known/openid-configuration', `${META};as=Table`, 200],
  [`${NS}/pods/none/log`, 'text/html', 406],
  [`${NS}/pods/none/log`, 'text/plain', 406],
  [`${NS}/pods/none/log`, `${META};as=Table`, 406],
  [`${NS}/pods/none/log`, '*/*', 404],
])('%s for a client that accepts %s', async (path, accept, status) => {
  const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin', accept })
  expect(response.status).toBe(status)
})

test('the metadata of a review can be asked for, and null is an empty review', async () => {
  const spec = { user: 'u', ...attributes }
  const accept = `${META};as=PartialObjectMetadata`
  expect(await ask(`POST ${REVIEWS}`, { spec }, { accept })).toMatchObject({
    status: 201,
    body: { kind: 'PartialObjectMetadata' },
  })
  expect(await ask(`POST ${REVIEWS}`, null)).toMatchObject({ status: 422 })
})

test('there is no dry run of a connection', async () => {
  expect(await ask(`POST ${NS}/pods/none/exec?dryRun=All`)).toMatchObject({
    status: 400,
    body: { message: 'dryRun is not supported' },
  })
})

test('a status is read like its object: of a version that does not exist yet, never', async () => {
  await ask(`POST ${NS}/services`, { metadata: { name: 'read' }, spec: { ports: [{ port: 1 }] } })
  expect((await ask(`GET ${NS}/services/read/status?resourceVersion=999999`)).status).toBe(504)
})

test.each<[string, string, number]>([
  ['Secret', 'a', 500],
  ['Unheard', 'a', 500],
  ['ConfigMap', '', 400],
])('an apply to a config map of a %s named %j', async (kind, name, status) => {
  await ask(`POST ${NS}/configmaps`, { metadata: { name: 'a' } })
  const { status: found, body } = await ask(`PATCH apply ${NS}/configmaps/a?fieldManager=t`, {
    apiVersion: 'v1',
    kind,
    metadata: { name },
  })
  expect([found, body.message]).toEqual([
    status,
    expect.stringMatching(/same type|no corresponding type for \/v1, Kind=Unheard|name must be provided/),
  ])
})

test('an image with blanks around it is reported with the other errors of a pod', async () => {
  const answer = await ask(`POST ${NS}/pods`, pod('blank', { containers: [{ name: 'C', image: ' i' }] }))
  expect(causesOf(answer)).toEqual(['Invalid spec.containers[0].name', 'Invalid spec.containers[0].image'])
})

test.each(['/apis/coordination.orch.io/v1/namespaces/default/leases', `${ROLES}`])(
  'finalizers of some kinds need no domain: %s',
  async (path) => {
    const { status } = await ask(`POST ${path}?dryRun=All`, { metadata: { name: 'f', finalizers: ['x'] }, spec: {} })
    expect(status).toBe(path === ROLES ? 422 : 201)
  },
)

test('a timeout that is no duration is ignored', async () => {
  expect((await ask(`GET ${NS}/secrets?timeout=abc`)).status).toBe(200)
})

const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const schema = { openAPIV3Schema: { type: 'object' } }
const definition = (plural: string) => ({
  metadata: { name: `${plural}.example.com`, finalizers: ['example.com/held'] },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural, kind: plural, listKind: `${plural}List`, singular: plural },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
})

describe('a deletion finds its own way with', () => {
  const finalizersOf = ({ body }: JsonAnswer) => (body.metadata as { finalizers?: string[] }).finalizers

  test('events, on which nothing depends', async () => {
    const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' }
    await ask(`POST ${NS}/events`, { metadata: { name: 'e' }, involvedObject })
    expect(await ask(`DELETE ${NS}/events/e?propagationPolicy=Orphan`)).toMatchObject({ body: { kind: 'Status' } })
    expect((await ask(`GET ${NS}/events/e`)).status).toBe(404)
  })

  test('definitions, which the first deletion only marks', async () => {
    await ask(`POST ${DEFINITIONS}`, definition('marks'))
    const one = `${DEFINITIONS}/marks.example.com`
    const refused = await ask(`DELETE ${one}`, { preconditions: { uid: 'x' } })
    expect(refused).toMatchObject({ status: 409, body: { details: { kind: 'customresourcedefinitions' } } })
    await ask(`DELETE ${one}?propagationPolicy=Foreground`)
    expect(finalizersOf(await ask(`GET ${one}`))).not.toContain('foregroundDeletion')
    await ask(`PATCH merge ${one}`, { metadata: { finalizers: null } })
  })

  test.each<[object, string[] | undefined]>([
    [{}, undefined],
    [{ orphanDependents: false }, ['foregroundDeletion']],
    [{ orphanDependents: true }, ['orphan']],
    [{ propagationPolicy: 'Background' }, undefined],
  ])('namespaces, by the options %j of the first deletion', async (options, finalizers) => {
    const { body } = await ask('POST /api/v1/namespaces', { metadata: { generateName: 'gone-' } })
    const one = `/api/v1/namespaces/${(body.metadata as { name: string }).name}`
    const gone = { dryRun: ['All'], ...options }
    const told = await ask(`DELETE ${one}`, gone)
    expect(finalizersOf(told)).toEqual(finalizers)
  })
})

test('containers without a name have the same name', async () => {
  const answer = await ask(`POST ${NS}/pods`, pod('twice', { containers: [{ image: 'i' }, { image: 'i' }] }))
  expect(causesOf(answer)).toEqual([
    'Required spec.containers[0].name',
    'Required spec.containers[1].name',
    'Duplicate spec.containers[1].name',
  ])
})

test('a new address of a service without its list is refused', async () => {
  const path = `${NS}/services/address`
  await ask(`POST ${NS}/services`, { metadata: { name: 'address' }, spec: { ports: [{ port: 1 }] } })
  const answer = await ask(`PATCH merge ${path}`, { spec: { clusterIP: '10.0.0.200', clusterIPs: null } })
  expect(causesOf(answer)).toEqual(['Invalid spec.clusterIPs[0]', 'Required spec.clusterIPs'])
})

test.each<[object, string]>([
  [{ name: 'own', managedFields: [] }, 'must be nil'],
  [{ name: null }, 'name must be provided'],
])('an applied configuration with the metadata %j is refused: %s', async (metadata, why) => {
  await ask(`POST ${NS}/configmaps`, { metadata: { name: 'own' } })
  const line = `PATCH apply ${NS}/configmaps/own?fieldManager=t`
  const { status, body } = await ask(line, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { k: {} } })
  expect([status, body.message]).toEqual([metadata && 'managedFields' in metadata ? 400 : 500, expect.any(String)])
  const sound = await ask(line, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
  expect([sound.status, sound.body.message]).toEqual([400, expect.stringContaining(why)])
})

describe('metadata that a write gives', () => {
  const configuration = (metadata: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata })

  test('is shown by a dry run of an applied configuration', async () => {
    const path = `${NS}/configmaps/unstored?fieldManager=m`
    const applied = configuration({ name: 'unstored', resourceVersion: '12' })
    expect((await ask(`PATCH apply ${path}&dryRun=All`, applied)).body).toMatchObject({
      metadata: { resourceVersion: '12' },
    })
    expect((await ask(`PATCH apply ${path}`, applied)).status).toBe(201)
  })

  test.each<[string, string, object, number]>([
    ['configmaps', `${NS}/configmaps`, {}, 422],
    ['endpoints', `${NS}/endpoints`, {}, 422],
    ['roles', ROLES, {}, 200],
    ['pod templates', `${NS}/podtemplates`, { template: { spec: { containers } } }, 200],
  ])('may change the prefix of names, where %s judge it', async (_kind, path, rest, status) => {
    await ask(`POST ${path}`, { ...rest, metadata: { name: 'prefixed' } })
    const change = { metadata: { generateName: '_X' } }
    expect((await ask(`PATCH merge ${path}/prefixed`, change)).status).toBe(status)
    expect((await ask(`PATCH merge ${path}/prefixed`, { metadata: { generateName: 'x-' } })).status).toBe(200)
  })

  test('in a review must be empty, also of fields that are ignored elsewhere', async () => {
    const metadata = { clusterName: 'c' }
    expect((await ask(`POST ${REVIEWS}`, { metadata, spec: { user: 'u', ...attributes } })).status).toBe(422)
    expect((await ask(`POST ${NS}/configmaps`, { metadata: { name: 'clustered', ...metadata } })).status).toBe(201)
  })

  test('does not delete a volume attachment through its status', async () => {
    const path = '/apis/storage.orch.io/v1/volumeattachments'
    const spec = { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } }
    await ask(`POST ${path}`, { metadata: { name: 'a' }, spec })
    const metadata = { deletionTimestamp: '2020-01-01T00:00:00Z' }
    const { status, body } = await ask(`PATCH merge ${path}/a/status`, { metadata, status: { attached: true } })
    expect([status, body]).toMatchObject([200, { status: { attached: true } }])
    expect(body.metadata).not.toHaveProperty('deletionTimestamp')
  })
})

test.each<[string, object, number]>([
  ['scaled', { kind: 'Scale' }, 400],
  ['scaled', { apiVersion: 'apps/v1', kind: 'Scale' }, 400],
  ['scaled', { apiVersion: 'autoscaling/v1' }, 500],
  ['scaled', { apiVersion: 'autoscaling/v1', kind: 'Scale' }, 200],
  // An object that is missing is reported before the body is read.
  ['none', { kind: 'Scale' }, 404],
  ['none', { apiVersion: 'autoscaling/v1', kind: 'Scale' }, 404],
])('the scale of %s that is applied as %j', async (name, identity, status) => {
  const path = '/apis/apps/v1/namespaces/default/deployments'
  const labels = { app: 'scaled' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await ask(`POST ${path}`, { metadata: { name: 'scaled' }, spec: { selector: { matchLabels: labels }, template } })
  const scale = `${path}/${name}/scale?fieldManager=m&force=true`
  expect((await ask(`PATCH apply ${scale}`, { ...identity, spec: { replicas: 2 } })).status).toBe(status)
})

test.each<[string, string, unknown, number, string[]]>([
  [
    'an event of another namespace without a name',
    `${NS}/events`,
    { involvedObject: { namespace: 'x' } },
    422,
    ['involvedObject.namespace'],
  ],
  [
    'a dry run that is half one',
    `${NS}/configmaps?dryRun=All&dryRun=`,
    { metadata: { name: 'half' } },
    422,
    ['dryRun'],
  ],
  ['a dry run without a value', `${NS}/configmaps?dryRun`, { metadata: { name: 'undry' } }, 201, []],
])('the fields of %s that are refused', async (_what, path, body, status, fields) => {
  const answer = await ask(`POST ${path}`, body)
  const seen = causesOf(answer).map((cause) => cause.split(' ')[1])
  expect([answer.status, seen]).toEqual([status, fields])
})
