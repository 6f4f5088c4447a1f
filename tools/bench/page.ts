import { requestWith } from '../../src/machinery/request'
import { connectToControlPlane } from '../../src/transport/page-connection'
import { configMap, measure, runScenario, type Sample, type Send } from './scenario'

/** What runs in the page; the driver calls it by name. */
export interface BenchPage {
  /** Milliseconds from the start of the navigation to the first list. */
  firstList(): Promise<number>
  port(): Promise<Sample[]>
  serviceWorker(): Promise<Sample[]>
  /** The least that can be had of a port, a transaction and a service worker for the bytes of a config map. */
  floors(emptyWorkerUrl: string): Promise<Sample[]>
}

const connecting = connectToControlPlane()
const init = (method: string, body?: string, contentType = 'application/json', signal?: AbortSignal): RequestInit => ({
  method,
  ...(body !== undefined && { body, headers: { 'content-type': contentType } }),
  ...(signal && { signal }),
})

// As the page's own client asks.
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

/** A worker that sends everything back over its port. */
async function echo(): Promise<Sample> {
  const code = 'onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data) }'
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(null, [port2])
  const sample = await measure('port echo', 500, () => {
    const answer = new Promise((resolve) => (port1.onmessage = resolve))
    port1.postMessage(BYTES)
    return answer
  })
  worker.terminate()
  return sample
}

/** One transaction of the same bytes, in a worker as the store's are; measured from inside. */
async function transaction(): Promise<Sample> {
  const code = `onmessage = async () => {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('floor', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('log')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const durations = []
    for (let i = 0; i < 210; i++) {
      const at = performance.now()
      await new Promise((resolve, reject) => {
        const tx = db.transaction('log', 'readwrite', { durability: 'relaxed' })
        tx.objectStore('log').put({ text: ${JSON.stringify(BYTES)} }, i)
        tx.oncomplete = resolve
        tx.onabort = () => reject(tx.error)
      })
      if (i >= 10) durations.push(performance.now() - at)
    }
    postMessage(durations.sort((a, b) => a - b))
  }`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  const durations = await new Promise<number[]>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as number[])
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(null)
  })
  worker.terminate()
  const total = durations.reduce((sum, duration) => sum + duration, 0)
  return { name: 'transaction', p50: durations[100] ?? NaN, p99: durations[197] ?? NaN, rate: 200_000 / total }
}

/** Pages below another path have a service worker that answers at once. */
async function emptyAnswers(url: string): Promise<Sample[]> {
  const frame = document.createElement('iframe')
  frame.src = url
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const inside = frame.contentWindow as Window & { emptyReady: Promise<void>; fetch: typeof fetch }
  await inside.emptyReady
  const ask = async (request: RequestInit) => (await inside.fetch('echo', request)).text()
  const get = await measure('empty answer', 300, () => ask(init('GET')))
  const post = await measure('empty answer to a write', 300, () => ask(init('POST', BYTES)))
  frame.remove()
  return [get, post]
}

const bench: BenchPage = {
  firstList: () => started,
  port: () => runScenario(overPort, 'bench-port'),
  async serviceWorker() {
    await controlled()
    return runScenario(overServiceWorker, 'bench-service-worker')
  },
  async floors(emptyWorkerUrl) {
    return [await echo(), await transaction(), ...(await emptyAnswers(emptyWorkerUrl))]
  },
}
Object.assign(globalThis, { bench })
