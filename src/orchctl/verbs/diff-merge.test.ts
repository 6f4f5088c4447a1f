import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OrchctlWorld, startOrchctl } from '../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl()
})
afterAll(() => world.stop())

const file = (name: string, a: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\ndata: {a: "${a}"}\n`

const refused = (times: number): string[] => Array.from({ length: times }, () => ['GET 200', 'PATCH 409']).flat()

/** Runs a command with `before` ahead of each of its patches; resolves with its requests and answers, too. */
async function watched(line: string, stdin: string, before: (patch: number) => Promise<unknown>) {
  const asked: string[] = []
  const { controlPlane } = world.cluster
  const fetch = controlPlane.fetch.bind(controlPlane)
  let patches = 0
  const spy = vi.spyOn(controlPlane, 'fetch').mockImplementation(async (request, connection) => {
    if (!request.url.includes('/configmaps/')) return fetch(request, connection)
    if (request.method === 'PATCH') {
      spy.mockImplementation(fetch)
      await before(++patches)
      spy.mockImplementation(follow)
    }
    const answer = await fetch(request, connection)
    asked.push(`${request.method} ${answer.status}`)
    return answer
  })
  const follow = spy.getMockImplementation() as typeof controlPlane.fetch
  const outcome = await world.orchctl(line, { stdin })
  spy.mockRestore()
  return { ...outcome, asked }
}

test('an object that changes while it is compared is read again', async () => {
  await world.orchctl('apply -f -', { stdin: file('moving', '1') })
  const { code, out, err, asked } = await watched('diff -f -', file('moving', '2'), (patch) =>
    patch === 1 ? world.orchctl('patch cm moving --type=merge -p {"data":{"b":"3"}}') : Promise.resolve(),
  )
  expect(asked).toEqual(['GET 200', 'PATCH 409', 'GET 200', 'PATCH 200'])
  expect([code, err]).toEqual([1, ''])
  // The other's change is on both sides.
  expect(out).toContain('-  a: "1"\n+  a: "2"\n   b: "3"\n')
})

test('one that keeps changing is compared as it is in the end, and that is said', async () => {
  await world.orchctl('apply -f -', { stdin: file('restless', '1') })
  const { code, err, asked } = await watched('diff -f -', file('restless', '2'), (patch) =>
    world.orchctl(`label cm restless --overwrite seen=${patch}`),
  )
  expect(asked).toEqual([...refused(3), 'GET 200', 'PATCH 200'])
  expect(code).toBe(1)
  expect(err).toContain('Object (/v1, Kind=ConfigMap: restless) keeps changing, diffing without lock')
})

test('a field of another owner is reported after the last attempt', async () => {
  await world.orchctl('apply --server-side --field-manager=other -f -', { stdin: file('owned', '1') })
  const { code, err, asked } = await watched('diff --server-side -f -', file('owned', '2'), () => Promise.resolve())
  expect(asked).toEqual(refused(4))
  expect(code).toBe(2)
  expect(err.match(/diffing without lock/g)).toHaveLength(1)
  expect(err).toContain('Apply failed with 1 conflict')
})
