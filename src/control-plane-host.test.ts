import { describe, expect, it } from 'vitest'
import { type HostOptions, startHost } from './control-plane-host'
import { createHeldClock } from './machinery/held-clock'
import { cryptoRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import { CLUSTER_ADMIN } from './machinery/user'
import { createMemoryKeyStore } from './pki/key-store'
import { createMemoryStore } from './store/memory'
import { type Store, StoreError } from './store/store'

const ADMIN = { remote: 'tab', secure: true, user: CLUSTER_ADMIN }

function world(more: Partial<HostOptions> = {}) {
  const clock = createHeldClock(createSystemClock())
  const notes = {
    deleted: 0,
    forgotten: 0,
    saved: [] as (readonly string[])[],
    opened: [] as Store[],
    logged: [] as string[],
  }
  const options: HostOptions = {
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: { fetch: () => Promise.reject(new Error('there is no world outside')) },
    files: { read: (name) => Promise.reject(new Error(`no file ${name}`)) },
    keys: createMemoryKeyStore(),
    serverUrl: 'https://orchard.test',
    log: (message) => notes.logged.push(message),
    async openStore() {
      const store = createMemoryStore({ clock })
      notes.opened.push(store)
      return store
    },
    deleteStore: async () => void notes.deleted++,
    rescueStore: async () => 'rescued',
    forgetKeys: async () => void notes.forgotten++,
    settings: { load: async () => notes.saved.at(-1) ?? [], save: async (argv) => void notes.saved.push(argv) },
    ...more,
  }
  return { options, notes, clock }
}

type Host = Awaited<ReturnType<typeof startHost>>
const ask = (host: Host, method: string, path: string, body?: unknown) =>
  host.fetch(
    new Request(`https://orchard.test${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    ADMIN,
  )
const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const minorOf = async (host: Host) => ((await (await ask(host, 'GET', '/version')).json()) as { minor: string }).minor

describe('a control plane that can be started anew', () => {
  it('has the start state when it answers for the first time', async () => {
    const { options } = world()
    const host = await startHost(options)
    expect(host.error()).toBeUndefined()
    expect((await ask(host, 'GET', '/api/v1/namespaces/orch-system')).status).toBe(200)
  })

  it('restarts with other flags over the same store, and remembers them', async () => {
    const { options, notes } = world()
    const host = await startHost(options, ['--release=1.20'])
    await ask(host, 'POST', MAPS, map('kept'))
    expect(await minorOf(host)).toBe('20')
    await host.control('restart', { argv: ['--release=1.24'] })
    expect(await minorOf(host)).toBe('24')
    expect((await ask(host, 'GET', `${MAPS}/kept`)).status).toBe(200)
    expect(await host.control('flags', null)).toEqual({ argv: ['--release=1.24'] })
    expect([notes.saved, notes.opened.length]).toEqual([[['--release=1.20'], ['--release=1.24']], 1])
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
  ])('refuses %s and goes on as before', async (_what, argv, message) => {
    const { options, notes } = world()
    const host = await startHost(options, ['--release=1.22'])
    await expect(host.control('restart', { argv })).rejects.toThrow(message)
    expect(await minorOf(host)).toBe('22')
    expect([host.error(), notes.saved]).toEqual([undefined, [['--release=1.22']]])
  })

  it('ends the watches of its former life', async () => {
    const { options } = world()
    const host = await startHost(options)
    const watch = await ask(host, 'GET', `${MAPS}?watch=true`)
    const reading = watch.text()
    await host.control('restart', { argv: [] })
    expect(await reading).not.toContain('ERROR')
  })

  it('tells why it can’t live, and lives again with better flags', async () => {
    const { options } = world()
    const host = await startHost(options, ['--release=nonsense'])
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

  it('refuse what is no export and leave everything as it was', async () => {
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
