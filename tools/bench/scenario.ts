/** The measurements, independent of where the control plane runs; `send` is the transport under test. */
export type Send = (
  method: string,
  path: string,
  body?: string,
  contentType?: string,
  signal?: AbortSignal,
) => Promise<Response>

/** Times of one kind of request, in milliseconds. */
export interface Sample {
  readonly name: string
  readonly p50: number
  readonly p99: number
  /** Per second. */
  readonly rate: number
}

/** A repeatable task; returns the milliseconds of each of `count` runs, numbered from `first`. */
export interface Work {
  readonly name: string
  times(first: number, count: number): Promise<readonly number[]>
}

/** Code that has run often enough is compiled; visitors of a page that stays open meet it in that state. */
const WARM_UP = 500
const ROUNDS = 10
const A_ROUND = 50
const LANES = 16
const WATCHERS = 100
const CHANGES = 100
const LISTED = 1_551
const ROOT = '/api/v1/namespaces'

/** The value below which a share `q` of the sorted values lies. */
export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN

/** Work that is done repeatedly and timed. */
export const workOf = (name: string, work: (i: number) => Promise<unknown>): Work => ({
  name,
  async times(first, count) {
    const durations: number[] = []
    for (let i = first; i < first + count; i++) {
      const at = performance.now()
      await work(i)
      durations.push(performance.now() - at)
    }
    return durations
  },
})

function sampleOf(name: string, durations: readonly number[]): Sample {
  const sorted = [...durations].sort((a, b) => a - b)
  const total = durations.reduce((sum, duration) => sum + duration, 0)
  return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), rate: (durations.length * 1000) / total }
}

/** Measures `work` repeatedly, after some warm-up calls. */
export async function measure(name: string, times: number, work: (i: number) => Promise<unknown>): Promise<Sample> {
  const { times: run } = workOf(name, work)
  const warmUp = Math.min(WARM_UP, times)
  await run(-warmUp, warmUp)
  return sampleOf(name, await run(0, times))
}

/** Measures in turns, so that other work of the machine slows all of them, and they remain comparable. */
async function measureInTurns(works: readonly Work[]): Promise<Sample[]> {
  const durations = new Map(works.map(({ name }) => [name, [] as number[]]))
  for (const work of works) await work.times(-WARM_UP, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const { name, times } of works) durations.get(name)?.push(...(await times(round * A_ROUND, A_ROUND)))
  return [...durations].map(([name, all]) => sampleOf(name, all))
}

/** A config map of about a kilobyte. */
export const configMap = (name: string, more = ''): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'bench' } },
    data: { text: 'x'.repeat(700), more },
  })

async function must(response: Promise<Response>): Promise<string> {
  const answer = await response
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text
}

/** Reads a response to its last byte without processing it, which is not the server's time. */
async function bytes(response: Promise<Response>): Promise<void> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Fills a namespace up to `count` config maps, with many concurrent writes. */
export async function fill(send: Send, namespace: string, count: number, from = 0): Promise<void> {
  let next = from
  const lane = async () => {
    while (next < count) await must(send('POST', `${ROOT}/${namespace}/configmaps`, configMap(`map-${next++}`)))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Runs all measurements over one transport, in a new namespace, with `floors` in between; leaves 10,000 objects behind. */
export async function runScenario(send: Send, namespace: string, floors: readonly Work[] = []): Promise<Sample[]> {
  const maps = `${ROOT}/${namespace}/configmaps`
  await must(send('POST', ROOT, JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })))
  const patch = JSON.stringify({ data: { more: 'patched' } })
  const samples = await measureInTurns([
    workOf('create', (i) => must(send('POST', maps, configMap(`one-${i}`)))),
    workOf('get', (i) => must(send('GET', `${maps}/one-${i}`))),
    workOf('update', (i) => must(send('PUT', `${maps}/one-${i}`, configMap(`one-${i}`, 'updated')))),
    workOf('patch', (i) => must(send('PATCH', `${maps}/one-${i}`, patch, 'application/merge-patch+json'))),
    ...floors,
  ])

  const many = 2_000
  const start = performance.now()
  await fill(send, namespace, many)
  const rate = (many * 1000) / (performance.now() - start)
  samples.push({ name: `create, ${LANES} at a time`, p50: LANES / (rate / 1000), p99: NaN, rate })
  samples.push(await measure(`list ${LISTED}`, 20, () => bytes(send('GET', `${maps}?limit=${LISTED}`))))
  samples.push(...(await fanOut(send, maps)))
  await fill(send, namespace, 10_000, many)
  samples.push(await measure('list 10,000', 10, () => bytes(send('GET', maps))))
  return samples
}

/** The time until a change has reached all of many watchers, and the events per second of many changes in a row. */
async function fanOut(send: Send, maps: string): Promise<Sample[]> {
  const stop = new AbortController()
  let reached = 0
  let wanted = Infinity
  let all: () => void = () => undefined
  const { metadata } = JSON.parse(await must(send('GET', `${maps}?limit=1`))) as {
    metadata: { resourceVersion: string }
  }
  const readers: Promise<void>[] = []
  const follow = async (body: ReadableStream<Uint8Array>) => {
    const reader = body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // Each event is a line.
      for (let at = value.indexOf(10); at >= 0; at = value.indexOf(10, at + 1)) if (++reached === wanted) all()
    }
  }
  for (let i = 0; i < WATCHERS; i++) {
    const path = `${maps}?watch=true&resourceVersion=${metadata.resourceVersion}`
    const response = await send('GET', path, undefined, undefined, stop.signal)
    readers.push(follow(response.body as ReadableStream<Uint8Array>).catch(() => undefined)) // ends with an abort
  }
  /** Resolves with the milliseconds until each watcher has the events of that many changes, made one after the other or at once. */
  const change = async (count: number, atOnce = false): Promise<number> => {
    reached = 0
    wanted = count * WATCHERS
    const arrived = new Promise<void>((resolve) => (all = resolve))
    const at = performance.now()
    const put = (name: string, i: number) => must(send('PUT', `${maps}/${name}`, configMap(name, `change ${at} ${i}`)))
    if (atOnce) await Promise.all(Array.from({ length: count }, (_, i) => put(`map-${i}`, i)))
    else for (let i = 0; i < count; i++) await put('map-0', i)
    await arrived
    return performance.now() - at
  }
  const one = await measure(`a change to ${WATCHERS} watchers`, 20, () => change(1))
  const many = eventsOf(`${CHANGES} changes to ${WATCHERS} watchers`, await change(CHANGES))
  await change(CHANGES, true)
  const atOnce = eventsOf(`${CHANGES} changes at once to ${WATCHERS} watchers`, await change(CHANGES, true))
  stop.abort()
  await Promise.all(readers)
  return [one, many, atOnce]
}

const eventsOf = (name: string, ms: number): Sample => ({
  name,
  p50: ms,
  p99: NaN,
  rate: (CHANGES * WATCHERS * 1000) / ms,
})
