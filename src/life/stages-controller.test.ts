import { afterAll, beforeAll, expect, it } from 'vitest'
import { core, type LivingCluster, startLivingCluster, template } from '../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(1)
})
afterAll(() => cluster.stop())

it('gives pods that begin together addresses of their own', async () => {
  const names = Array.from({ length: 20 }, (_none, i) => `pod-${i}`)
  await Promise.all(
    names.map((name) => {
      const made = template(name)
      const spec = { ...made.spec, nodeName: 'node-1' }
      return cluster.admin.create(core('pods'), { ...made, metadata: { ...made.metadata, name }, spec })
    }),
  )
  const addresses = await cluster.passing(
    async () =>
      (await cluster.admin.list(core('pods'))).items.map(({ status }) => (status as { podIP?: string }).podIP),
    (found) => found.every((address) => address !== undefined),
  )
  expect(new Set(addresses).size).toBe(names.length)
})
