import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createControlPlane } from '../../src/control-plane'
import { createControllableClock } from '../../src/machinery/controllable-clock'
import { cryptoRandom } from '../../src/machinery/random'
import { createSystemClock } from '../../src/machinery/system-clock'
import { CLUSTER_ADMIN } from '../../src/machinery/user'
import { createMemoryKeyStore } from '../../src/pki/key-store'
import { createMemoryStore } from '../../src/store/memory'
import { configMap, fill, measure, runScenario, type Sample, type Send } from './scenario'

/** Results of the headless benchmark. */
export interface HeadlessResult {
  readonly samples: readonly Sample[]
  readonly memoryMb: number
  readonly stringify: Sample
  /** One write to 1,000 watchers, and to one. */
  readonly wide: { readonly thousand: Sample; readonly one: Sample }
}

/** The control plane in this process, called as a function. */
export async function runHeadless(): Promise<HeadlessResult> {
  const clock = createControllableClock(createSystemClock())
  const plane = await createControlPlane({
    store: createMemoryStore({ clock }),
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: { fetch: () => Promise.reject(new Error('there is no world outside')) },
    argv: [],
    files: { read: (name) => Promise.reject(new Error(`no file ${name}`)) },
    keys: createMemoryKeyStore(),
    serverUrl: 'http://bench',
    log: (message) => console.error(message),
  })
  await plane.ready
  const connection = { remote: 'bench', secure: true, user: CLUSTER_ADMIN }
  const send: Send = (method, path, body, contentType = 'application/json', signal = undefined) =>
    plane.fetch(
      new Request(`http://bench${path}`, {
        method,
        ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
        ...(signal && { signal }),
      }),
      connection,
    )
  const before = heapUsed()
  const samples = await runScenario(send, 'bench')
  const memoryMb = (heapUsed() - before) / 1024 / 1024
  const list = (await (await send('GET', '/api/v1/namespaces/bench/configmaps')).json()) as { items: unknown[] }
  const stringify = await measure('stringify 10,000', 5, async () => JSON.stringify(list.items))
  const wide = { one: await watched(send, 'narrow', 1), thousand: await watched(send, 'wide', 1_000) }
  await plane.stop()
  return { samples, memoryMb, stringify, wide }
}

// Without a garbage collection the number would depend on when the last one ran.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** The time from a write to `count` watchers until the last one has its event. */
async function watched(send: Send, namespace: string, count: number): Promise<Sample> {
  await send(
    'POST',
    '/api/v1/namespaces',
    JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
  )
  await fill(send, namespace, 1)
  const maps = `/api/v1/namespaces/${namespace}/configmaps`
  const { metadata } = (await (await send('GET', maps)).json()) as { metadata: { resourceVersion: string } }
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = []
  for (let i = 0; i < count; i++) {
    const response = await send('GET', `${maps}?watch=true&resourceVersion=${metadata.resourceVersion}`)
    readers.push((response.body as ReadableStream<Uint8Array>).getReader())
  }
  const sample = await measure(`a change to ${count} watchers`, 50, async (i) => {
    await (await send('PUT', `${maps}/map-0`, configMap('map-0', `change ${i}`))).text()
    await Promise.all(readers.map((reader) => reader.read()))
  })
  await Promise.all(readers.map((reader) => reader.cancel()))
  return sample
}
