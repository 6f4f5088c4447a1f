import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../testing/fake-clock'
import { until } from '../testing/until'
import { PortClient } from './port-client'
import { clientWire } from './port-protocol'
import { linkName, siteName } from './page-protocol'
import { type Ownership, STOOD_STILL_MS, waitForOwnership } from './site-owner'

/** The browser's locks for one name: exclusive, in order, and with stealing. */
class FakeLocks {
  #held: { clientId: string; reject: (error: unknown) => void } | undefined
  #line: { clientId: string; grant: () => void }[] = []
  /** A suspended worker does not notice that its lock was taken. */
  readonly deaf = new Set<string>()

  of(clientId: string): Pick<LockManager, 'request' | 'query'> {
    const request = (_name: string, { signal, steal }: LockOptions, hold: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        const grant = (): void => {
          const mine = { clientId, reject }
          this.#held = mine
          hold().then(resolve, reject)
        }
        if (steal) {
          const before = this.#held
          grant()
          if (before && !this.deaf.has(before.clientId)) before.reject(new DOMException('stolen', 'AbortError'))
        } else if (!this.#held) grant()
        else {
          const place = { clientId, grant }
          this.#line.push(place)
          signal?.addEventListener('abort', () => {
            this.#line = this.#line.filter((other) => other !== place)
            reject(signal.reason as Error)
          })
        }
      })
    const query = async () => ({ held: this.#held ? [{ name: siteName('/'), clientId: this.#held.clientId }] : [] })
    return { request: request as LockManager['request'], query: query }
  }
  get waiting(): string[] {
    return this.#line.map(({ clientId }) => clientId)
  }
}

const clients: PortClient[] = []
afterEach(() => clients.splice(0).forEach((client) => client.close()))

function worker(locks: FakeLocks, name: string, clock: FakeClock, scope = '/') {
  const superseded = vi.fn()
  let ownership: Ownership | undefined
  const served: string[] = []
  const owner = waitForOwnership({
    scope,
    clock,
    locks: locks.of(name),
    superseded,
    start: async (given) => {
      ownership = given
      return {
        options: {
          clock,
          fetch: async (request) => {
            served.push(new URL(request.url).pathname)
            return new Response(name)
          },
          control: () => Promise.resolve(null),
          state: () => ({}),
          nonce: () => new ArrayBuffer(0),
          verifyProof: () => Promise.resolve(false),
        },
        onEvent: () => undefined,
        onState: () => undefined,
      }
    },
  })
  const { port1, port2 } = new MessageChannel()
  const client = new PortClient(clientWire(port1), { clock })
  clients.push(client)
  owner.serve(port2)
  const ask = async (path: string) => (await client.fetch(new Request(`http://x${path}`), null)).text()
  return { owner, client, superseded, served, ask, ownership: () => ownership as Ownership }
}

describe('the owner of a site', () => {
  it('is the next in line only when the one before has ended', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const first = worker(locks, 'first', clock)
    worker(locks, 'second', clock)
    expect(await first.ask('/a')).toBe('first')
    expect(locks.waiting).toEqual(['second'])
  })

  it('ends every connection and stops when its lock is taken', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const [first, second] = [worker(locks, 'first', clock), worker(locks, 'second', clock)]
    await first.client.welcome
    second.owner.seize()
    second.owner.seize()
    expect(await second.ask('/a')).toBe('second')
    expect([first.superseded.mock.calls.length, second.superseded.mock.calls.length]).toEqual([1, 0])
    await expect(first.ask('/b')).rejects.toThrow()
    expect([first.served, locks.waiting]).toEqual([[], []])
    first.ownership().lost()
    expect(first.superseded).toHaveBeenCalledOnce()
  })

  it('asks for its lock before it answers after it stood still', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const [first, second] = [worker(locks, 'first', clock), worker(locks, 'second', clock)]
    expect(await first.ask('/before')).toBe('first')
    locks.deaf.add('first')
    second.owner.seize()
    await second.client.welcome
    await clock.advance(STOOD_STILL_MS)
    const answers = await Promise.allSettled([first.ask('/after'), first.ask('/after too')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([first.served, first.superseded.mock.calls.length]).toEqual([['/before'], 1])
  })

  it('goes on after a rest when nobody took its lock', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const first = worker(locks, 'first', clock)
    expect(await first.ask('/before')).toBe('first')
    await clock.advance(STOOD_STILL_MS * 3)
    expect(await first.ask('/after')).toBe('first')
    expect(await first.ownership().stillOwner()).toBe(true)
    expect(first.superseded).not.toHaveBeenCalled()
  })

  it('stops when the store tells of a successor', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const first = worker(locks, 'first', clock)
    await first.client.welcome
    first.ownership().lost()
    expect(first.superseded).toHaveBeenCalledOnce()
    await expect(first.ask('/a')).rejects.toThrow()
  })

  it('serves a tab that asks again on the same way, once', async () => {
    const [locks, clock] = [new FakeLocks(), createFakeClock()]
    const { ask } = worker(locks, 'first', clock, '/again/')
    await ask('/a')
    const words: unknown[] = []
    const link = new BroadcastChannel(linkName(siteName('/again/'), 'again'))
    link.onmessage = ({ data }: MessageEvent<{ message: { type: string } }>) => words.push(data.message.type)
    const site = new BroadcastChannel(siteName('/again/'))
    site.postMessage({ type: 'seek', link: 'again' })
    await until(
      () => words.length,
      (count) => count === 1,
    )
    site.postMessage({ type: 'seek', link: 'again' })
    await until(
      () => words.length,
      (count) => count === 2,
    )
    link.postMessage({ to: 'server', message: { type: 'ping' } })
    await until(
      () => words.at(-1),
      (word) => word === 'pong',
    )
    // Two servers would both answer.
    link.postMessage({ to: 'server', message: { type: 'bye' } })
    site.postMessage({ type: 'seek', link: 'again' })
    await until(
      () => words.length,
      (count) => count === 4,
    )
    expect(words).toEqual(['welcome', 'welcome', 'pong', 'welcome'])
    link.close()
    site.close()
  })
})
