import { describe, expect, it } from 'vitest'
import { startHost } from './control-plane-host'
import { writeJson } from './machinery/json-text'
import { CLUSTER_ADMIN } from './machinery/user'
import { memoryPlace } from './storage/memory'
import { filesPlace } from './storage/files'
import type { StorePlace } from './storage/provider'
import { fakeFiles } from './store/files/fake-files.testing'
import { askHost, hostWorld } from './testing/host'

const MAPS = '/api/v1/namespaces/default/configmaps'

/** A host whose database and files are both fake files. */
function world(saved: readonly string[], broken: Partial<StorePlace> = {}) {
  const [database, files] = [fakeFiles(), fakeFiles()]
  const { options, notes } = hostWorld({}, saved)
  const { clock, storage } = options
  const placeIn = (set: typeof files, more: Partial<StorePlace>): StorePlace => ({
    ...filesPlace({
      clock,
      files: set,
      durability: 'relaxed',
      keys: storage.keys,
      pause: () => Promise.resolve(),
      report: (problem) => notes.logged.push(String(problem)),
    }),
    ...more,
  })
  const place = async ({ medium }: { medium: string }) => {
    if (medium === 'memory') return memoryPlace(clock, storage.keys)
    return medium === 'files' ? placeIn(files, broken) : placeIn(database, { medium: 'indexeddb' })
  }
  return { options: { ...options, storage: { ...storage, place } }, notes, database }
}
type Host = Awaited<ReturnType<typeof startHost>>
const make = (host: Host, name: string) =>
  askHost(host, 'POST', MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
const read = async (host: Host, name: string) => {
  const answer = await askHost(host, 'GET', `${MAPS}/${name}`)
  return answer.ok ? ((await answer.json()) as unknown) : answer.status
}
const medium = async (host: Host) => (await host.control('medium', { action: 'state' })) as { medium: string }

it('passes on what programs outside send', async () => {
  const { options } = world([])
  const host = await startHost(options)
  const told: unknown[] = []
  host.onEvent((name, payload) => {
    if (name === 'outside') told.push(payload)
  })
  await host.control('observe', { outside: true })
  const sent = new Request(`https://orchard.invalid${MAPS}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: writeJson({ metadata: { name: 'sent' } }),
  })
  await host.fetch(sent, { remote: '10.0.0.1', secure: true, user: CLUSTER_ADMIN })
  await expect.poll(() => told).toEqual([expect.objectContaining({ method: 'POST', path: MAPS, status: 201 })])
})

describe('a store', () => {
  it('moves to another medium with its objects, and is deleted where it was', async () => {
    const { options, notes, database } = world(['--release=1.24'])
    const host = await startHost(options)
    await make(host, 'kept')
    const before = await read(host, 'kept')
    expect(await host.control('medium', { action: 'move', medium: 'files' })).toEqual({
      medium: 'files',
      durability: 'relaxed',
    })
    expect(await read(host, 'kept')).toEqual(before)
    expect([notes.saved.at(-1), database.contents.size]).toEqual([['--release=1.24', '--store=files'], 0])
    const next = await startHost({ ...options })
    expect(next.error()).toContain('held')
  })

  it('stays where it was when the copy can’t be written', async () => {
    const { options, notes } = world([], { replace: () => Promise.reject(new Error('no space')) })
    const host = await startHost(options)
    await make(host, 'kept')
    await expect(host.control('medium', { action: 'move', medium: 'files' })).rejects.toThrow('no space')
    expect([await medium(host), host.error(), notes.saved]).toEqual([
      { medium: 'indexeddb', durability: 'relaxed' },
      undefined,
      [[]],
    ])
    expect(await read(host, 'kept')).toHaveProperty('metadata.name', 'kept')
  })

  it('that is chosen by a flag does not change the others', async () => {
    const { options } = world([])
    const host = await startHost(options)
    await make(host, 'kept')
    await host.control('restart', { argv: ['--store=memory'] })
    expect([await medium(host), await read(host, 'kept')]).toEqual([{ medium: 'memory', durability: 'relaxed' }, 404])
    await make(host, 'fleeting')
    // What does not run takes nothing away: memory is still open.
    await expect(host.control('restart', { argv: ['--token-auth-file=/nowhere'] })).rejects.toThrow('/nowhere')
    expect(await read(host, 'fleeting')).toHaveProperty('metadata.name', 'fleeting')
    await host.control('restart', { argv: [] })
    expect([await medium(host), await read(host, 'fleeting')]).toEqual([
      { medium: 'indexeddb', durability: 'relaxed' },
      404,
    ])
    expect(await read(host, 'kept')).toHaveProperty('metadata.name', 'kept')
  })

  it('does not move while the settings of a link are tried', async () => {
    const { options } = world([])
    const host = await startHost(options, { argv: ['--release=1.20'], accepted: false })
    await expect(host.control('medium', { action: 'move', medium: 'files' })).rejects.toThrow('save or leave')
  })
})
