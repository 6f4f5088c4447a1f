import { requestWith } from '../../src/machinery/request'
import { connectToControlPlane } from '../../src/transport/connect-page'
import { configMap, fill, quantile, runScenario, type Sample, type Send, type Work, workOf } from './scenario'

/** The functions that run in the page; the driver calls them by name. */
export interface BenchPage {
  /** Milliseconds from the start of the navigation to the first list. */
  firstList(): Promise<number>
  /** Together with the minimum cost of a port, and of a transaction with the bytes of a config map. */
  port(): Promise<Sample[]>
  /** Together with the minimum cost of a service worker. */
  serviceWorker(emptyWorkerUrl: string): Promise<Sample[]>
  /** Creates config maps in a namespace until it has `count`, those before `from` excepted. */
  fill(namespace: string, count: number, from: number): Promise<void>
  /** A control call, which only the site's own pages can make. */
  control(name: string, args: unknown): Promise<unknown>
  /** The document at a path. */
  json(path: string): Promise<unknown>
  /** Creates (with a body) or changes by a merge patch. */
  write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void>
  /** The 99th percentile of `count` gets of a path, sent a few milliseconds apart, in milliseconds. */
  getP99(path: string, count: number): Promise<number>
}

// The bench does not need the page's help.
const connecting = connectToControlPlane({
  link: undefined,
  helper: () => new MessageChannel().port1,
  programs: false,
  shown: Promise.resolve(),
})
const init = (method: string, body?: string, contentType = 'application/json', signal?: AbortSignal): RequestInit => ({
  method,
  ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
  ...(signal && { signal }),
})

// Like the page's own client.
const overPort: Send = async (method, path, body, contentType = 'application/json', signal) =>
  (await connecting).fetch(
    requestWith(`${location.origin}${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
      ...(signal && { signal }),
    }),
  )
const overServiceWorker: Send = (method, path, body, contentType, signal) =>
  fetch(path, init(method, body, contentType, signal))

const started = overPort('GET', '/api/v1/namespaces')
  .then((response) => response.text())
  .then(() => performance.now())

async function controlled(): Promise<void> {
  while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20))
}

const BYTES = configMap('floor')

/** A worker that echoes everything over its port. */
function echo(): Work {
  const code = 'onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data) }'
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(null, [port2])
  return workOf('port echo', () => {
    const answer = new Promise((resolve) => (port1.onmessage = resolve))
    port1.postMessage(BYTES)
    return answer
  })
}

/** One transaction of the same bytes, in a worker like the store's; measured inside it. */
function transaction(): Work {
  const code = `
    const opened = new Promise((resolve, reject) => {
      const opening = indexedDB.open('floor', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('log')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    onmessage = async ({ data: { first, count } }) => {
      const db = await opened
      const durations = []
      for (let i = first; i < first + count; i++) {
        const at = performance.now()
        await new Promise((resolve, reject) => {
          const tx = db.transaction('log', 'readwrite', { durability: 'relaxed' })
          tx.objectStore('log').put({ text: ${JSON.stringify(BYTES)} }, i)
          tx.oncomplete = resolve
          tx.onabort = () => reject(tx.error)
        })
        durations.push(performance.now() - at)
      }
      postMessage(durations)
    }`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  return {
    name: 'transaction',
    times: (first, count) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data as number[])
        worker.onerror = (event) => reject(new Error(event.message))
        worker.postMessage({ first, count })
      }),
  }
}

/** Pages below another path have a service worker that answers at once. */
async function emptyAnswers(url: string): Promise<Work[]> {
  const frame = document.createElement('iframe')
  frame.src = url
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const inside = frame.contentWindow as Window & { emptyReady: Promise<void>; fetch: typeof fetch }
  await inside.emptyReady
  const ask = async (request: RequestInit) => (await inside.fetch('echo', request)).text()
  return [
    workOf('empty answer', () => ask(init('GET'))),
    workOf('empty answer to a write', () => ask(init('POST', BYTES))),
  ]
}

const bench: BenchPage = {
  firstList: () => started,
  port: () => runScenario(overPort, 'bench-port', [echo(), transaction()]),
  async serviceWorker(emptyWorkerUrl) {
    await controlled()
    return runScenario(overServiceWorker, 'bench-service-worker', await emptyAnswers(emptyWorkerUrl))
  },
  fill: (namespace, count, from) => fill(overPort, namespace, count, from),
  control: async (name, args) => (await connecting).control(name, args),
  json: async (path) => (await overPort('GET', path)).json() as Promise<unknown>,
  async write(method, path, body) {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const response = await overPort(method, path, JSON.stringify(body), type)
    if (!response.ok) throw new Error(await response.text())
  },
  async getP99(path, count) {
    const times: number[] = []
    for (let i = 0; i < count; i++) {
      const at = performance.now()
      await (await overPort('GET', path)).text()
      times.push(performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return quantile(
      times.sort((a, b) => a - b),
      0.99,
    )
  },
}
Object.assign(globalThis, { bench })
