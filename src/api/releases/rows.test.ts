import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

const TABLE = 'application/json;as=Table;v=v1;g=meta.orch.io'
const INGRESS_CLASSES = '/apis/networking.orch.io/v1/ingressclasses'
const SERVICES = '/api/v1/namespaces/default/services'

describe.each(['1.35', '1.36'])('release %s', (release) => {
  let cluster: TestCluster
  const newer = release === '1.36'
  const post = (path: string, body: object) => cluster.send('POST', path, body)
  const table = async (path: string) => {
    const response = await cluster.send('GET', path, undefined, [['accept', TABLE]])
    return (await response.json()) as {
      columnDefinitions: { name: string; priority: number }[]
      rows: { cells: unknown[] }[]
    }
  }

  beforeAll(async () => {
    cluster = await startAdminsCluster(release)
  })
  afterAll(() => cluster.stop())

  test('names of services', async () => {
    const { status } = await post(SERVICES, { metadata: { name: '1st' }, spec: { ports: [{ port: 80 }] } })
    expect(status).toBe(newer ? 201 : 422)
    const never = await post(SERVICES, { metadata: { name: 'a.b' }, spec: { ports: [{ port: 80 }] } })
    expect(never.status).toBe(422)
  })

  test('a warning of external addresses', async () => {
    const spec = { ports: [{ port: 80 }], externalIPs: ['10.9.9.9'] }
    const { headers } = await post(SERVICES, { metadata: { name: 'outside' }, spec })
    expect(headers.get('warning')).toBe(newer ? '299 - "spec.externalIPs is deprecated"' : null)
  })

  test('the mark of the default ingress class', async () => {
    for (const [name, value] of [
      ['main', 'true'],
      ['other', 'false'],
    ] as const)
      await post(INGRESS_CLASSES, {
        metadata: { name, annotations: { 'ingressclass.orch.io/is-default-class': value } },
        spec: { controller: 'example.com/c' },
      })
    const { rows } = await table(INGRESS_CLASSES)
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      [newer ? 'main (default)' : 'main', 'example.com/c'],
      ['other', 'example.com/c'],
    ])
  })

  test('mutating admission policies', async () => {
    const path = '/apis/admissionregistration.orch.io/v1/mutatingadmissionpolicies'
    const { status } = await cluster.send('GET', path)
    expect(status).toBe(newer ? 200 : 404)
  })
})
