import type { TestCluster } from '../../src/testing/cluster'
import { type Answer, faultIn } from './judge'
import type { FuzzRequest } from './requests'

const PATIENCE_MS = 300_000
/** Maximum cost of one request, in milliseconds of CPU. */
const MOST_CPU_MS = 15_000
/** How often a high cost is measured again: other work of the machine only ever adds to it. */
export const MEASUREMENTS = 5

/** What a request cost, in milliseconds of CPU, and what is wrong with its answer. */
export interface Outcome {
  readonly cpu: number
  readonly fault: string | undefined
  /** The status of the response, if there was one. */
  readonly status?: number
}

/** Sends a request and judges the answer. */
export async function outcomeOf(cluster: TestCluster, request: FuzzRequest): Promise<Outcome> {
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
export async function judged(cluster: TestCluster, request: FuzzRequest): Promise<Outcome> {
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
