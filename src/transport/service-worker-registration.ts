import { type Clock, sleep } from '../machinery/clock'
import { CLAIM } from './page-protocol'

/** The parts of a page's container, a registration and a worker that are used here. */
export interface WorkerContainer {
  readonly controller: unknown
  addEventListener(type: 'controllerchange', listener: () => void): void
}
interface Worker {
  readonly state: string
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'statechange', listener: () => void): void
}
interface Registration<W extends Worker> {
  readonly installing: W | null
  readonly waiting: W | null
  readonly active: W | null
}

/** How a service worker is registered, and whom the result is reported to. */
export interface RegistrationOptions<W extends Worker> {
  readonly container: WorkerContainer
  readonly clock: Clock
  readonly register: () => Promise<Registration<W>>
  /** Called with each failure; registration is retried. */
  readonly failed: (error: unknown) => void
}

const STEP_MS = 30_000
const CLAIMED_MS = 5_000
const AGAIN_MS = 2_000
const AGAIN_AT_MOST_MS = 60_000

/**
 * Registers the service worker; resolves with it once it controls this page. Until then it retries at growing intervals: an installation
 * may fail for a single file without notice, and a page that was still loading when the worker became active, or was loaded past it, is not
 * controlled until it is claimed again.
 */
export async function serviceWorkerOf<W extends Worker>(options: RegistrationOptions<W>): Promise<W> {
  const { container, clock, register, failed } = options
  const controlled = new Promise<void>((resolve) => container.addEventListener('controllerchange', resolve))
  const within = <T>(ms: number, step: string, work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const cancel = clock.setTimer(ms, () => reject(new Error(`not ${step} within ${ms / 1000} s`)))
      work.then(resolve, reject).finally(cancel)
    })
  for (let wait = AGAIN_MS; ; wait = Math.min(wait * 2, AGAIN_AT_MOST_MS)) {
    try {
      const active = await within(STEP_MS, 'installed', register().then(activated))
      if (!container.controller) {
        active.postMessage(CLAIM)
        await within(CLAIMED_MS, 'in control of the page', controlled)
      }
      return active
    } catch (error) {
      failed(error)
    }
    await sleep(clock, wait)
  }
}

function activated<W extends Worker>({ installing, waiting, active }: Registration<W>): Promise<W> {
  if (active) return Promise.resolve(active)
  return new Promise((resolve, reject) => {
    const worker = installing ?? waiting
    const look = (): void => {
      if (worker?.state === 'activated') resolve(worker)
      else if (!worker || worker.state === 'redundant') reject(new Error('not installed'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}
