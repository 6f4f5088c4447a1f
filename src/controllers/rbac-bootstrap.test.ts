import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultRbacObjects } from '../authorization/default-roles'
import { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import { createFakeClock } from '../testing/fake-clock'
import { rule } from '../testing/rbac'
import { runClusterRoleAggregation } from './cluster-role-aggregation'
import { bootstrapRbac } from './rbac-bootstrap'

/** A server of just so much that controllers can list, watch and write: objects by path. */
class Shelf {
  readonly objects = new Map<string, ApiObject>()
  readonly writes: string[] = []
  private readonly watchers = new Set<{ prefix: string; send: (event: object) => void }>()
  private readonly open = new Set<Request>()
  /** Answers instead of the shelf, while it has some. */
  readonly faults: ((request: Request) => Response | undefined)[] = []
  private version = 1

  readonly client = new Client((request) => this.answer(request))

  put(path: string, object: ApiObject, type = this.objects.has(path) ? 'MODIFIED' : 'ADDED'): ApiObject {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.version) } }
    if (type === 'DELETED') this.objects.delete(path)
    else this.objects.set(path, stored)
    for (const { prefix, send } of this.watchers) if (path.startsWith(prefix)) send({ type, object: stored })
    return stored
  }
  private async answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const { pathname: path } = url
    const fault = this.faults[0]?.(request)
    if (fault) {
      this.faults.shift()
      return fault
    }
    if (url.searchParams.has('watch')) return this.watch(path, request)
    if (request.method !== 'GET') this.writes.push(`${request.method} ${decodeURIComponent(path)}`)
    const existing = this.objects.get(path)
    const status = (code: number, reason: string) => Response.json({ kind: 'Status', reason, code }, { status: code })
    if (request.method === 'POST') {
      const body = (await request.json()) as ApiObject
      return Response.json(this.put(`${path}/${encodeURIComponent(body.metadata.name ?? '')}`, body), { status: 201 })
    }
    if (request.method === 'PUT') {
      const body = (await request.json()) as ApiObject
      if (body.metadata.resourceVersion !== existing?.metadata.resourceVersion) return status(409, 'Conflict')
      return Response.json(this.put(path, body))
    }
    if (request.method === 'DELETE')
      return existing ? Response.json(this.put(path, existing, 'DELETED')) : status(404, 'NotFound')
    if (existing) return Response.json(existing)
    const items = [...this.objects].filter(([key]) => key.startsWith(`${path}/`)).map(([, object]) => object)
    const isCollection = /(roles|bindings)$/.test(path)
    return isCollection
      ? Response.json({ kind: 'List', metadata: { resourceVersion: String(this.version) }, items })
      : status(404, 'NotFound')
  }
  private watch(path: string, request: Request): Response {
    // A request without references is garbage-collected and gets no abort event.
    this.open.add(request)
    const { signal } = request
    const encoder = new TextEncoder()
    return new Response(
      new ReadableStream({
        start: (controller) => {
          const watcher = {
            prefix: `${path}/`,
            send: (event: object) => controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`)),
          }
          this.watchers.add(watcher)
          signal.addEventListener('abort', () => {
            this.open.delete(request)
            this.watchers.delete(watcher)
            controller.error(signal.reason)
          })
        },
      }),
    )
  }
}

const ROOT = '/apis/rbac.authorization.orch.io/v1'
const role = (name: string, labels: Record<string, string>, more: object): ApiObject => ({
  metadata: { name, labels },
  rules: null,
  ...more,
})
const clock = createFakeClock()
let shelf: Shelf
let stop: AbortController
let running: Promise<unknown>

beforeEach(() => {
  shelf = new Shelf()
  stop = new AbortController()
  running = Promise.resolve()
})
afterEach(async () => {
  stop.abort(new Error('stopped'))
  await running.catch(() => undefined)
})

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 10_000 && !holds(); i++) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(holds()).toBe(true)
}

describe('aggregation', () => {
  const rulesOf = (name: string) => JSON.stringify(shelf.objects.get(`${ROOT}/clusterroles/${name}`)?.['rules'] ?? [])

  it('fills roles, follows parts that come, change their labels and go, and writes nothing without need', async () => {
    const [a, b] = [rule('get a'), rule('list b')]
    shelf.put(
      `${ROOT}/clusterroles/all`,
      role('all', {}, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'x' } }] } }),
    )
    shelf.put(`${ROOT}/clusterroles/p1`, role('p1', { part: 'x' }, { rules: [a] }))
    running = runClusterRoleAggregation(shelf.client, shelf.client, clock, stop.signal)
    await until(() => rulesOf('all') === JSON.stringify([a]))
    shelf.put(`${ROOT}/clusterroles/p2`, role('p2', { part: 'x' }, { rules: [b] }))
    await until(() => rulesOf('all') === JSON.stringify([a, b]))
    shelf.put(`${ROOT}/clusterroles/p1`, role('p1', {}, { rules: [a] }))
    await until(() => rulesOf('all') === JSON.stringify([b]))
    const p2 = shelf.objects.get(`${ROOT}/clusterroles/p2`) as ApiObject
    shelf.put(`${ROOT}/clusterroles/p2`, p2, 'DELETED')
    await until(() => rulesOf('all') === '[]')
    expect(shelf.writes).toEqual(Array(4).fill(`PUT ${ROOT}/clusterroles/all`))
  })
})

describe('default roles', () => {
  const viewer = `${ROOT}/clusterroles/${encodeURIComponent('system:public-info-viewer')}`
  const bound = `${ROOT}/clusterrolebindings/${encodeURIComponent('system:public-info-viewer')}`
  const start = () => (running = bootstrapRbac(shelf.client, clock, stop.signal, 25))

  it('are created with their namespaces, and not changed if complete', async () => {
    await start()
    const rbac = [...shelf.objects.keys()].filter((path) => path.startsWith(ROOT))
    expect(rbac).toHaveLength(defaultRbacObjects(25).length)
    expect([...shelf.objects.keys()].filter((path) => path.startsWith('/api/v1')).sort()).toEqual([
      '/api/v1/namespaces/orch-public',
      '/api/v1/namespaces/orch-system',
    ])
    shelf.writes.length = 0
    await start()
    expect(shelf.writes).toEqual([])
  })

  it('are mended', async () => {
    await start()
    const [role, binding] = [shelf.objects.get(viewer) as ApiObject, shelf.objects.get(bound) as ApiObject]
    shelf.put(viewer, { ...role, rules: [rule('get extra')] })
    shelf.put(bound, { ...binding, roleRef: { ...(binding['roleRef'] as object), name: 'view' } })
    shelf.writes.length = 0
    await start()
    expect(shelf.objects.get(viewer)?.['rules']).toContainEqual(rule('get extra'))
    expect((shelf.objects.get(viewer)?.['rules'] as unknown[]).length).toBeGreaterThan(1)
    expect(shelf.objects.get(bound)).toMatchObject({ roleRef: { name: 'system:public-info-viewer' } })
    expect(shelf.writes.map((line) => line.split(' ')[0]).sort()).toEqual(['DELETE', 'POST', 'PUT'])
  })

  it('are tried again until all is done', async () => {
    shelf.faults.push(() => new Response('busy', { status: 503 }))
    let done = false
    const pending = start().then(() => {
      done = true
    })
    await until(() => done)
    await pending
    expect(shelf.objects.size).toBe(defaultRbacObjects(25).length + 2)
  })
})
