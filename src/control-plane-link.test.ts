import { describe, expect, it } from 'vitest'
import { startHost } from './control-plane-host'
import type { LinkState } from './server/control'
import { askHost, hostWorld } from './testing/host'

const LINK = { argv: ['--release=1.20'], relay: 'ws://127.0.0.1:1/key', accepted: false }
const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
type Host = Awaited<ReturnType<typeof startHost>>
const link = (host: Host, args: unknown) => host.control('link', args) as Promise<LinkState>
const state = (host: Host) => link(host, { action: 'state' })

describe('a link and a cluster without content', () => {
  it('starts with the link and saves nothing', async () => {
    const { options, notes } = hostWorld()
    const host = await startHost(options, LINK)
    expect(await state(host)).toEqual({
      content: false,
      argv: LINK.argv,
      saved: [],
      trial: true,
      relay: LINK.relay,
      ask: false,
    })
    expect([notes.saved, notes.relays]).toEqual([[], [LINK.relay]])
    const next = await startHost(options)
    expect(await state(next)).toMatchObject({ argv: [], trial: false })
  })

  it('starts once with the flags of the state that it was made for, and keeps them', async () => {
    const { options, notes } = hostWorld()
    const host = await startHost(options, { argv: LINK.argv, accepted: false, own: true })
    expect(await state(host)).toMatchObject({ content: false, argv: LINK.argv, saved: LINK.argv, trial: false })
    expect(notes.saved).toEqual([LINK.argv])
    expect(await state(await startHost(options))).toMatchObject({ argv: LINK.argv, trial: false })
  })

  it('says nothing of flags of its own that do not run: making the state does', async () => {
    const { options } = hostWorld()
    const host = await startHost(options, { argv: ['--no-such-flag=1'], accepted: false, own: true })
    expect(await state(host)).not.toHaveProperty('error')
    await expect(host.control('reset', { argv: ['--no-such-flag=1'] })).rejects.toThrow('no-such-flag')
  })

  it('applies a link while it runs', async () => {
    const { options, notes } = hostWorld()
    const host = await startHost(options)
    expect(await link(host, { action: 'try', ...LINK })).toMatchObject({ argv: LINK.argv, trial: true, ask: false })
    expect(notes.saved).toEqual([])
  })

  it('keeps its own flags if those of the link do not work', async () => {
    const { options } = hostWorld()
    const host = await startHost(options, { argv: ['--no-such-flag=1'], accepted: false })
    expect(host.error()).toBeUndefined()
    expect(await state(host)).toMatchObject({
      argv: [],
      trial: false,
      error: expect.stringContaining('no-such-flag') as string,
    })
  })
})

describe('a cluster has content', () => {
  it.each<[string, boolean, (host: Host) => Promise<unknown>]>([
    ['a person has created something', true, (host) => askHost(host, 'POST', MAPS, map('mine'))],
    ['an object was deleted', true, (host) => askHost(host, 'DELETE', `${MAPS}/orch-root-ca.crt`)],
    ['settings were saved', true, (host) => host.control('restart', { argv: ['--release=1.24'] })],
    ['a service was given code', true, (host) => host.noteContent()],
    [
      'something was imported',
      true,
      async (host) => host.control('import', { text: await host.control('export', null) }),
    ],
    ['it was only read', false, (host) => askHost(host, 'GET', MAPS)],
    ['a write was only rehearsed', false, (host) => askHost(host, 'POST', `${MAPS}?dryRun=All`, map('mine'))],
    [
      'it was reviewed who may do something',
      false,
      (host) =>
        askHost(host, 'POST', '/apis/authorization.orch.io/v1/selfsubjectaccessreviews', {
          apiVersion: 'authorization.orch.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { nonResourceAttributes: { path: '/', verb: 'get' } },
        }),
    ],
    [
      'everything was reset',
      false,
      async (host) => {
        await askHost(host, 'POST', MAPS, map('mine'))
        await host.control('reset', null)
      },
    ],
  ])('when %s: %s', async (_what, content, act) => {
    const { options } = hostWorld()
    const host = await startHost(options)
    await act(host)
    expect((await state(host)).content).toBe(content)
    // The next start has it, too.
    expect((await state(await startHost(options))).content).toBe(content)
  })

  it('when its store was made by an earlier version', async () => {
    const { options, notes } = hostWorld()
    await startHost(options)
    notes.content = undefined
    expect((await state(await startHost(options, LINK))).content).toBe(true)
  })
})

describe('a link and a cluster with content', () => {
  const withContent = async () => {
    const world = hostWorld({}, ['--release=1.24'])
    const host = await startHost(world.options)
    return { ...world, host }
  }

  it.each([
    [
      'at the start',
      async ({ options }: Awaited<ReturnType<typeof withContent>>) => state(await startHost(options, LINK)),
    ],
    ['while it runs', ({ host }: Awaited<ReturnType<typeof withContent>>) => link(host, { action: 'try', ...LINK })],
    [
      'with a relay alone',
      ({ host }: Awaited<ReturnType<typeof withContent>>) =>
        link(host, { action: 'try', relay: LINK.relay, accepted: false }),
    ],
  ])('changes nothing %s', async (_when, open) => {
    const world = await withContent()
    const after = await open(world)
    expect(after).toMatchObject({ argv: ['--release=1.24'], saved: ['--release=1.24'], trial: false })
    expect(after.relay).toBeUndefined()
    expect([world.notes.saved, world.notes.relays]).toEqual([[['--release=1.24']], []])
  })

  it('asks, tries what the person agreed to without saving it, and goes back', async () => {
    const { host, notes } = await withContent()
    expect(await link(host, { action: 'try', ...LINK })).toMatchObject({ ask: true })
    expect(await link(host, { action: 'try', ...LINK, accepted: true })).toMatchObject({
      argv: LINK.argv,
      trial: true,
      relay: LINK.relay,
    })
    await host.control('restart', { argv: [...LINK.argv, '--anonymous-auth=false'] })
    expect([(await state(host)).trial, notes.saved]).toEqual([true, [['--release=1.24']]])
    expect(await link(host, { action: 'leave' })).toMatchObject({ argv: ['--release=1.24'], trial: false })
    expect(notes.relays).toEqual([LINK.relay, undefined])
  })

  it('saves what runs when the person says so, and nothing else', async () => {
    const { host, notes } = await withContent()
    await link(host, { action: 'try', ...LINK, accepted: true })
    expect(await link(host, { action: 'save' })).toMatchObject({ saved: LINK.argv, trial: false })
    expect(notes.saved.at(-1)).toEqual(LINK.argv)
  })

  it('rejects flags that do not work, and continues unchanged', async () => {
    const { host, notes } = await withContent()
    const bad = { action: 'try', argv: ['--no-such-flag=1'], relay: LINK.relay, accepted: true }
    await expect(link(host, bad)).rejects.toThrow('no-such-flag')
    expect(await state(host)).toMatchObject({ argv: ['--release=1.24'], trial: false })
    expect(notes.relays).toEqual([LINK.relay, undefined])
  })
})
