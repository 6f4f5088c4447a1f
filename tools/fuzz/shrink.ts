import type { TestCluster } from '../../src/testing/cluster'
import type { FuzzRequest } from './requests'
import { judged } from './outcome'

const SHRINKING_STEPS = 150

/** The smallest request that still shows the fault. */
export async function shrunk(cluster: TestCluster, request: FuzzRequest, fault: string): Promise<FuzzRequest> {
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
