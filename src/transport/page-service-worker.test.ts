import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { KEEP_SITE, PORT_REQUEST } from './page-protocol'
import { registerPageServiceWorker, type PageServiceWorkerOptions } from './page-service-worker'

/** A container whose service worker is active at once; it answers that it keeps the site with `kept`. */
class FakeContainer extends EventTarget {
  controller: unknown = null
  readonly registered: unknown[] = []
  /** What the service worker was asked. */
  readonly asked: unknown[] = []
  started = 0
  constructor(private readonly kept: boolean) {
    super()
  }
  startMessages(): void {
    this.started++
  }
  register(script: URL, options: object): Promise<unknown> {
    this.registered.push([script.href, options])
    const active = {
      state: 'activated',
      postMessage: (message: unknown, [port]: MessagePort[] = []) => {
        this.asked.push(message)
        if (message === KEEP_SITE) port?.postMessage(this.kept)
      },
      addEventListener: () => undefined,
    }
    this.controller = active
    this.dispatchEvent(new Event('controllerchange'))
    return Promise.resolve({ installing: null, waiting: null, active })
  }
  /** The service worker says something. */
  says(data: unknown, ports: readonly MessagePort[] = []): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, ports }))
  }
}

function page(
  container: FakeContainer | undefined,
  {
    reached = () => Promise.resolve(),
    shown = Promise.resolve(),
    savesData = false,
  }: { reached?: () => Promise<unknown>; shown?: Promise<unknown>; savesData?: boolean } = {},
) {
  const changes: object[] = []
  const served: MessagePort[] = []
  let offlineIsKnown = (): void => undefined
  const offline = new Promise<void>((resolve) => (offlineIsKnown = resolve))
  const done = registerPageServiceWorker({
    container: container as unknown as PageServiceWorkerOptions['container'],
    clock: createFakeClock(),
    site: new URL('https://orchard.example/shop/'),
    reached,
    shown,
    idle: () => Promise.resolve(),
    savesData,
    serve: (port) => served.push(port),
    changed: (change) => {
      changes.push(change)
      if ('offline' in change) offlineIsKnown()
    },
  })
  return { done, changes, served, offline }
}

describe('the service worker of a page', () => {
  it.each([true, false])('is registered for the site, and says whether it keeps it: %s', async (kept) => {
    const container = new FakeContainer(kept)
    const { changes, done, offline } = page(container)
    await done
    await offline
    expect(container.registered).toEqual([['https://orchard.example/shop/service-worker.js', { scope: '/shop/' }]])
    expect(changes[0]).toEqual({ serviceWorker: 'starting' })
    expect(changes.slice(-2)).toEqual([{ serviceWorker: 'active' }, { offline: kept ? 'ready' : 'partly' }])
  })

  it('is not asked to cache the site where the browser is set to save data', async () => {
    const container = new FakeContainer(true)
    const { changes, done } = page(container, { savesData: true })
    await done
    expect(container.registered).toHaveLength(1)
    expect(container.asked).toEqual([])
    expect(changes.at(-1)).toEqual({ offline: 'data-saver' })
  })

  it('waits until somebody answers the page, and is registered when nobody does', async () => {
    const container = new FakeContainer(true)
    let refuse = (_error: Error): void => undefined
    const { done } = page(container, { reached: () => new Promise((_resolve, reject) => (refuse = reject)) })
    await Promise.resolve()
    expect(container.registered).toEqual([])
    refuse(new Error('nobody'))
    await done
    expect(container.registered).toHaveLength(1)
  })

  it('is registered after the page has shown what it was opened for', async () => {
    const container = new FakeContainer(true)
    let show = (): void => undefined
    const { done } = page(container, { shown: new Promise<void>((resolve) => (show = resolve)) })
    await new Promise((resolve) => setTimeout(resolve))
    expect(container.registered).toEqual([])
    show()
    await done
    expect(container.registered).toHaveLength(1)
  })

  it('gets its ports served as soon as the page listens', async () => {
    const container = new FakeContainer(true)
    const { served, done } = page(container)
    expect(container.started).toBe(1)
    const { port1, port2 } = new MessageChannel()
    container.says('something else', [port1])
    container.says(PORT_REQUEST)
    container.says(PORT_REQUEST, [port2])
    expect(served).toEqual([port2])
    await done
    port1.close()
    port2.close()
  })

  it('is unavailable where the browser has none for the page', async () => {
    const { changes, done } = page(undefined)
    await done
    expect(changes).toEqual([{ serviceWorker: 'unavailable' }])
  })
})
