import { describe, expect, it } from 'vitest'
import { startHost } from './control-plane-host'
import { askHost, hostWorld } from './testing/host'
import { createMemoryStore } from './store/memory'
import { type Store, StoreError } from './store/store'
import { until } from './testing/until'
import { convertEntry } from './names/convert'
import { foreignWord } from './names/dictionary'
import { ALL_NAMES, type Names } from './names/sets'
import type { StoredEntry } from './store/transfer'

const [world, ask] = [hostWorld, askHost]
type Host = Awaited<ReturnType<typeof startHost>>
const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const minorOf = async (host: Host) => ((await (await ask(host, 'GET', '/version')).json()) as { minor: string }).minor

describe('a control plane that can be restarted', () => {
  it('has the start state when it answers for the first time', async () => {
    const { options } = world()
    const host = await startHost(options)
    expect(host.error()).toBeUndefined()
    expect((await ask(host, 'GET', '/api/v1/namespaces/orch-system')).status).toBe(200)
  })

  it('restarts with other flags over the same store, and remembers them', async () => {
    const { options, notes } = world({}, ['--release=1.20'])
    const host = await startHost(options)
    await ask(host, 'POST', MAPS, map('kept'))
    expect(await minorOf(host)).toBe('20')
    await host.control('restart', { argv: ['--release=1.24'] })
    expect(await minorOf(host)).toBe('24')
    expect((await ask(host, 'GET', `${MAPS}/kept`)).status).toBe(200)
    expect(await host.control('flags', null)).toEqual({ argv: ['--release=1.24'] })
    expect([notes.saved, notes.opened.length]).toEqual([[['--release=1.20'], ['--release=1.24']], 1])
  })

  it('fills the default roles also if it restarts during its first start', async () => {
    const { options } = world()
    const host = await startHost(options)
    await host.control('restart', { argv: ['--authorization-mode=Node,RBAC'] })
    await host.control('rest', null)
    const edit = await ask(host, 'GET', '/apis/rbac.authorization.orch.io/v1/clusterroles/edit')
    expect(((await edit.json()) as { rules: unknown[] | null }).rules?.length).toBeGreaterThan(5)
  })

  it('restarts while its clock is held', async () => {
    const { options, clock } = world()
    const host = await startHost(options)
    clock.hold()
    await host.control('restart', { argv: ['--release=1.21'] })
    expect(await minorOf(host)).toBe('21')
  })

  it.each([
    ['a flag that does not exist', ['--no-such-flag=1'], /no-such-flag/],
    ['a value that is none', ['--release=9.99'], /release|9\.99/],
    ['a file that can’t be read', ['--token-auth-file=/nowhere'], /nowhere/],
  ])('rejects %s and continues unchanged', async (_what, argv, message) => {
    const { options, notes } = world({}, ['--release=1.22'])
    const host = await startHost(options)
    await expect(host.control('restart', { argv })).rejects.toThrow(message)
    expect(await minorOf(host)).toBe('22')
    expect([host.error(), notes.saved]).toEqual([undefined, [['--release=1.22']]])
  })

  it('ends the watches of its former run', async () => {
    const { options } = world()
    const host = await startHost(options)
    const watch = await ask(host, 'GET', `${MAPS}?watch=true`)
    const reading = watch.text()
    await host.control('restart', { argv: [] })
    expect(await reading).not.toContain('ERROR')
  })

  it.each<[string, Error, number]>([
    ['opens as soon as its store does', new StoreError('blocked', 'held by another tab'), 200],
    ['opens when the browser’s fault has passed', new DOMException('Internal error.', 'UnknownError'), 200],
    ['stays down over a store that is damaged', new StoreError('unreadable', 'damaged'), 503],
  ])('%s', async (_what, error, status) => {
    const waits: number[] = []
    let again = (): void => undefined
    let tries = 0
    const { options } = world({
      openStore: async () => {
        if (++tries < 4) throw error
        return createMemoryStore({ clock: options.clock })
      },
    })
    const later = (ms: number, run: () => void): void => {
      waits.push(ms)
      again = run
    }
    const host = await startHost({ ...options, later })
    expect(host.error()).toContain(error.message)
    const told: (string | undefined)[] = []
    host.onState(() => told.push(host.error()))
    for (let round = 0; round < 3; round++) {
      again()
      await ask(host, 'GET', '/version')
    }
    expect((await ask(host, 'GET', '/version')).status).toBe(status)
    if (status === 200) expect([waits, told.at(-1)]).toEqual([[1_000, 2_000, 4_000], undefined])
    else expect([waits, tries]).toEqual([[], 1])
  })

  it('is not started twice when a person was faster', async () => {
    let again = (): void => undefined
    let failing = true
    const { options, notes } = world({
      openStore: async () => {
        if (failing) throw new StoreError('blocked', 'held by another tab')
        const store = createMemoryStore({ clock: options.clock })
        notes.opened.push(store)
        return store
      },
    })
    const host = await startHost({ ...options, later: (_ms, run) => (again = run) })
    failing = false
    const restarted = host.control('restart', { argv: ['--release=1.24'] })
    again()
    await restarted
    expect(await minorOf(host)).toBe('24')
    expect(notes.opened.length).toBe(1)
  })

  it('answers requests while a change of flags hangs', async () => {
    let open = (): Promise<Store> => Promise.reject(new StoreError('blocked', 'held by another tab'))
    const { options } = world({ openStore: () => open() })
    const waits: number[] = []
    let elapse = (): void => undefined
    const pause = (ms: number) => new Promise<void>((resolve) => (waits.push(ms), (elapse = resolve)))
    const host = await startHost({ ...options, pause })
    open = () => new Promise(() => undefined)
    const restart = host.control('restart', { argv: ['--release=1.24'] })
    restart.catch(() => undefined) // it hangs for good
    const answer = ask(host, 'GET', '/version')
    await until(
      () => waits.length,
      (count) => count > 0,
    )
    elapse()
    expect([(await answer).status, (await answer).headers.get('retry-after') !== null, waits]).toEqual([
      503,
      true,
      [60_000],
    ])
  })

  it('reports why it cannot start, and starts with corrected flags', async () => {
    const { options } = world({}, ['--release=nonsense'])
    const host = await startHost(options)
    const states: (string | undefined)[] = []
    host.onState(() => states.push(host.error()))
    const answer = await ask(host, 'GET', '/version')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(((await answer.json()) as { message: string }).message).toContain('nonsense')
    expect(await host.control('flags', null)).toMatchObject({ argv: ['--release=nonsense'], error: host.error() })
    await host.control('restart', { argv: [] })
    expect((await ask(host, 'GET', '/version')).status).toBe(200)
    expect(states).toEqual([undefined])
  })
})

describe('export, import and reset', () => {
  it('move everything to another cluster', async () => {
    const [from, to] = await Promise.all([startHost(world().options), startHost(world().options)])
    await ask(from, 'POST', MAPS, map('moved'))
    await ask(to, 'POST', MAPS, map('gone'))
    await to.control('import', { text: await from.control('export', null) })
    const statuses = await Promise.all(
      ['moved', 'gone'].map(async (name) => (await ask(to, 'GET', `${MAPS}/${name}`)).status),
    )
    expect(statuses).toEqual([200, 404])
  })

  it('convert what comes from a cluster in the other names', async () => {
    const [from, to] = await Promise.all([startHost(world().options), startHost(world().options)])
    const roles = '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles'
    const rules = [{ apiGroups: ['networking.orch.io'], resources: ['ingresses'], verbs: ['get'] }]
    await ask(from, 'POST', roles, { metadata: { name: 'r', labels: { 'app.orch.io/name': 'shop' } }, rules })
    await ask(from, 'POST', MAPS, { ...map('m'), data: { note: 'rbac.authorization.orch.io/v1' } })
    const text = (await from.control('export', null)) as string
    const own = JSON.parse(text) as { names: Names; entries: StoredEntry[] }
    expect(foreignWord(text, own.names)).toBeUndefined()
    const other = ALL_NAMES.find((names) => names !== own.names) ?? own.names
    const entries = own.entries.map((entry) => convertEntry(entry, other))
    const role = entries.find(({ value }) => JSON.stringify(value).includes('ingresses'))
    expect(foreignWord(JSON.stringify(role), other)).toBeUndefined()
    await to.control('import', { text: JSON.stringify({ ...own, names: other, entries }) })
    const [wanted, found] = await Promise.all(
      [from, to].map(async (host) => (await ask(host, 'GET', `${roles}/r`)).json() as Promise<{ metadata: object }>),
    )
    expect({ ...found, metadata: {} }).toEqual({ ...wanted, metadata: {} })
    expect(found?.metadata).toMatchObject({ labels: { 'app.orch.io/name': 'shop' } })
    const [content] = entries.filter(({ key }) => key.endsWith('/default/m'))
    expect(content?.value).toMatchObject({ data: { note: 'rbac.authorization.orch.io/v1' } })
  })

  it('reject files that are not exports and change nothing', async () => {
    const host = await startHost(world().options)
    await ask(host, 'POST', MAPS, map('kept'))
    await expect(host.control('import', { text: '{}' })).rejects.toThrow('not an export')
    expect((await ask(host, 'GET', `${MAPS}/kept`)).status).toBe(200)
  })

  it('start with the first state, and versions that go on', async () => {
    const { options, notes } = world()
    const host = await startHost(options)
    const made = (await (await ask(host, 'POST', MAPS, map('gone'))).json()) as {
      metadata: { resourceVersion: string }
    }
    await host.control('reset', null)
    const list = (await (await ask(host, 'GET', MAPS)).json()) as {
      items: { metadata: { name: string } }[]
      metadata: { resourceVersion: string }
    }
    expect(list.items.map(({ metadata }) => metadata.name)).not.toContain('gone')
    expect(Number(list.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion))
    expect((await ask(host, 'GET', '/api/v1/namespaces/default')).status).toBe(200)
    expect(notes.forgotten).toBe(1)
  })

  it('start with the first state under other flags, in one start', async () => {
    const { options, notes } = world({}, ['--release=1.20'])
    const host = await startHost(options)
    await ask(host, 'POST', MAPS, map('gone'))
    let changes = 0
    host.onState(() => changes++)
    await host.control('reset', { argv: ['--release=1.24'] })
    expect(changes).toBe(1)
    expect([await minorOf(host), (await ask(host, 'GET', `${MAPS}/gone`)).status]).toEqual(['24', 404])
    expect(notes.saved.at(-1)).toEqual(['--release=1.24'])
  })

  it.each([
    ['before anything is deleted', ['--no-such-flag=1'], 200],
    ['and go on with the former ones', ['--token-auth-file=/nowhere'], 404],
  ])('refuse flags that do not run %s', async (_what, argv, kept) => {
    const { options, notes } = world({}, ['--release=1.22'])
    const host = await startHost(options)
    await ask(host, 'POST', MAPS, map('mine'))
    await expect(host.control('reset', { argv })).rejects.toThrow()
    expect([await minorOf(host), (await ask(host, 'GET', `${MAPS}/mine`)).status]).toEqual(['22', kept])
    expect(notes.saved).toEqual([['--release=1.22']])
  })

  it('are the way out of a store that can’t be read', async () => {
    let broken = true
    const { options, notes, clock } = world({
      openStore: async () => {
        if (broken) throw new StoreError('unreadable', 'the database can’t be read')
        return createMemoryStore({ clock })
      },
      deleteStore: async () => {
        broken = false
      },
    })
    const host = await startHost(options)
    expect(host.error()).toContain('can’t be read')
    expect((await ask(host, 'GET', '/version')).status).toBe(503)
    expect(await host.control('export', null)).toBe('rescued')
    await host.control('reset', null)
    expect([host.error(), (await ask(host, 'GET', '/api/v1/namespaces/default')).status, notes.forgotten]).toEqual([
      undefined,
      200,
      1,
    ])
  })
})
