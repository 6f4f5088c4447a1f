import { type Clock, sleep } from '../../machinery/clock'

/** Transport errors that mean that no tab runs the control plane, or that the owner has just gone. */
const HANDOVERS = new Set(['NoOwner', 'ConnectionLost'])

const isHandover = (error: unknown): boolean => error instanceof Error && HANDOVERS.has(error.name)

/**
 * Repeats a call while it rejects because the control plane has no owner: a closing tab can lose the first call. After
 * `attempts` calls it rejects with the last error; with any other error at once. Only for calls that are safe to repeat.
 */
export async function untilOwner<T>(call: () => Promise<T>, clock: Clock, attempts = 6): Promise<T> {
  for (let failures = 1; ; failures++)
    try {
      return await call()
    } catch (error) {
      if (!isHandover(error) || failures >= attempts) throw error
      await sleep(clock, 250 * failures)
    }
}
