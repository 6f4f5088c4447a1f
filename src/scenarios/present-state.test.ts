import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { type JsonObject } from '../machinery/json'
import { openScenario } from '../scenario-world'
import { gatherObjects } from './gather-objects'
import { packScenario, unpackScenario } from './link-text'
import { asCreated, carriedOf, carriedState, type FoundObject } from './present-state'
import type { ProofWorld } from './prove'
import { ScenarioError } from './read'
import type { Scenario } from './scenario'

const running: ProofWorld[] = []
const opened = async (scenario: Partial<Scenario>): Promise<ProofWorld> => {
  const world = await openScenario({ format: 1, title: 't', summary: 's', ...scenario })
  running.push(world)
  return world
}
afterEach(async () => {
  for (const world of running.splice(0)) await world.stop()
})

const MAPS = '/api/v1/namespaces/shop/configmaps'
const map = (name: string, data: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop' },
  data,
})
const role = (name: string): JsonObject => ({
  apiVersion: 'rbac.authorization.orch.io/v1',
  kind: 'Role',
  metadata: { name, namespace: 'shop' },
  rules: [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] }],
})
const binding = (name: string): JsonObject => ({
  apiVersion: 'rbac.authorization.orch.io/v1',
  kind: 'RoleBinding',
  metadata: { name, namespace: 'shop' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.orch.io', name: `user-of-${name}` }],
  roleRef: { kind: 'Role', apiGroup: 'rbac.authorization.orch.io', name },
})
const SHOP: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'a' } } }
const TWENTY: Partial<Scenario> = {
  nodes: 1,
  objects: [
    SHOP,
    ...Array.from({ length: 9 }, (_, i) => map(`settings-${i}`, { LOG_LEVEL: 'debug', REGION: `region-${i}` })),
    ...['reader', 'tester', 'editor'].flatMap((name) => [role(name), binding(name)]),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80 }] }] },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'shop' } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'tool', namespace: 'shop' },
      spec: { serviceAccountName: 'robot', containers: [{ name: 'tool', image: 'tool:1' }] },
    },
  ],
}

const gathered = (world: ProofWorld): Promise<FoundObject[]> => gatherObjects(world.as(undefined))
const carriedIn = async (world: ProofWorld): Promise<JsonObject[]> =>
  carriedOf(await gathered(world))
    .map(({ object }) => asCreated(object))
    .map(({ metadata, ...rest }) => ({ ...rest, metadata: { ...(metadata as JsonObject), ownerReferences: [] } }))
    .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))

/** A world that was opened with the link of another one's state. */
async function throughLink(world: ProofWorld, more: Partial<Scenario> = {}): Promise<[ProofWorld, string]> {
  const link = await packScenario({
    format: 1,
    title: 't',
    summary: 's',
    ...more,
    ...carriedState(await gathered(world)),
  })
  return [await opened(await unpackScenario(link)), link]
}

describe('a state as a link', () => {
  it('of an unchanged cluster is empty', async () =>
    expect(carriedState(await gathered(await opened({ nodes: 2 })))).toEqual({ objects: [], requests: [] }))

  it.each(['1.16', '1.20', '1.25'])(
    'carries 20 objects of release %s in 8 KB, and opens to the same',
    async (release) => {
      const first = await opened({ ...TWENTY, release })
      const [second, link] = await throughLink(first, { nodes: 1, release })
      expect(await carriedIn(first)).toHaveLength(TWENTY.objects?.length ?? 0)
      expect(await carriedIn(second)).toEqual(await carriedIn(first))
      expect(link.length).toBeLessThan(8 * 1024)
    },
  )

  it('keeps who owns which field, owners by their new uids, and a status that a person wrote', async () => {
    const first = await opened({
      objects: [SHOP],
      requests: [
        { send: `PATCH ${MAPS}/shared?fieldManager=one`, patch: 'apply', body: map('shared', { a: '1' }) },
        { send: `PATCH ${MAPS}/shared?fieldManager=two`, patch: 'apply', body: map('shared', { b: '2' }) },
        { send: `POST ${MAPS}`, body: map('owner'), keep: { owner: 'metadata.uid' } },
        {
          send: `POST ${MAPS}`,
          body: {
            ...map('owned'),
            metadata: {
              name: 'owned',
              ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '${owner}' }],
            },
          },
        },
        { send: 'PATCH /api/v1/namespaces/default', patch: 'merge', body: { metadata: { labels: { mine: 'yes' } } } },
        {
          send: 'PUT /api/v1/namespaces/shop/status',
          body: { ...SHOP, status: { phase: 'Active', conditions: [] } },
        },
      ],
    })
    const [second] = await throughLink(first)
    const client = second.as(undefined)
    const shared = await client.json<{ metadata: { managedFields: JsonObject[] } }>('GET', `${MAPS}/shared`)
    expect(shared.metadata.managedFields.map(({ manager, operation }) => [manager, operation])).toEqual([
      ['one', 'Apply'],
      ['two', 'Apply'],
    ])
    const owner = await client.json<{ metadata: { uid: string } }>('GET', `${MAPS}/owner`)
    expect(await client.json('GET', `${MAPS}/owned`)).toMatchObject({
      metadata: { ownerReferences: [{ name: 'owner', uid: owner.metadata.uid }] },
    })
    expect(await client.json('GET', '/api/v1/namespaces/default')).toMatchObject({
      metadata: { labels: { mine: 'yes' } },
    })
  })
})

/** The phases of volumes and claims, and which volume each claim has. */
async function bindings(world: ProofWorld): Promise<unknown> {
  const client = world.as(undefined)
  const list = async (path: string) => (await client.json<{ items: JsonObject[] }>('GET', path)).items
  return {
    claims: (await list('/api/v1/persistentvolumeclaims')).map(({ metadata, spec, status }) => [
      (metadata as JsonObject)['name'],
      (spec as JsonObject)['volumeName'],
      (metadata as JsonObject)['annotations'],
      (status as JsonObject)['phase'],
    ]),
    volumes: (await list('/api/v1/persistentvolumes')).map(({ metadata, status }) => [
      (metadata as JsonObject)['name'],
      (metadata as JsonObject)['annotations'],
      (status as JsonObject)['phase'],
    ]),
  }
}
const claim = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const volume = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '5Gi' },
    storageClassName: 'mine',
    persistentVolumeReclaimPolicy: 'Retain',
    hostPath: { path: '/data' },
  },
})
const USER: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'user', namespace: 'default' },
  spec: {
    containers: [{ name: 'a', image: 'a:1' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'provisioned' } }],
  },
}
const STATEFUL_SET: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'default' },
  spec: {
    serviceName: 'db',
    replicas: 1,
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } },
    volumeClaimTemplates: [{ ...claim('data'), metadata: { name: 'data' } }],
  },
}

describe('bound volumes in a link', () => {
  it('are bound to the same claims, and released if their claim is missing', async () => {
    const first = await opened({
      nodes: 1,
      objects: [
        ...['one', 'two', 'left'].map(volume),
        claim('provisioned'),
        USER,
        ...['picked', 'gone'].map((name) => claim(name, { storageClassName: 'mine' })),
        claim('chosen', { storageClassName: 'mine', volumeName: 'two' }),
      ],
      requests: [
        { advance: '1m' },
        { send: 'DELETE /api/v1/namespaces/default/persistentvolumeclaims/gone' },
        { advance: '1m' },
      ],
    })
    const before = await bindings(first)
    const phases = JSON.stringify(before)
      .match(/Bound|Released|Pending|Lost|Available/g)
      ?.sort()
    expect(phases).toEqual(['Bound', 'Bound', 'Bound', 'Bound', 'Bound', 'Bound', 'Released'])
    const [second] = await throughLink(first, { nodes: 1 })
    await second.advance(60_000)
    expect(await bindings(second)).toEqual(before)
  })

  it('of a set are made again with it', async () => {
    const first = await opened({ nodes: 1, objects: [STATEFUL_SET], requests: [{ advance: '1m' }] })
    expect(carriedOf(await gathered(first)).map(({ object }) => object['kind'])).toEqual(['StatefulSet'])
  })
})

describe('the text of a link', () => {
  const SCENARIO: Scenario = { format: 1, title: 'A', summary: 'b', objects: [map('a', { ключ: '🌱' })] }

  it('is unpacked without loss, and needs no escaping in an address', async () => {
    const link = await packScenario(SCENARIO)
    expect(encodeURIComponent(link)).toBe(link)
    expect(await unpackScenario(link)).toEqual(SCENARIO)
  })

  it.each([
    ['', 'is not a link to a scenario'],
    ['hello', 'is not a link to a scenario'],
    ['s2.abc', 'was made by a newer version'],
    ['s1.', 'is cut'],
    ['s1.!!!', 'is cut'],
    ['s1.AAAA', 'is cut'],
  ])('says what is wrong with "%s"', (link, message) => expect(unpackScenario(link)).rejects.toThrow(message))

  it('refuses what unpacks to more than a scenario may be', async () => {
    const bomb = await packScenario({ ...SCENARIO, summary: 'x'.repeat(2 ** 21) })
    expect(bomb.length).toBeLessThan(20_000)
    await expect(unpackScenario(bomb)).rejects.toThrow('is larger than')
  })

  it('of 1,000 mutations is read or refused by name', async () => {
    const link = await packScenario(SCENARIO)
    await fc.assert(
      fc.asyncProperty(fc.nat(link.length), fc.nat(8), fc.string({ maxLength: 8 }), async (at, length, inserted) => {
        const mutated = link.slice(0, at) + inserted + link.slice(at + length)
        const outcome: unknown = await unpackScenario(mutated).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ScenarioError)
      }),
      { numRuns: 1000 },
    )
  })
})
