import { EtcdConnection } from '../../src/etcd/connection'
import { EQUAL, MOD_REVISION } from '../../src/etcd/messages'

export { HAS_ETCD, startEtcd } from '../../src/etcd/etcd.testing'

const ONE_AT_A_TIME = 500
const MANY = 3_000
const SIDE_BY_SIDE = 16

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.floor(sorted.length * q)] ?? NaN

/** The time that the etcd at `url` alone takes for the transaction of a create, one at a time and 16 at once, and for a read. */
export async function measureEtcd(url: string) {
  const connection = new EtcdConnection([url])
  const value = 'x'.repeat(1_000)
  const put = (key: string) =>
    connection.txn({
      compare: [{ result: EQUAL, target: MOD_REVISION, key, mod_revision: 0 }],
      success: [{ request_put: { key, value } }],
    })
  const sample = async (name: string, work: (i: number) => Promise<unknown>) => {
    const durations: number[] = []
    for (let i = 0; i < ONE_AT_A_TIME; i++) {
      const at = performance.now()
      await work(i)
      durations.push(performance.now() - at)
    }
    const sorted = durations.sort((a, b) => a - b)
    const total = sorted.reduce((sum, one) => sum + one, 0)
    return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), rate: (sorted.length * 1_000) / total }
  }
  const one = await sample('etcd alone, put', (i) => put(`/floor/one/${i}`))
  const question = await sample('etcd alone, question', () => connection.range({ key: '/none' }))
  let next = 0
  const at = performance.now()
  const writer = async (): Promise<void> => {
    while (next < MANY) await put(`/floor/many/${next++}`)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, writer))
  const rate = (MANY * 1_000) / (performance.now() - at)
  connection.close()
  return [one, question, { name: 'etcd alone, put, 16 at a time', p50: (SIDE_BY_SIDE * 1_000) / rate, p99: NaN, rate }]
}
