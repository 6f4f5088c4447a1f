import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { CLAIM } from './page-protocol'
import { serviceWorkerOf } from './service-worker-registration'

class FakeWorker {
  readonly heard: unknown[] = []
  #listeners: (() => void)[] = []
  constructor(
    public state: string,
    private readonly onMessage: (message: unknown) => void = () => undefined,
  ) {}
  postMessage(message: unknown): void {
    this.heard.push(message)
    this.onMessage(message)
  }
  addEventListener(_type: 'statechange', listener: () => void): void {
    this.#listeners.push(listener)
  }
  become(state: string): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}
type Registration = Record<'installing' | 'waiting' | 'active', FakeWorker | null>
const NOTHING: Registration = { installing: null, waiting: null, active: null }

class FakeContainer {
  controller: unknown = null
  #listeners: (() => void)[] = []
  addEventListener(_type: 'controllerchange', listener: () => void): void {
    this.#listeners.push(listener)
  }
  control(worker: unknown): void {
    this.controller = worker
    for (const listener of this.#listeners) listener()
  }
}

/** Each attempt gets the next of `tries`; the last one is repeated. */
function world(tries: (() => Promise<Registration>)[]) {
  const [container, clock] = [new FakeContainer(), createFakeClock()]
  const failures: string[] = []
  let count = 0
  const done = serviceWorkerOf({
    container,
    clock,
    register: () => (tries[Math.min(count++, tries.length - 1)] as () => Promise<Registration>)(),
    failed: (error) => failures.push((error as Error).message),
  })
  return { container, clock, failures, done, count: () => count }
}
const never = <T>(): Promise<T> => new Promise(() => undefined)
const good = (): FakeWorker => new FakeWorker('activated')

describe('the service worker of a page', () => {
  it('is there when it controls the page already', async () => {
    const worker = good()
    const { container, done } = world([async () => ({ ...NOTHING, active: worker })])
    container.control(worker)
    expect(await done).toBe(worker)
    expect(worker.heard).toEqual([])
  })

  it('is waited for while it is installed', async () => {
    const worker = new FakeWorker('installing')
    const { container, clock, done, failures } = world([async () => ({ ...NOTHING, installing: worker })])
    await clock.advance(20_000)
    worker.become('activated')
    container.control(worker)
    expect([await done, failures]).toEqual([worker, []])
  })

  it('is asked again to claim a page that it does not control', async () => {
    let claims = 0
    const container = new FakeContainer()
    const worker: FakeWorker = new FakeWorker('activated', () => {
      if (++claims === 3) container.control(worker)
    })
    const clock = createFakeClock()
    const failures: string[] = []
    const done = serviceWorkerOf({
      container,
      clock,
      register: async () => ({ ...NOTHING, active: worker }),
      failed: (error) => failures.push((error as Error).message),
    })
    await clock.advance(60_000)
    expect(await done).toBe(worker)
    expect(worker.heard).toEqual([CLAIM, CLAIM, CLAIM])
    expect(failures.length).toBe(2)
  })

  it.each<[what: string, first: () => Promise<Registration>, within: number, why: string]>([
    ['was refused', () => Promise.reject(new Error('refused')), 2_000, 'refused'],
    ['never answers', never, 32_000, 'not installed within 30 s'],
    [
      'is installed in vain',
      async () => ({ ...NOTHING, installing: new FakeWorker('redundant') }),
      2_000,
      'not installed',
    ],
    [
      'is never installed',
      async () => ({ ...NOTHING, installing: new FakeWorker('installing') }),
      32_000,
      'not installed within 30 s',
    ],
    ['has no worker', async () => NOTHING, 2_000, 'not installed'],
  ])('is registered again when the registration %s', async (_what, first, within, why) => {
    const worker = good()
    const { container, clock, done, failures, count } = world([first, async () => ({ ...NOTHING, active: worker })])
    await clock.advance(within)
    container.control(worker)
    expect(await done).toBe(worker)
    expect(failures[0]).toContain(why)
    expect([failures.length, count()]).toEqual([1, 2])
  })

  it('is tried ever more seldom, but always', async () => {
    const { clock, count } = world([() => Promise.reject(new Error('refused'))])
    for (const [tries, wait] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      await clock.advance(0)
      expect(count()).toBe(tries + 1)
      await clock.advance(wait * 1_000)
    }
  })
})
