import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { WorkerWatch } from './worker-watch'

const SITE = 'orchard /'
const OTHER = 'orchard /other/'
const lock = (name: string): LockInfo => ({ name, mode: 'exclusive', clientId: 'c' })

function world(held: string[], pending: string[] = []) {
  const clock = createFakeClock()
  const queue = { held, pending }
  let restarts = 0
  const watch: WorkerWatch = new WorkerWatch({
    clock,
    locks: { query: async () => ({ held: queue.held.map(lock), pending: queue.pending.map(lock) }) },
    site: SITE,
    restart() {
      restarts++
      watch.started()
    },
  })
  watch.started()
  return { watch, clock, queue, restarts: () => restarts }
}

describe('a worker that is to follow the owner', () => {
  it.each<[string, string[], string[], boolean]>([
    ['is let be while another one owns the site', [SITE], [], true],
    ['is let be while it waits for the lock', [OTHER], [SITE], false],
  ])('%s', async (_what, held, pending, owned) => {
    const { watch, clock, restarts } = world(held, pending)
    await clock.advance(60_000)
    expect(await watch.look()).toBe(owned)
    await clock.advance(60_000)
    expect(restarts()).toBe(0)
  })

  it('is started again when nobody owns the site, nobody waits for it, and it had its time', async () => {
    const { watch, clock, queue, restarts } = world([SITE])
    await clock.advance(60_000)
    queue.held = []
    expect(await watch.look()).toBe(false)
    expect(restarts()).toBe(1)
  })

  it('gets its time first, and then twice of it', async () => {
    const { watch, clock, restarts } = world([OTHER], [OTHER])
    await Promise.all([watch.look(), watch.look()])
    await clock.advance(19_000)
    expect(restarts()).toBe(0)
    await clock.advance(2_000)
    expect(restarts()).toBe(1)
    await watch.look()
    await clock.advance(30_000)
    expect(restarts()).toBe(1)
    await clock.advance(11_000)
    expect(restarts()).toBe(2)
  })

  it('is started again at once when it has said that it failed', async () => {
    const { watch, restarts } = world([])
    watch.failed()
    await watch.look()
    expect(restarts()).toBe(1)
  })

  it('is let be where the browser refuses locks', async () => {
    let restarts = 0
    const watch = new WorkerWatch({
      clock: createFakeClock(),
      locks: { query: () => Promise.reject(new Error('refused')) },
      site: SITE,
      restart: () => restarts++,
    })
    watch.failed()
    expect([await watch.look(), restarts]).toEqual([false, 0])
  })
})
