import { expect, it } from 'vitest'
import { Client } from '../../client/client'
import { retryOf } from '../state/retries'
import { LoadStopped, stopLoads, useOpenLoads } from '../state/loads'
import { LiveTable } from './live-table'

const until = async (test: () => boolean): Promise<void> => {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const row = (name: string, resourceVersion: string, cell: string) => ({
  cells: [name, cell],
  object: { metadata: { name, uid: name, resourceVersion } },
})
const table = (version: string, ...rows: unknown[]) => ({
  kind: 'Table',
  metadata: { resourceVersion: version },
  columnDefinitions: [{ name: 'Name' }, { name: 'Data' }],
  rows,
})
const status = (code: number, reason: string) =>
  Response.json({ kind: 'Status', code, reason, message: reason }, { status: code })

/** A server that answers lists with one row; each watch is answered by the next of the given ways, then stays open. */
function server(...watches: (() => Response)[]) {
  const asked: string[] = []
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const client = new Client((request) => {
    const query = new URL(request.url).searchParams
    asked.push(query.has('watch') ? `watch ${query.get('resourceVersion') ?? ''}` : 'list')
    if (!query.has('watch')) return Promise.resolve(Response.json(table('5', row('a', '3', '1'))))
    const way = watches.shift()
    if (way) return Promise.resolve(way())
    return Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            streams.push(controller)
          },
        }),
      ),
    )
  })
  const send = (type: string, object: unknown): void =>
    streams[0]?.enqueue(new TextEncoder().encode(`${JSON.stringify({ type, object })}\n`))
  return { client, asked, streams, send }
}
const TARGET = { group: '', version: 'v1', resource: 'configmaps' }

it('follows rows that come, change and go', async () => {
  const { client, asked, streams, send } = server()
  const live = new LiveTable(client, TARGET, {})
  const stop = live.start()
  await until(() => streams.length === 1)
  send('ADDED', table('6', row('b', '6', '2')))
  send('MODIFIED', table('7', row('a', '7', '3')))
  send('DELETED', table('8', row('b', '8', '2')))
  await until(() => live.snapshot().rows[0]?.changedAt !== undefined && live.snapshot().rows.length === 1)
  expect(live.snapshot()).toMatchObject({ phase: 'live', version: '8', rows: [{ cells: ['a', '3'] }] })
  expect(asked).toEqual(['list', 'watch 5'])
  stop()
})

it('lists again if its version has expired', async () => {
  const { client, asked, streams } = server(() => status(410, 'Expired'))
  const stop = new LiveTable(client, TARGET, {}).start()
  await until(() => streams.length === 1)
  expect(asked).toEqual(['list', 'watch 5', 'list', 'watch 5'])
  stop()
})

it('shows rows that may be listed and not watched', async () => {
  const { client } = server(() => status(403, 'Forbidden'))
  const live = new LiveTable(client, TARGET, {})
  const stop = live.start()
  await until(() => live.snapshot().phase === 'unwatched')
  expect(live.snapshot().error).toMatchObject({ code: 403 })
  stop()
})

it('can be stopped while it waits for its first rows, and resumed', async () => {
  const waits: (() => void)[] = []
  const slow = new Client(async (request) => {
    if (waits.length === 0) await new Promise<void>((resolve) => waits.push(resolve))
    request.signal.throwIfAborted()
    const watch = new URL(request.url).searchParams.has('watch')
    return watch ? new Response(new ReadableStream()) : Response.json(table('5', row('a', '3', '1')))
  })
  const live = new LiveTable(slow, TARGET, {})
  const stop = live.start()
  await until(() => waits.length === 1)
  stopLoads()
  const { phase, error } = live.snapshot()
  expect([phase, error instanceof LoadStopped]).toEqual(['failed', true])
  waits[0]?.()
  if (error instanceof LoadStopped) error.again()
  expect(live.snapshot().phase).toBe('loading')
  await until(() => live.snapshot().rows.length === 1)
  expect(useOpenLoads.getState().open.size).toBe(0)
  stop()
})

it('shows a failed watch until one is open again, and opens it at once when asked', async () => {
  const { client, asked, streams } = server(() => status(500, 'InternalError'))
  const live = new LiveTable(client, TARGET, {})
  const stop = live.start()
  await until(() => live.snapshot().phase === 'failed')
  expect(live.snapshot().rows).toHaveLength(1)
  retryOf(live.snapshot().error)?.()
  await until(() => live.snapshot().phase === 'live')
  expect(streams).toHaveLength(1)
  expect(asked).toEqual(['list', 'watch 5', 'list', 'watch 5'])
  stop()
})
