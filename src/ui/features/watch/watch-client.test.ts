import { expect, it } from 'vitest'
import { Client } from '../../../client/client'
import { announceRights } from '../../state/rights'
import { WatchClient } from './watch-client'

const until = async (test: () => boolean): Promise<void> => {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const item = (name: string, resourceVersion: string) => ({ kind: 'ConfigMap', metadata: { name, resourceVersion } })
const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`

/** A server whose history can be cut: watches from before the cut are refused. */
function server() {
  const state = {
    revision: 5,
    cut: 0,
    items: [item('a', '3')],
    streams: [] as ReadableStreamDefaultController<Uint8Array>[],
  }
  const client = new Client(async (request) => {
    const query = new URL(request.url).searchParams
    if (!query.has('watch'))
      return Response.json({
        kind: 'ConfigMapList',
        metadata: { resourceVersion: String(state.revision) },
        items: state.items,
      })
    if (Number(query.get('resourceVersion')) < state.cut)
      return Response.json(
        { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' },
        { status: 410 },
      )
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          state.streams.push(controller)
          request.signal.addEventListener('abort', () => controller.error(new Error('aborted')))
        },
      }),
    )
  })
  return { state, client }
}

it('gets 410 after sleeping too long, lists again and resumes watching', async () => {
  const { state, client } = server()
  const watcher = new WatchClient(client, { group: '', version: 'v1', resource: 'configmaps' })
  const types = () =>
    watcher
      .snapshot()
      .log.map((entry) => entry.type)
      .reverse()
  watcher.start()
  await until(() => state.streams.length === 1)
  state.streams[0]?.enqueue(
    new TextEncoder().encode(
      line('ADDED', item('b', '6')) + line('BOOKMARK', item('', '7')) + line('DELETED', item('a', '8')),
    ),
  )
  await until(() => types().includes('DELETED'))
  expect([...watcher.snapshot().items.keys()]).toEqual(['b'])
  watcher.sleep()
  expect(watcher.snapshot()).toMatchObject({ phase: 'asleep', version: '8' })
  state.cut = 20
  state.revision = 30
  state.items = [item('c', '30')]
  watcher.start()
  await until(() => state.streams.length === 2)
  expect(types()).toEqual(['LIST', 'WATCH', 'ADDED', 'BOOKMARK', 'DELETED', 'SLEEP', 'WATCH', 'GONE', 'LIST', 'WATCH'])
  expect([...watcher.snapshot().items.keys()]).toEqual(['c'])
  watcher.dispose()
})

it.each([
  ['the connection breaks', 0, ['WATCH', 'FAILED', 'WATCH', 'RESUMED'], 'from resourceVersion 6'],
  [
    'the connection breaks and its version is gone',
    20,
    ['WATCH', 'FAILED', 'WATCH', 'GONE', 'LIST', 'WATCH', 'RESUMED'],
    'by a new list, at resourceVersion 30',
  ],
])('says how it went on after %s', async (_case, cut, types, resumed) => {
  const { state, client } = server()
  const watcher = new WatchClient(client, { group: '', version: 'v1', resource: 'configmaps' })
  const logged = () => watcher.snapshot().log.map(({ type }) => type)
  watcher.start()
  await until(() => state.streams.length === 1)
  state.streams[0]?.enqueue(new TextEncoder().encode(line('ADDED', item('b', '6'))))
  await until(() => logged().includes('ADDED'))
  expect(watcher.snapshot().resumed).toBeUndefined()
  state.cut = cut
  state.revision = 30
  state.streams[0]?.error(new Error('connection reset'))
  await until(() => logged().includes('RESUMED'))
  expect(watcher.snapshot()).toMatchObject({ phase: 'watching', error: undefined, resumed })
  expect(logged().reverse()).toEqual(['LIST', 'WATCH', 'ADDED', ...types.slice(1)])
  watcher.dispose()
})

it('repeats a refused request when rights change', async () => {
  let allowed = false
  const client = new Client((request) =>
    Promise.resolve(
      !allowed
        ? Response.json({ kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' }, { status: 403 })
        : new URL(request.url).searchParams.has('watch')
          ? new Response(new ReadableStream())
          : Response.json({ kind: 'ConfigMapList', metadata: { resourceVersion: '5' }, items: [] }),
    ),
  )
  const watcher = new WatchClient(client, { group: '', version: 'v1', resource: 'configmaps' })
  watcher.start()
  await until(() => watcher.snapshot().phase === 'failed')
  allowed = true
  announceRights()
  await until(() => watcher.snapshot().phase === 'watching')
  expect(watcher.snapshot().resumed).toBe('by a new list, at resourceVersion 5')
  watcher.dispose()
})
