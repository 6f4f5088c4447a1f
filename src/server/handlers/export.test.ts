import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

const NS = '/api/v1/namespaces/default'
const ROLES = '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles'
const OBJECTS: Readonly<Record<string, object>> = {
  [`${NS}/configmaps`]: { metadata: { name: 'a' }, data: { x: '1' } },
  [`${NS}/services`]: { metadata: { name: 'a' }, spec: { type: 'NodePort', ports: [{ port: 80 }] } },
  [`${NS}/secrets`]: {
    metadata: { name: 'a', annotations: { 'orch.io/service-account.uid': 'u' } },
    data: { x: 'MQ==' },
  },
  [ROLES]: { metadata: { name: 'a' }, rules: [] },
}

interface Shown {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly spec?: Readonly<Record<string, unknown>>
  readonly message?: string
}

describe.each(['1.20', '1.21'])('exports at %s', (release) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startAdminsCluster(release)
    for (const [path, body] of Object.entries(OBJECTS))
      expect((await cluster.send('POST', path, body)).status).toBe(201)
  })
  afterAll(() => cluster.stop())
  const get = async (path: string): Promise<{ status: number; body: Shown }> => {
    const response = await cluster.send('GET', path)
    return { status: response.status, body: (await response.json()) as Shown }
  }
  const isServed = release === '1.20'

  test.each([
    ['?export=1', ['name', 'creationTimestamp']],
    ['?export=true&exact=1', ['name', 'namespace', 'creationTimestamp']],
    ['?export=false', ['name', 'namespace', 'creationTimestamp', 'uid', 'resourceVersion']],
  ])('a config map with %s', async (query, members) => {
    const { metadata } = (await get(`${NS}/configmaps/a${query}`)).body
    const kept = isServed ? members : ['name', 'namespace', 'creationTimestamp', 'uid', 'resourceVersion']
    expect(Object.keys(metadata).sort()).toEqual(expect.arrayContaining(kept))
    for (const member of ['namespace', 'uid', 'resourceVersion']) expect(member in metadata).toBe(kept.includes(member))
    expect(metadata.creationTimestamp === null).toBe(isServed && !query.includes('false'))
  })

  test('a service loses its address and node ports, unless it has to be exact', async () => {
    const { spec } = (await get(`${NS}/services/a?export`)).body
    const { spec: exact } = (await get(`${NS}/services/a?export&exact`)).body
    expect('clusterIP' in (spec ?? {})).toBe(!isServed)
    expect(JSON.stringify(spec?.ports).includes('nodePort')).toBe(!isServed)
    expect(exact).toHaveProperty('clusterIP')
  })

  test.each([
    ['a secret of a service account', `${NS}/secrets/a`, 422],
    ['a role', `${ROLES}/a`, 400],
  ])('%s has none', async (_name, path, status) => {
    expect((await get(`${path}?export`)).status).toBe(isServed ? status : 200)
  })
})
