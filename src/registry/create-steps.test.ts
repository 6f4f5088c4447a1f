import { expect, test } from 'vitest'
import { startCluster } from '../testing/cluster'

const MAPS = '/api/v1/namespaces/default/configmaps'

/** Creates an object, then one with a generated name, in a cluster that makes the same names each time. */
async function second(release: string, firstName: string) {
  const flags = [`--release=${release}`, '--seed=s', '--token-auth-file=people', '--controllers=-*']
  const cluster = await startCluster(flags, { files: { people: 'root,root,1,system:masters\n' } })
  const create = async (metadata: object) => {
    const response = await cluster.send('POST', MAPS, { metadata }, { authorization: 'Bearer root' })
    return (await response.json()) as {
      code?: number
      message?: string
      details?: object
      metadata: { name?: string }
    }
  }
  await create({ name: firstName })
  const made = await create({ generateName: 'a-' })
  await cluster.stop()
  return made
}

test('until 1.30 a generated name that exists is an error', async () => {
  const { metadata } = await second('1.30', 'other')
  const { code, message, details } = await second('1.30', metadata.name ?? '')
  expect(code).toBe(409)
  expect(message).toBe(
    `configmaps "${metadata.name}" already exists, the server was not able to generate a unique name for the object`,
  )
  expect(details).toMatchObject({ name: metadata.name, kind: 'configmaps', retryAfterSeconds: 1 })
})

test('since 1.31 the server tries another one', async () => {
  const taken = (await second('1.31', 'other')).metadata.name ?? ''
  const { metadata } = await second('1.31', taken)
  expect(metadata.name).toMatch(/^a-[a-z0-9]{5}$/)
  expect(metadata.name).not.toBe(taken)
})
