import { beforeAll, describe, expect, it } from 'vitest'
import { resourceInfo } from '../../queries/discovery.testing'
import { Client } from '../../../client/client'
import type { Target } from '../../../client/targets'
import { startHost } from '../../../control-plane-host'
import type { ApiObject } from '../../../machinery/object'
import { CLUSTER_ADMIN } from '../../../machinery/user'
import type { Control, ControlCalls } from '../../../server/control'
import { eventually } from '../../../testing/eventually'
import { hostWorld } from '../../../testing/host'
import { readDependents } from '../../queries/cascade'
import type { Discovery, ResourceInfo } from '../../queries/discovery'
import { applyUndo } from './apply-undo'
import { useUndo } from './changes'
import { recordedControl } from './recorded-control'
import { recorded } from './recorder'
import type { UndoStep } from './step'

// Each change is undone, and then every object of two namespaces is compared with what it was.

const MAPS: Target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
const SPACES: Target = { group: '', version: 'v1', resource: 'namespaces' }
const DEPLOYMENTS: Target = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' }
const DEFINITIONS: Target = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
const PEARS: Target = { group: 'fruit.example', version: 'v1', resource: 'pears', namespace: 'default' }

const info = ({ group, version, resource, namespace }: Target, kind: string): ResourceInfo =>
  resourceInfo(kind, {
    group,
    version,
    resource,
    namespaced: namespace !== undefined,
    verbs: ['list', 'get', 'delete'],
  })
const SERVED: Discovery = {
  groups: [],
  missing: [],
  resources: [
    info(MAPS, 'ConfigMap'),
    info(SPACES, 'Namespace'),
    info(DEPLOYMENTS, 'Deployment'),
    info(DEFINITIONS, 'CustomResourceDefinition'),
    info(PEARS, 'Pear'),
  ],
}

const { options } = hostWorld()
let host: Awaited<ReturnType<typeof startHost>>
let steps: UndoStep[] = []
/** The cluster before it had any of the objects below. */
let exported = ''
const admin = new Client((request) => host.fetch(request, { remote: 'tab', secure: true, user: CLUSTER_ADMIN }))
const person = new Client((request) =>
  recorded(
    request,
    (sent) => host.fetch(sent, { remote: 'tab', secure: true, user: CLUSTER_ADMIN }),
    admin,
    (deleted) => readDependents(admin, SERVED, deleted),
    (step) => steps.push(step),
  ),
)
const control = ((name, args) => host.control(name, args)) as Control

/** What a second creation or a second write necessarily changes. */
const VOLATILE = new Set(['resourceVersion', 'generation', 'creationTimestamp', 'time', 'lastUpdateTime'])
/** The namespaces of this test and their objects. */
const OURS = /^(?!\/events)\/.*\/(default|room)(\/|$)/

/** Every stored object by its key; a uid is the key of its object. */
async function everything(): Promise<Record<string, unknown>> {
  const { entries } = JSON.parse((await host.control('export', null)) as string) as {
    entries: { key: string; value: ApiObject }[]
  }
  const own = entries.filter(({ key }) => OURS.test(key))
  const text = JSON.stringify(Object.fromEntries(own.map(({ key, value }) => [key, value])), (name, member: unknown) =>
    VOLATILE.has(name) ? undefined : member,
  )
  const named = own.reduce((all, { key, value }) => all.replaceAll(value.metadata.uid ?? '-', key), text)
  return JSON.parse(named) as Record<string, unknown>
}

/** Replaces the stored data as the page does. */
async function replaced<N extends 'import' | 'reset'>(name: N, args: ControlCalls[N]['args']): Promise<void> {
  await recordedControl(control)(name, args)
  steps = [...(useUndo.getState().changes.at(-1)?.steps ?? [])]
}

/** Resolves when the deleted objects are gone, and the kept ones have lost their owner. */
const fallen = (): Promise<unknown> =>
  eventually(async () => {
    for (const step of steps) {
      if (step.did !== 'deleted') continue
      for (const { target, name } of [step, ...step.dependents])
        await expect(admin.get(target, name)).rejects.toMatchObject({ code: 404 })
      for (const { target, name } of step.orphans ?? [])
        expect((await admin.get(target, name)).metadata.ownerReferences).toBeUndefined()
    }
  })

const map = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data: { a: '1' },
})
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const applied = (data: Record<string, string>, fieldManager: string, force?: boolean) =>
  person.patch(
    MAPS,
    'subject',
    'apply',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'subject' }, data },
    {
      query: { fieldManager, ...(force && { force }) },
    },
  )

beforeAll(async () => {
  host = await startHost(options)
  exported = (await host.control('export', null)) as string
  const subject = await admin.patch(MAPS, 'subject', 'apply', map('subject', { labels: { team: 'one' } }), {
    query: { fieldManager: 'alice' },
  })
  await admin.create(MAPS, map('held', { finalizers: ['example.com/hold'] }))
  const owner = (object: ApiObject) => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: object.metadata.name, uid: object.metadata.uid }],
  })
  const child = await admin.create(MAPS, map('child', owner(subject)))
  await admin.create(MAPS, map('grandchild', owner(child)))
  const spec = { replicas: 2, selector: { matchLabels: { a: 'b' } }, template }
  await admin.create(DEPLOYMENTS, { metadata: { name: 'web' }, spec })
  await admin.create(SPACES, { metadata: { name: 'room' } })
  await admin.create({ ...MAPS, namespace: 'room' }, map('inside'))
  // Each namespace gets an account and a certificate by itself.
  await eventually(async () => {
    const keys = Object.keys(await everything())
    for (const space of ['default', 'room'])
      for (const own of [`serviceaccounts/${space}/default`, `configmaps/${space}/orch-root-ca.crt`])
        expect(keys).toContain(`/core/${own}`)
  })
})

describe('after its undo, all objects are as they were before', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a creation', () => person.create(MAPS, map('new'))],
    ['a creation with a generated name', () => person.create(MAPS, map('', { name: undefined, generateName: 'new-' }))],
    ['a creation by apply', () => person.patch(MAPS, 'new', 'apply', map('new'), { query: { fieldManager: 'alice' } })],
    ['an apply', () => applied({ a: '1', b: '2' }, 'alice')],
    ['an apply that gives up a field', () => applied({}, 'alice')],
    ['an apply that shares a field', () => applied({ a: '1' }, 'bob')],
    ['a forced apply', () => applied({ a: '2' }, 'bob', true)],
    ['a merge patch', () => person.patch(MAPS, 'subject', 'merge', { data: { a: null, b: '2' } })],
    ['a JSON patch', () => person.patch(MAPS, 'subject', 'json', [{ op: 'remove', path: '/metadata/labels' }])],
    [
      'a strategic merge patch',
      () =>
        person.patch(DEPLOYMENTS, 'web', 'strategic', {
          spec: { template: { spec: { containers: [{ name: 'more', image: 'j' }] } } },
        }),
    ],
    ['an update', async () => person.update(MAPS, { ...(await admin.get(MAPS, 'subject')), data: { c: '3' } })],
    [
      'a new size',
      () => person.patch(DEPLOYMENTS, 'web', 'merge', { spec: { replicas: 5 } }, { subresource: 'scale' }),
    ],
    [
      'a status',
      () => person.patch(DEPLOYMENTS, 'web', 'merge', { status: { replicas: 7 } }, { subresource: 'status' }),
    ],
    [
      'a finalizer that is added',
      () => person.patch(MAPS, 'subject', 'merge', { metadata: { finalizers: ['x.y/z'] } }),
    ],
    ['a finalizer that is removed', () => person.patch(MAPS, 'held', 'merge', { metadata: { finalizers: [] } })],
    ['a deletion', () => person.delete(MAPS, 'grandchild')],
    ['a deletion of an owner', () => person.delete(MAPS, 'subject')],
    [
      'a deletion in the foreground',
      () => person.delete(MAPS, 'subject', { query: { propagationPolicy: 'Foreground' } }),
    ],
    [
      'a deletion that leaves dependents behind',
      () => person.delete(MAPS, 'subject', { query: { propagationPolicy: 'Orphan' } }),
    ],
    ['a deletion of a collection', () => person.deleteCollection(MAPS, { query: { labelSelector: 'team=one' } })],
    ['a deletion of a namespace', () => person.delete(SPACES, 'room')],
    ['an import', () => replaced('import', { text: exported, mode: 'replace' })],
    ['a reset', () => replaced('reset', null)],
  ])('%s', async (_title, change) => {
    const before = await everything()
    steps = []
    await change()
    expect(await everything()).not.toEqual(before)
    await fallen()
    await applyUndo({ reader: admin, writer: admin, control }, steps)
    await eventually(async () => expect(await everything()).toEqual(before))
  })
})
