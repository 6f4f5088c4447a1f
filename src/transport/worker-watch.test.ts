import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { type WorkerStep, WorkerWatch } from './worker-watch'

const SITE = 'orchard /'
const lock = (name: string): LockInfo => ({ name, mode: 'exclusive', clientId: 'c' })

function world(held: string[] = []) {
  const clock = createFakeClock()
  const steps: WorkerStep[] = []
  let restarts = 0
  const watch: WorkerWatch = new WorkerWatch({
    clock,
    locks: { query: async () => ({ held: held.map(lock), pending: [] }) },
    site: SITE,
    onStep: (step) => steps.push(step),
    restart() {
      restarts++
      watch.started()
    },
  })
  watch.started()
  return { watch, clock, steps, restarts: () => restarts }
}
type Word = 'loaded' | 'holds' | 'serves' | 'failed' | 'died'

describe('this tab’s worker', () => {
  it.each<[what: string, words: Word[], restartsWithin: number | undefined, steps: WorkerStep[]]>([
    ['that never loads is started again', [], 20_000, ['loads']],
    ['that has the lock and never loads is started again', ['holds'], 20_000, ['loads']],
    ['that never starts what it owns is started again', ['loaded', 'holds'], 45_000, ['loads', 'waits', 'starts']],
    ['that loads after it got the lock has its time to start', ['holds', 'loaded'], 45_000, ['loads', 'starts']],
    ['that waits for its turn is let be', ['loaded'], undefined, ['loads', 'waits']],
    [
      'that serves is let be, however long it computes',
      ['loaded', 'holds', 'serves'],
      undefined,
      ['loads', 'waits', 'starts', 'serves'],
    ],
    ['that fails while it loads is started again soon', ['failed'], 1_000, ['loads']],
    ['that fails while it waits is started again soon', ['loaded', 'failed'], 1_000, ['loads', 'waits']],
    ['that serves may fail at something', ['loaded', 'holds', 'serves', 'failed'], undefined, []],
    ['that served and is gone is started again', ['loaded', 'holds', 'serves', 'died'], 1_000, []],
    ['that waited and is gone is started again', ['loaded', 'died'], 1_000, []],
  ])('%s', async (_what, words, within, expected) => {
    const { watch, clock, steps, restarts } = world()
    for (const word of words) watch[word]()
    if (expected.length > 0) expect(steps).toEqual(expected)
    await clock.advance((within ?? 3_600_000) - 1)
    expect(restarts()).toBe(0)
    await clock.advance(1)
    expect(restarts()).toBe(within === undefined ? 0 : 1)
  })

  it('gets twice as long each time, for each step', async () => {
    const { watch, clock, restarts } = world()
    await clock.advance(20_000)
    watch.loaded()
    watch.holds()
    await clock.advance(45_000)
    expect(restarts()).toBe(2)
    await clock.advance(79_999)
    expect(restarts()).toBe(2)
    await clock.advance(1)
    expect(restarts()).toBe(3)
    watch.loaded()
    watch.holds()
    await clock.advance(89_999)
    expect(restarts()).toBe(3)
    await clock.advance(1)
    expect(restarts()).toBe(4)
  })

  it('that fails again and again is started again ever more seldom, but always', async () => {
    const { watch, clock, restarts } = world()
    for (const [round, pause] of [1, 2, 4, 8, 16, 32, 60, 60, 60].entries()) {
      watch.failed()
      await clock.advance(pause * 1_000 - 1)
      expect(restarts()).toBe(round)
      await clock.advance(1)
      expect(restarts()).toBe(round + 1)
    }
  })
})

it.each([
  [[SITE], true],
  [['orchard /other/'], false],
  [[], false],
])('with the locks %j the site is owned: %s', async (held, owned) => {
  expect(await world(held).watch.owned()).toBe(owned)
})
