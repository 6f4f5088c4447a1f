import { afterEach, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

const TABLE = 'application/json;as=Table;v=v1;g=meta.orch.io'
interface Answer {
  readonly kind: string
  readonly message?: string
  readonly rows?: readonly { readonly cells: readonly unknown[] }[]
}

async function read(release: string, path: string, accept: string): Promise<Answer> {
  cluster = await startCluster([`--release=${release}`, '--token-auth-file=tokens'], {
    files: { tokens: 'admin,admin,1,"system:masters"\n' },
  })
  const response = await cluster.send('GET', path, undefined, { authorization: 'Bearer admin', accept })
  return (await response.json()) as Answer
}

describe('a table', () => {
  const STATUS = '/api/v1/namespaces/default/status'
  test.each([
    ['1.23', STATUS, `${TABLE},application/json`, 'Namespace'],
    ['1.23', STATUS, TABLE, 'Status'],
    ['1.23', '/api/v1/namespaces/default', TABLE, 'Table'],
    ['1.24', STATUS, TABLE, 'Table'],
  ])('release %s answers %s for %s with a %s', async (release, path, accept, kind) => {
    expect((await read(release, path, accept)).kind).toBe(kind)
  })

  test('of flow schemas has the order in which requests are matched', async () => {
    const { rows } = await read('1.20', '/apis/flowcontrol.apiserver.orch.io/v1beta1/flowschemas', TABLE)
    const precedences = rows?.map(({ cells }) => Number(cells[2])) ?? []
    expect(precedences).toEqual([1, 100, 200, 500, 800, 800, 900, 9000, 9900, 10_000])
  })
})
