import type { TestCluster } from '../../src/testing/cluster'
import { mutated } from './mutate'
import { diceOf, type FuzzRequest, pick } from './requests'
import { onCluster } from './fuzz-cluster'
import { judged } from './outcome'
import { growthFailures } from './growth'
import { shrunk } from './shrink'

/** Options of a run; the same seed sends the same requests. */
export interface FuzzOptions {
  readonly release: string
  readonly seed: number
  readonly milliseconds: number
  readonly corpus: readonly FuzzRequest[]
  readonly log: (line: string) => void
}

/** Sends mutated requests and requests of growing size to a control plane in this process. Returns the failures. */
export async function fuzz(options: FuzzOptions): Promise<string[]> {
  const { release, log } = options
  const failures = await onCluster(release, (cluster) => mutations(cluster, options))
  // The mutated requests may delete what the shapes need, custom types included, so the shapes get a cluster of their own.
  return [...failures, ...(await onCluster(release, (cluster) => growthFailures(cluster, log)))]
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
