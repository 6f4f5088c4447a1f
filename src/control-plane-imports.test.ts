import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Host, startHost } from './control-plane-host'
import { eventually } from './testing/eventually'
import { askHost as ask, hostWorld } from './testing/host'

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const KEY = '/core/configmaps/default/x'
const X = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'default' } }
const ROLE = {
  apiVersion: 'rbac.authorization.orch.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'r' },
}
const DEFINITION = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'pears.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'pears', singular: 'pear', kind: 'Pear', listKind: 'PearList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}
const exportOf = (...entries: (readonly [string, unknown])[]) =>
  JSON.stringify({ format: 'orchard-store/1', entries: entries.map(([key, value]) => ({ key, value })) })
const found = async (host: Host, ...names: string[]) =>
  Promise.all(names.map(async (name) => (await ask(host, 'GET', `${MAPS}/${name}`)).status))

describe('an import that can’t be stored', () => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(hostWorld().options)
    await ask(host, 'POST', MAPS, map('present'))
  })

  it.each<[string, string, string]>([
    ['no export', '{}', 'not an export'],
    ['null', exportOf([KEY, null]), `entry 0 (${KEY}): must be a ConfigMap, not null`],
    [
      'a number',
      exportOf([KEY, X], ['/core/configmaps/default/y', 5]),
      'entry 1 (/core/configmaps/default/y): must be a',
    ],
    ['a list', exportOf([KEY, []]), 'must be a ConfigMap'],
    ['no metadata', exportOf([KEY, { apiVersion: 'v1', kind: 'ConfigMap' }]), 'metadata must be an object'],
    [
      'another name',
      exportOf([KEY, { ...X, metadata: { name: 'y', namespace: 'default' } }]),
      'metadata.name must be x',
    ],
    ['no namespace', exportOf([KEY, { ...X, metadata: { name: 'x' } }]), 'metadata.namespace must be default'],
    ['another kind', exportOf([KEY, { ...X, kind: 'Secret' }]), 'kind must be ConfigMap'],
    ['another version', exportOf([KEY, { ...X, apiVersion: 'v7' }]), 'apiVersion must be one of v1'],
    ['a field of another type', exportOf([KEY, { ...X, data: { a: 1 } }]), 'data'],
    ['an unknown field', exportOf([KEY, { ...X, dota: {} }]), 'unknown field dota'],
    ['an unknown kind', exportOf(['/core/plums/default/x', X]), 'no known kind is stored under this key'],
    ['an empty key', exportOf(['', X]), 'entry 0 (): no known kind'],
    ['a key without a name', exportOf(['/core/configmaps/default/', X]), 'a namespace and a name'],
    [
      'rules that are a number',
      exportOf(['/rbac.authorization.orch.io/clusterroles/r', { ...ROLE, rules: 5 }]),
      'rules',
    ],
    ['an object of no definition', exportOf(['/example.com/pears/p', {}]), 'no known kind'],
    [
      'an object that is none of its definition',
      exportOf(
        ['/apiextensions.orch.io/customresourcedefinitions/pears.example.com', DEFINITION],
        ['/example.com/pears/p', { apiVersion: 'example.com/v2', kind: 'Pear', metadata: { name: 'p' } }],
      ),
      'entry 1 (/example.com/pears/p): apiVersion must be a version of pears.example.com',
    ],
  ])('for %s is refused by its place, and nothing stops', async (_what, text, message) => {
    const state = vi.fn()
    const stop = host.onState(state)
    const watch = await ask(host, 'GET', `${MAPS}?watch=true`)
    const asked = host.control('import', { text })
    await expect(asked).rejects.toThrow(message)
    expect(state).not.toHaveBeenCalled()

    await ask(host, 'DELETE', `${MAPS}/present`)
    const reader = (watch.body as ReadableStream<Uint8Array>).getReader()
    let seen = ''
    while (!seen.includes('DELETED')) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the watch ended')
      seen += new TextDecoder().decode(value)
    }
    await ask(host, 'POST', MAPS, map('present'))
    await reader.cancel()
    stop()
  })
})

describe('an import', () => {
  it('restores custom types, roles, secrets and events of an export', async () => {
    const { options } = hostWorld()
    const host = await startHost(options)
    const made = [
      await ask(host, 'POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', DEFINITION),
      await ask(host, 'POST', '/apis/rbac.authorization.orch.io/v1/clusterroles', {
        ...ROLE,
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }),
      await ask(host, 'POST', '/api/v1/namespaces/default/secrets', {
        ...map('s'),
        kind: 'Secret',
        stringData: { password: 'secret' },
      }),
      await ask(host, 'POST', '/apis/apps/v1/namespaces/default/deployments', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } } }] },
          },
        },
      }),
      await ask(host, 'POST', '/api/v1/namespaces/default/events', {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'e' },
        involvedObject: { namespace: 'default', name: 'p' },
      }),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    await eventually(async () =>
      expect(
        (
          await ask(host, 'POST', '/apis/example.com/v1/pears', {
            apiVersion: 'example.com/v1',
            kind: 'Pear',
            metadata: { name: 'p' },
          })
        ).status,
      ).toBe(201),
    )
    const text = (await host.control('export', null)) as string
    const other = await startHost(hostWorld().options)
    await other.control('import', { text })
    expect(await other.control('export', null)).toContain('/example.com/pears/p')
    await eventually(async () => {
      expect((await ask(other, 'GET', '/readyz')).status).toBe(200)
      expect((await ask(other, 'GET', '/apis/example.com/v1/pears/p')).status).toBe(200)
    })
  }, 30_000)

  it('merges with what is there, and can be undone', async () => {
    const host = await startHost(hostWorld().options)
    await ask(host, 'POST', MAPS, map('first'))
    await host.control('import', { text: exportOf([KEY, X]), mode: 'merge' })
    expect(await found(host, 'first', 'x')).toEqual([200, 200])
    const { metadata } = (await (await ask(host, 'GET', `${MAPS}/x`)).json()) as { metadata: Record<string, string> }
    expect([metadata['uid'], metadata['creationTimestamp']]).toEqual([expect.any(String), expect.any(String)])
    await host.control('import', { text: exportOf([KEY, X]) })
    expect(await found(host, 'first', 'x')).toEqual([404, 200])
    await host.control('undo-import', null)
    expect(await found(host, 'first', 'x')).toEqual([200, 200])
    await expect(host.control('undo-import', null)).rejects.toThrow('no import to undo')
  }, 30_000)

  it('saves the replaced objects first, and keeps the previous undo if it fails', async () => {
    const world = hostWorld()
    const host = await startHost(world.options)
    const { imports } = world.options.storage
    await ask(host, 'POST', MAPS, map('first'))
    const [store] = world.notes.opened
    if (!store) throw new Error('no store is open')
    const commit = store.commit.bind(store)
    let left: unknown
    let fails = false
    vi.spyOn(store, 'commit').mockImplementation(async (write) => {
      if (write.key !== KEY) return commit(write)
      left = await imports.get('before')
      if (fails) throw new Error('no more space')
      return commit(write)
    })
    await host.control('import', { text: exportOf([KEY, X]), mode: 'merge' })
    expect(left).toContain('/default/first')
    fails = true
    const way = await imports.get('before')
    await ask(host, 'POST', MAPS, map('second'))
    await expect(host.control('import', { text: exportOf([KEY, X]), mode: 'merge' })).rejects.toThrow('no more space')
    expect(left).toContain('/default/second')
    expect(await imports.get('before')).toBe(way)
  }, 30_000)

  it('of nothing results in a cluster that becomes ready', async () => {
    const host = await startHost(hostWorld().options)
    await host.control('import', { text: exportOf() })
    await eventually(async () => expect((await ask(host, 'GET', '/readyz')).status).toBe(200))
    expect((await ask(host, 'GET', '/api/v1/namespaces/default')).status).toBe(200)
  }, 30_000)
})
