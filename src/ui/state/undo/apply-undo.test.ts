import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { startCluster, type TestCluster } from '../../../testing/cluster'
import type { Target } from '../../../client/targets'
import { recorded } from './recorder'
import type { Captured, UndoStep } from './step'
import { applyUndo, UndoConflict } from './apply-undo'

const MAPS: Target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
const DEPLOYMENTS: Target = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' }

let cluster: TestCluster
let steps: UndoStep[]
let person: Client
let fallen: readonly Captured[] = []

beforeAll(async () => {
  cluster = await startCluster()
  person = new Client((request) =>
    recorded(
      request,
      (sent) =>
        cluster.controlPlane.fetch(sent, {
          remote: 'test',
          secure: true,
          user: { name: 'admin', groups: ['system:masters'] },
        }),
      cluster.admin,
      () => Promise.resolve(fallen),
      (step) => steps.push(step),
    ),
  )
})
afterAll(() => cluster.stop())

const undo = (anyway = false) =>
  applyUndo(
    { reader: cluster.admin, writer: cluster.admin, control: () => Promise.reject(new Error('not asked')) },
    steps,
    anyway,
  )
const made = async (name: string, data: Record<string, string> = { a: '1' }): Promise<ApiObject> => {
  const object = await cluster.admin.create(MAPS, { metadata: { name }, data })
  steps = []
  return object
}
/** Who owns which fields; the time is that of the last write, which is the undo's own. */
const ownersOf = ({ metadata }: ApiObject): unknown =>
  metadata.managedFields?.map((entry) => ({ ...entry, time: undefined }))
const dataOf = async (name: string): Promise<unknown> => (await cluster.admin.get(MAPS, name))['data']
const thereIs = (name: string): Promise<boolean> =>
  cluster.admin.get(MAPS, name).then(
    () => true,
    () => false,
  )
const clashesOf = async (doing: Promise<void>): Promise<unknown> => {
  const error: unknown = await doing.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(UndoConflict)
  return (error as UndoConflict).plans.map((plan) => ('clashes' in plan ? plan.clashes : 'why' in plan && plan.why))
}

describe('undo', () => {
  it('deletes created objects, also those with generated names', async () => {
    steps = []
    const { metadata } = await person.create(MAPS, { metadata: { generateName: 'made-' } })
    await undo()
    expect(await thereIs(metadata.name ?? '')).toBe(false)
  })

  it('asks before it deletes objects that were changed since', async () => {
    steps = []
    await person.create(MAPS, { metadata: { name: 'grown' }, data: { a: '1' } })
    await cluster.admin.patch(MAPS, 'grown', 'merge', { data: { a: '2' } })
    expect(await clashesOf(undo())).toEqual([[{ path: 'data.a', wrote: '1', now: '2' }]])
    await undo(true)
    expect(await thereIs('grown')).toBe(false)
  })

  it.each([
    ['a patch', () => person.patch(MAPS, 'subject', 'merge', { data: { a: '2', b: '3' } })],
    ['a JSON patch', () => person.patch(MAPS, 'subject', 'json', [{ op: 'remove', path: '/data/a' }])],
    ['an update', () => person.update(MAPS, { metadata: { name: 'subject' }, data: { c: '1' } })],
    [
      'a forced apply',
      () =>
        person.patch(
          MAPS,
          'subject',
          'apply',
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'subject' }, data: { a: '9' } },
          { query: { fieldManager: 'bob', force: true } },
        ),
    ],
    ['a finalizer', () => person.patch(MAPS, 'subject', 'merge', { metadata: { finalizers: ['example.com/hold'] } })],
  ])('puts back fields and their owners after %s', async (_title, change) => {
    const before = await made('subject')
    await change()
    expect(steps).toHaveLength(1)
    await undo()
    const now = await cluster.admin.get(MAPS, 'subject')
    expect(now['data']).toEqual(before['data'])
    expect(now.metadata.finalizers).toBeUndefined()
    expect(ownersOf(now)).toEqual(ownersOf(before))
    await cluster.admin.delete(MAPS, 'subject')
  })

  it('keeps what others wrote elsewhere, and asks where they wrote the same', async () => {
    await made('shared', { a: '1', b: '1' })
    await person.patch(MAPS, 'shared', 'merge', { data: { a: '2', b: '2' } })
    await cluster.admin.patch(MAPS, 'shared', 'merge', { data: { b: '3', c: '3' } })
    expect(await clashesOf(undo())).toEqual([[{ path: 'data.b', wrote: '2', now: '3' }]])
    expect(await dataOf('shared')).toEqual({ a: '2', b: '3', c: '3' })
    await undo(true)
    expect(await dataOf('shared')).toEqual({ a: '1', b: '1', c: '3' })
  })

  it('is not stopped by others who write elsewhere while it is done', async () => {
    await made('busy', { mine: '1', theirs: '1' })
    await person.patch(MAPS, 'busy', 'merge', { data: { mine: '2' } })
    let left = 3
    const writer = new Client(async (request) => {
      if (request.method === 'PUT' && left-- > 0)
        await cluster.admin.patch(MAPS, 'busy', 'merge', { data: { theirs: `before try ${left}` } })
      return cluster.controlPlane.fetch(request, {
        remote: 'test',
        secure: true,
        user: { name: 'admin', groups: ['system:masters'] },
      })
    })
    await applyUndo({ reader: cluster.admin, writer, control: () => Promise.reject(new Error('not asked')) }, steps)
    expect(await dataOf('busy')).toEqual({ mine: '1', theirs: 'before try 0' })
  })

  it('recreates deleted objects with their dependents, status and field owners', async () => {
    steps = []
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const whole = await cluster.admin.create(DEPLOYMENTS, {
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    })
    const child = await cluster.admin.create(MAPS, {
      metadata: {
        name: 'child',
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: whole.metadata.uid }],
      },
    })
    const status = { ...(whole['status'] as object), observedGeneration: 1, replicas: 3 }
    const before: ApiObject = await cluster.admin.update<ApiObject>(
      DEPLOYMENTS,
      { ...whole, status },
      { subresource: 'status' },
    )
    fallen = [{ target: MAPS, name: 'child', object: child }]
    await person.delete(DEPLOYMENTS, 'web')
    fallen = []
    await cluster.admin.delete(MAPS, 'child').catch(() => undefined)
    await undo()
    const now = await cluster.admin.get(DEPLOYMENTS, 'web')
    expect(now['spec']).toEqual(before['spec'])
    expect(now['status']).toEqual(before['status'])
    expect(ownersOf(now)).toEqual(ownersOf(before))
    const again = await cluster.admin.get(MAPS, 'child')
    expect(again.metadata.ownerReferences?.[0]?.uid).toBe(now.metadata.uid)
  })

  it('reports that a deletion waits for finalizers, or that the name exists', async () => {
    await made('held')
    await cluster.admin.patch(MAPS, 'held', 'merge', { metadata: { finalizers: ['example.com/hold'] } })
    await person.delete(MAPS, 'held')
    expect(await clashesOf(undo())).toEqual([expect.stringContaining('example.com/hold')])
    await cluster.admin.patch(MAPS, 'held', 'merge', { metadata: { finalizers: null } })
    await cluster.admin.create(MAPS, { metadata: { name: 'held' } })
    expect(await clashesOf(undo())).toEqual(['An object with this name was created since.'])
  })

  it('brings a deleted collection back', async () => {
    for (const name of ['one', 'two'])
      await cluster.admin.create(MAPS, { metadata: { name, labels: { set: 'x' } }, data: { name } })
    steps = []
    await person.deleteCollection(MAPS, { query: { labelSelector: 'set=x' } })
    expect(steps).toHaveLength(2)
    await undo()
    expect([await dataOf('one'), await dataOf('two')]).toEqual([{ name: 'one' }, { name: 'two' }])
  })

  it('undoes several changes of one object, the last one first', async () => {
    await made('twice')
    await person.patch(MAPS, 'twice', 'merge', { data: { a: '2' } })
    await person.patch(MAPS, 'twice', 'merge', { data: { a: '3' } })
    await undo()
    expect(await dataOf('twice')).toEqual({ a: '1' })
  })

  it.each([
    ['a read', () => person.get(MAPS, 'quiet')],
    ['a dry run', () => person.patch(MAPS, 'quiet', 'merge', { data: { a: '2' } }, { query: { dryRun: 'All' } })],
    ['a dry run in the body', () => person.delete(MAPS, 'quiet', { body: { dryRun: ['All'] } })],
    ['a patch that changes nothing', () => person.patch(MAPS, 'quiet', 'merge', { data: { a: '1' } })],
    ['a refusal', () => person.create(MAPS, { metadata: { name: 'quiet' } }).catch(() => undefined)],
  ])('notes nothing of %s', async (_title, ask) => {
    await made('quiet')
    await ask()
    expect(steps).toEqual([])
    await cluster.admin.delete(MAPS, 'quiet')
  })
})
