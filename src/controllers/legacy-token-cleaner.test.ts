import { expect, test } from 'vitest'
import { CONFIG_MAPS, PODS, SECRETS, SERVICE_ACCOUNTS } from '../client/core-targets'
import { decodeText } from '../machinery/base64'
import { at } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'
import { isUnusedSince } from './legacy-token-cleaner'
import { TRACKING_NAME } from './legacy-token-tracking'

const DAY_MS = 86_400_000
const IN_DEFAULT = { ...SECRETS, namespace: 'default' }
const USED = 'orch.io/legacy-token-last-used'
const INVALID = 'orch.io/legacy-token-invalid-since'

const cluster = (release: string, ...argv: string[]) =>
  startCluster([`--release=${release}`, '--legacy-service-account-token-clean-up-period=48h', ...argv])

/** A token secret of the default account; the account names it as if a controller had made it. Returns its token. */
async function tokenSecret({ admin }: TestCluster, name: string): Promise<string> {
  await admin.create(IN_DEFAULT, {
    metadata: { name, annotations: { 'orch.io/service-account.name': 'default' } },
    type: 'orch.io/service-account-token',
  })
  const filled = await until(
    () => admin.get(IN_DEFAULT, name),
    (secret) => at(secret, 'data', 'token') !== undefined,
  )
  return decodeText(String(at(filled, 'data', 'token')))
}

const named = ({ admin }: TestCluster, ...names: string[]) =>
  admin.patch({ ...SERVICE_ACCOUNTS, namespace: 'default' }, 'default', 'merge', {
    secrets: names.map((name) => ({ name })),
  })

const use = (world: TestCluster, token: string) =>
  world.send('GET', '/api/v1/namespaces/default', undefined, { authorization: `Bearer ${token}` })

const labelsOf = async ({ admin }: TestCluster, name: string) =>
  (await admin.list(IN_DEFAULT)).items.find(({ metadata }) => metadata.name === name)?.metadata.labels

const today = ({ clock }: TestCluster): string => new Date(clock.now()).toISOString().slice(0, 10)

test('the use of a token is recorded, and an automatic one is warned of', async () => {
  const world = await cluster('1.30')
  const { admin, clock } = world
  clock.hold()
  const token = await tokenSecret(world, 'by-hand')
  const first = await use(world, token)
  expect([first.status, first.headers.get('warning')]).toEqual([200, null])
  await until(
    () => labelsOf(world, 'by-hand'),
    (labels) => labels?.[USED] === today(world),
  )
  await named(world, 'by-hand')
  expect((await use(world, token)).headers.get('warning')).toContain('instead of auto-generated secret-based tokens')
  const since = await until(
    async () => (await admin.list({ ...CONFIG_MAPS, namespace: 'orch-system' })).items,
    (maps) => maps.some(({ metadata }) => metadata.name === TRACKING_NAME),
  )
  expect(since.find(({ metadata }) => metadata.name === TRACKING_NAME)).toMatchObject({ data: { since: today(world) } })
  await world.stop()
})

test('nothing is recorded in releases before', async () => {
  const world = await cluster('1.25')
  const token = await tokenSecret(world, 'old')
  await named(world, 'old')
  const answer = await use(world, token)
  expect([answer.status, answer.headers.get('warning')]).toEqual([200, null])
  expect(await labelsOf(world, 'old')).toBeUndefined()
  await world.stop()
})

test('unused automatic tokens become invalid, and are deleted after the same time again', async () => {
  const world = await cluster('1.30')
  const { admin, clock } = world
  clock.hold()
  const token = await tokenSecret(world, 'unused')
  const used = await tokenSecret(world, 'used')
  await tokenSecret(world, 'mounted')
  await tokenSecret(world, 'by-hand')
  await named(world, 'unused', 'used', 'mounted')
  await admin.create(
    { ...PODS, namespace: 'default' },
    {
      metadata: { name: 'reader' },
      spec: {
        containers: [{ name: 'c', image: 'shop:1' }],
        volumes: [{ name: 'token', secret: { secretName: 'mounted' } }],
      },
    },
  )
  for (let day = 0; day < 4; day++) {
    await clock.step(DAY_MS)
    expect((await use(world, used)).status).toBe(200)
    await clock.step(0)
  }
  const invalid = await Promise.all(['unused', 'used', 'mounted', 'by-hand'].map((name) => labelsOf(world, name)))
  expect(invalid.map((labels) => labels?.[INVALID] !== undefined)).toEqual([true, false, false, false])
  expect((await use(world, token)).status).toBe(401)
  for (let day = 0; day < 8; day++) {
    await clock.step(DAY_MS)
    await use(world, used)
  }
  const left = (await admin.list(IN_DEFAULT)).items.map(({ metadata }) => metadata.name)
  expect(left).toEqual(['by-hand', 'mounted', 'used'])
  await world.stop()
})

const secret = (created: string, labels?: Record<string, string>, more = {}): ApiObject => ({
  metadata: { name: 's', creationTimestamp: created, ...(labels && { labels }), ...more },
})

test.each<[string, ApiObject, boolean]>([
  ['an old one that was never used', secret('2024-01-01T00:00:00Z'), true],
  ['a new one', secret('2024-06-01T00:00:00Z'), false],
  ['one that goes', secret('2024-01-01T00:00:00Z', {}, { deletionTimestamp: '2024-02-01T00:00:00Z' }), false],
  ['one used before', secret('2024-01-01T00:00:00Z', { [USED]: '2024-03-01' }), true],
  ['one used since', secret('2024-01-01T00:00:00Z', { [USED]: '2024-05-01' }), false],
  ['one whose label is no day', secret('2024-01-01T00:00:00Z', { [USED]: '2024-02-31' }), false],
])('%s', (_, one, expected) => {
  expect(isUnusedSince(one, Date.parse('2024-05-01T12:00:00Z'))).toBe(expected)
})
