import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createControlPlane } from '../control-plane'
import { createControllableClock } from '../machinery/controllable-clock'
import { cryptoRandom } from '../machinery/random'
import { createSystemClock } from '../machinery/system-clock'
import { requestWith } from '../machinery/request'
import type { Store } from '../store/store'
import { until } from '../testing/until'
import { EtcdConnection } from './connection'
import { ETCD_MISSING, HAS_ETCD, startEtcd, type TestEtcd } from './etcd.testing'
import { openEtcd } from './open-etcd'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: { readonly metadata: { readonly resourceVersion: string }; readonly [name: string]: unknown }
}

let etcd: TestEtcd
let prefixes = 0
const running: { stop(): Promise<void> }[] = []

interface Orchard {
  readonly store: Store
  leads(): boolean
  fetch(method: string, path: string, body?: object, token?: string, type?: string): Promise<Response>
  send(method: string, path: string, body?: object, token?: string, type?: string): Promise<Answer>
  stop(): Promise<void>
}

/** One of several servers over the etcd. */
async function startOrchard(prefix: string): Promise<Orchard> {
  const messages: string[] = []
  const clock = createControllableClock(createSystemClock())
  const log = (message: string): void => void messages.push(message)
  const opened = await openEtcd({
    servers: [etcd.url],
    prefix,
    clock,
    realTime: createSystemClock(),
    crypto,
    report: log,
  })
  const plane = await createControlPlane({
    ...opened,
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: { fetch: () => Promise.reject(new Error('nobody answers')) },
    argv: ['--release=1.25', '--token-auth-file=tokens', '--service-cluster-ip-range=10.0.0.0/28'],
    files: { read: () => Promise.resolve('admin,admin,1,"system:masters"\n') },
    serverUrl: 'https://192.0.2.1',
    log,
  })
  await plane.ready
  let stopped: Promise<void> | undefined
  const orchard: Orchard = {
    store: opened.store,
    leads: () =>
      messages
        .filter((line) => line.startsWith('this server'))
        .at(-1)
        ?.startsWith('this server is the leader') ?? false,
    fetch: (method: string, path: string, body?: object, token = 'admin', type = 'application/json') =>
      plane.fetch(
        requestWith(`http://orchard.invalid${path}`, {
          method,
          headers: [
            ['authorization', `Bearer ${token}`],
            ['content-type', type],
          ],
          ...(body && { body: JSON.stringify(body) }),
        }),
        { remote: 'test', secure: true },
      ),
    async send(...args) {
      const response = await orchard.fetch(...args)
      const text = await response.text()
      const body = JSON.parse(text.startsWith('{') ? text : '{}') as Answer['body']
      return { status: response.status, headers: response.headers, body }
    },
    stop: () =>
      (stopped ??= (async () => {
        await plane.stop()
        await opened.store.close()
      })()),
  }
  running.push(orchard)
  return orchard
}

/** Reads events of a watch one after the other. */
function eventsOf(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  return {
    async next(): Promise<{ type: string; object: { metadata: { name: string; resourceVersion: string } } }> {
      for (;;) {
        const end = text.indexOf('\n')
        if (end >= 0) {
          const line = text.slice(0, end)
          text = text.slice(end + 1)
          return JSON.parse(line) as never
        }
        const { value, done } = await reader.read()
        if (done) throw new Error('the watch ended')
        text += value
      }
    },
    cancel: () => reader.cancel(),
  }
}

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = (name: string, data: Record<string, string> = {}) => ({ metadata: { name }, data })
const newPrefix = (): string => `/orchard-${++prefixes}`

describe.skipIf(!HAS_ETCD)(`several servers over one etcd${ETCD_MISSING}`, () => {
  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterEach(async () => {
    for (const orchard of running.splice(0)) await orchard.stop()
  })
  afterAll(() => etcd.remove())

  it('are one cluster: what one writes the other reads and watches, with the same versions', async () => {
    const prefix = newPrefix()
    const [one, other] = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    const { body: made } = await one.send('POST', MAPS, map('shared'))
    const { body: read } = await other.send('GET', `${MAPS}/shared`)
    expect(read).toEqual(made)

    const from = made.metadata.resourceVersion
    const query = `?watch=true&fieldSelector=metadata.name=shared&resourceVersion=${from}`
    const watch = eventsOf(await other.fetch('GET', MAPS + query))
    const { body: changed } = await one.send('PUT', `${MAPS}/shared`, { ...made, data: { a: '1' } })
    const event = await watch.next()
    expect([event.type, event.object]).toEqual(['MODIFIED', changed])
    await watch.cancel()
    const resumed = eventsOf(await one.fetch('GET', MAPS + query))
    expect((await resumed.next()).object).toEqual(changed)
    await resumed.cancel()

    // Both write from the version that they both read: one of them loses, and the loser may try again.
    const answers = await Promise.all(
      [one, other].map((server, n) => server.send('PUT', `${MAPS}/shared`, { ...changed, data: { by: String(n) } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const patches = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? one : other).send(
          'PATCH',
          `${MAPS}/shared`,
          { data: { [`p${n}`]: 'x' } },
          'admin',
          'application/merge-patch+json',
        ),
      ),
    )
    expect(patches.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const { body: patched } = await one.send('GET', `${MAPS}/shared`)
    expect(Object.keys(patched['data'] as object)).toHaveLength(11)
  })

  it('accept each other’s tokens, and have one leader, which another server replaces', async () => {
    const prefix = newPrefix()
    const [one, other] = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    await until(
      () => [one, other].filter((server) => server.leads()).length,
      (leaders) => leaders === 1,
    )
    const [leader, follower] = one.leads() ? [one, other] : [other, one]
    // The account of a new namespace is the work of a controller.
    await follower.send('POST', '/api/v1/namespaces', { metadata: { name: 'first' } })
    const account = '/api/v1/namespaces/first/serviceaccounts/default'
    await until(
      () => follower.send('GET', account),
      ({ status }) => status === 200,
    )
    const { body: review } = await leader.send('POST', `${account}/token`, { spec: { audiences: [] } })
    const { token } = review['status'] as { token: string }
    const { body: self } = await follower.send(
      'POST',
      '/apis/authorization.orch.io/v1/selfsubjectaccessreviews',
      { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
      token,
    )
    expect(self['status']).toMatchObject({ allowed: false })

    await leader.stop()
    await until(() => follower.leads(), Boolean)
    await follower.send('POST', '/api/v1/namespaces', { metadata: { name: 'second' } })
    await until(
      () => follower.send('GET', '/api/v1/namespaces/second/serviceaccounts/default'),
      ({ status }) => status === 200,
    )
  })

  it('give no address or node port to two services', async () => {
    const prefix = newPrefix()
    const servers = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    const at = (n: number) => servers[n % 2] as Orchard
    const path = '/api/v1/namespaces/default/services'
    const service = (name: string, port: object = {}) => ({
      metadata: { name },
      spec: { type: 'NodePort', ports: [{ port: 80, ...port }] },
    })
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => at(n).send('POST', path, service(`s${n}`))))
    const specs = made.map(({ body }) => body['spec'] as { clusterIP: string; ports: { nodePort: number }[] })
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(12)
    expect(new Set(specs.map(({ ports }) => ports[0]?.nodePort)).size).toBe(12)

    // All of them: one may have been given the port that is asked for now.
    await Promise.all(made.map((_, n) => at(n).send('DELETE', `${path}/s${n}`)))
    const same = await Promise.all(
      [0, 1].map((n) => at(n).send('POST', path, service(`same${n}`, { nodePort: 32767 }))),
    )
    expect(same.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('together never exceed a quota', async () => {
    const prefix = newPrefix()
    const servers = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    const at = (n: number) => servers[n % 2] as Orchard
    const quota = '/api/v1/namespaces/default/resourcequotas'
    await at(0).send('POST', quota, { metadata: { name: 'few' }, spec: { hard: { secrets: '5' } } })
    await until(
      () => at(1).send('GET', `${quota}/few`),
      ({ body }) => (body['status'] as { used?: object }).used !== undefined,
    )
    const secrets = '/api/v1/namespaces/default/secrets'
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => at(n).send('POST', secrets, map(`s${n}`))))
    const { body } = await at(0).send('GET', secrets)
    const stored = (body['items'] as object[]).length
    expect([stored, stored <= 5]).toEqual([made.filter(({ status }) => status === 201).length, true])
  })

  it('go on with a list at another server, and forget with etcd what one of them compacts', async () => {
    const prefix = newPrefix()
    const [one, other] = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    for (const name of ['a', 'b', 'c'])
      await one.send('POST', MAPS, { ...map(name), metadata: { name, labels: { l: 'x' } } })
    const page = `${MAPS}?labelSelector=l%3Dx&limit=1`
    const { body: first } = await one.send('GET', page)
    const { resourceVersion: from, continue: token = '' } = first.metadata as Answer['body']['metadata'] & {
      continue?: string
    }
    await one.send('DELETE', `${MAPS}/b`)
    const next = `${page}&continue=${encodeURIComponent(token)}`
    const { body: second } = await other.send('GET', next)
    expect((second['items'] as Answer['body'][]).map(({ metadata }) => (metadata as { name?: string }).name)).toEqual([
      'b',
    ])

    const { body: newest } = await one.send('POST', MAPS, map('newest'))
    one.store.compact(Number(newest.metadata.resourceVersion))
    await one.stop()
    await other.stop()
    // What each of them has now is what etcd still has.
    const both = await Promise.all([startOrchard(prefix), startOrchard(prefix)])
    const watch = `${MAPS}?watch=true&resourceVersion=`
    for (const server of both) {
      const refused = await eventsOf(await server.fetch('GET', watch + from)).next()
      expect([refused.type, refused.object]).toMatchObject(['ERROR', { kind: 'Status', code: 410, reason: 'Expired' }])
      const expired = await server.send('GET', next)
      expect([expired.status, expired.body]).toMatchObject([410, { code: 410, reason: 'Expired' }])
      const resumed = eventsOf(
        await server.fetch('GET', `${watch}${newest.metadata.resourceVersion}&fieldSelector=metadata.name=after`),
      )
      await both[0].send('POST', MAPS, map('after'))
      expect((await resumed.next()).object.metadata.name).toBe('after')
      await resumed.cancel()
      await both[0].send('DELETE', `${MAPS}/after`)
    }
  })

  it('go on with what may be old while etcd is away, refuse the rest with the reason, and recover', async () => {
    const orchard = await startOrchard(newPrefix())
    await orchard.send('POST', MAPS, map('kept'))
    await etcd.kill()
    await until(
      () => orchard.send('GET', '/readyz'),
      ({ status }) => status === 500,
    )
    expect(await (await orchard.fetch('GET', '/readyz?verbose')).text()).toContain('[-]etcd failed')
    const [old, fresh, write] = [
      await orchard.send('GET', `${MAPS}/kept?resourceVersion=0`),
      await orchard.send('GET', `${MAPS}/kept`),
      await orchard.send('POST', MAPS, map('lost')),
    ]
    expect([old.status, fresh.status, write.status]).toEqual([200, 503, 503])
    expect(write.body).toMatchObject({
      reason: 'ServiceUnavailable',
      message: expect.stringContaining('etcd at') as string,
    })
    expect(write.headers.get('retry-after')).toBe('1')
    await etcd.start()
    await until(
      () => orchard.send('GET', '/readyz'),
      ({ status }) => status === 200,
    )
    expect((await orchard.send('POST', MAPS, map('again'))).status).toBe(201)
    expect((await orchard.send('GET', `${MAPS}/again`)).status).toBe(200)
  })

  it('refuse a prefix in other names or of another program', async () => {
    const prefix = newPrefix()
    const first = await startOrchard(prefix)
    await first.stop()
    const connection = new EtcdConnection([etcd.url])
    const key = `${prefix}/.orchard/label`
    const put = (value: string) => connection.txn({ compare: [], success: [{ request_put: { key, value } }] })
    await put('{"format":"orchard-etcd/1","names":"others"}')
    await expect(startOrchard(prefix)).rejects.toThrow('start with --names others')
    await put('what')
    await expect(startOrchard(prefix)).rejects.toThrow('of another form')
    connection.close()
  })
})
