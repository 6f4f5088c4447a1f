import { startAdminsCluster, type TestCluster } from '../../src/testing/cluster'
import { type Answer, faultIn } from './judge'
import { mutated } from './mutate'
import { diceOf, type FuzzRequest, pick } from './requests'
import { type Shape, SHAPES, WIDGETS } from './shapes'

/** Options of a run; the same seed sends the same requests. */
export interface FuzzOptions {
  readonly release: string
  readonly seed: number
  readonly milliseconds: number
  readonly corpus: readonly FuzzRequest[]
  readonly log: (line: string) => void
}

const PATIENCE_MS = 300_000
/** Maximum cost of one request, in milliseconds of CPU. */
const MOST_CPU_MS = 15_000
/** How often a high cost is measured again: other work of the machine only ever adds to it. */
const MEASUREMENTS = 5
/** Maximum growth of the cost from n to 4n; costs below the floor are noise. */
const MOST_GROWTH = 9
const FLOOR_MS = 500
const WARM_UP = 2
/** The sizes of a shape. */
const SIZES = [1, 2, 4]
const SHRINKING_STEPS = 150

/** Sends mutated requests and requests of growing size to a control plane in this process. Returns the failures. */
export async function fuzz(options: FuzzOptions): Promise<string[]> {
  const { release, log } = options
  const failures = await onCluster(release, (cluster) => mutations(cluster, options))
  // The mutated requests may delete what the shapes need, custom types included, so the shapes get a cluster of their own.
  return [...failures, ...(await onCluster(release, (cluster) => growth(cluster, log)))]
}

async function onCluster(release: string, run: (cluster: TestCluster) => Promise<string[]>): Promise<string[]> {
  const cluster = await startAdminsCluster(release)
  try {
    await prepare(cluster)
    return await run(cluster)
  } finally {
    await cluster.stop()
  }
}

async function prepare(cluster: TestCluster): Promise<void> {
  const integers = { type: 'array', items: { type: 'integer' } }
  const spec = {
    type: 'object',
    properties: {
      set: { ...integers, 'x-orch-list-type': 'set' },
      map: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
        'x-orch-list-type': 'map',
        'x-orch-list-map-keys': ['k'],
      },
      s: { type: 'string', pattern: '^(a+)+$' },
      free: { type: 'array', items: { type: 'integer', enum: Array.from({ length: 10 }, (_, i) => -i) } },
      any: { type: 'object', 'x-orch-preserve-unknown-fields': true },
    },
  }
  await cluster.send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    metadata: { name: 'widgets.fuzz.example.com' },
    spec: {
      group: 'fuzz.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  })
  await cluster.send('POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'fuzz-base' },
    data: { a: 'b' },
  })
  for (let i = 0; i < 6_000; i += 1) {
    const { status } = await cluster.send('GET', WIDGETS)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the custom type is not served')
}

interface Outcome {
  readonly cpu: number
  readonly fault: string | undefined
  /** The status of the response, if there was one. */
  readonly status?: number
}

async function outcomeOf(cluster: TestCluster, request: FuzzRequest): Promise<Outcome> {
  const before = process.cpuUsage()
  const done = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  try {
    const answer = await within(answerOf(cluster, request))
    return { cpu: done(), fault: faultIn(request, answer), status: answer.status }
  } catch (error) {
    // A request that can't be sent, such as one with a line break in a header, is not the server's fault.
    if (error instanceof TypeError && /header|method|URL/i.test(error.message)) return { cpu: done(), fault: undefined }
    return { cpu: done(), fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

/** Like `outcomeOf`; a request whose cost is too high in every measurement has that as its fault. */
async function judged(cluster: TestCluster, request: FuzzRequest): Promise<Outcome> {
  let best = await outcomeOf(cluster, request)
  for (let i = 1; i < MEASUREMENTS && best.cpu > MOST_CPU_MS && best.fault === undefined; i += 1) {
    const next = await outcomeOf(cluster, request)
    best = { ...next, cpu: Math.min(best.cpu, next.cpu) }
  }
  const costly = best.cpu > MOST_CPU_MS ? `more than ${MOST_CPU_MS} ms of CPU` : undefined
  return { ...best, fault: best.fault ?? costly }
}

async function answerOf(cluster: TestCluster, { method, path, body, headers }: FuzzRequest): Promise<Answer> {
  const sent = method === 'GET' || method === 'HEAD' ? undefined : body
  const response = await cluster.send(method, path, sent, { ...headers })
  const type = response.headers.get('content-type') ?? ''
  if (/[?&]watch=|\/watch\/|[?&]follow=/.test(path) && response.status === 200) {
    await response.body?.cancel()
    return { status: 200, type, text: '' }
  }
  return { status: response.status, type, text: await response.text() }
}

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

async function mutations(cluster: TestCluster, { seed, milliseconds, corpus, log }: FuzzOptions): Promise<string[]> {
  const dice = diceOf(seed)
  const end = Date.now() + milliseconds
  const failures = new Map<string, string>()
  let sent = 0
  while (Date.now() < end && failures.size < 20) {
    const request = mutated(pick(dice, corpus), dice)
    sent += 1
    const { fault } = await judged(cluster, request)
    if (fault === undefined) continue
    const kind = `${fault} ${request.method} ${request.path.replace(/\?.*/, '')}`
    if (!failures.has(kind)) failures.set(kind, `${fault}: ${JSON.stringify(await shrunk(cluster, request, fault))}`)
  }
  log(`${sent} mutated requests, seed ${seed}`)
  return [...failures.values()]
}

/** The smallest request that still shows the fault. */
async function shrunk(cluster: TestCluster, request: FuzzRequest, fault: string): Promise<FuzzRequest> {
  let best = request
  let steps = 0
  const shows = async (candidate: FuzzRequest): Promise<boolean> => {
    steps += 1
    return (await judged(cluster, candidate)).fault === fault
  }
  for (const name of Object.keys(request.headers)) {
    const { [name]: _dropped, ...headers } = best.headers
    if (await shows({ ...best, headers })) best = { ...best, headers }
  }
  for (
    let size = Math.ceil((best.body?.length ?? 0) / 2);
    size >= 1 && steps < SHRINKING_STEPS;
    size = Math.floor(size / 2)
  )
    for (let at = 0; at < (best.body?.length ?? 0) && steps < SHRINKING_STEPS;) {
      const body = (best.body ?? '').slice(0, at) + (best.body ?? '').slice(at + size)
      if (await shows({ ...best, body })) best = { ...best, body }
      else at += size
    }
  return best
}

async function growth(cluster: TestCluster, log: (line: string) => void): Promise<string[]> {
  const failures: string[] = []
  for (const shape of SHAPES) {
    for (let i = 0; i < WARM_UP; i += 1) await outcomeOf(cluster, shape.make(Math.ceil(shape.n / 10)))
    let costs: readonly number[] = SIZES.map(() => Infinity)
    let faults: readonly string[] = []
    for (let i = 0; i < MEASUREMENTS && faults.length === 0 && (i === 0 || growsTooFast(costs)); i += 1) {
      const measured = await measure(cluster, shape)
      costs = costs.map((cost, at) => Math.min(cost, measured[at]?.cpu ?? cost))
      faults = measured.flatMap(({ fault }, at) =>
        fault === undefined ? [] : [`${shape.name}, ${shape.n * (SIZES[at] ?? 1)}: ${fault}`],
      )
    }
    log(`${shape.name.padEnd(32)} ${costs.map((cost) => `${cost.toFixed(0)} ms`.padStart(9)).join('')}`)
    failures.push(...faults)
    if (growsTooFast(costs))
      failures.push(`${shape.name}: the cost does not grow with the size: ${costs.map(Math.round).join(', ')} ms`)
  }
  return failures
}

async function measure(cluster: TestCluster, { n, make }: Shape): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const factor of SIZES) {
    const { cpu, fault, status } = await judged(cluster, make(n * factor))
    const missed = status === 404 ? 'there is nothing at its path, so nothing was measured' : undefined
    outcomes.push({ cpu, fault: fault ?? missed })
  }
  return outcomes
}

function growsTooFast(costs: readonly number[]): boolean {
  const [one = 0, , four = 0] = costs
  return four > Math.max(one, FLOOR_MS) * MOST_GROWTH
}
