import { type Clock, sleep } from '../../machinery/clock'

/** How the transport names that nobody runs the control plane, or that whoever ran it has just gone. */
const HANDOVERS = new Set(['NoOwner', 'ConnectionLost'])

const isHandover = (error: unknown): boolean => error instanceof Error && HANDOVERS.has(error.name)

/**
 * Repeats a call for as long as it rejects because the control plane has no owner yet: a tab that closes can take the first
 * call with it. Gives up after `attempts` calls with the last error; rejects at once with any other error. Only for calls that
 * may be carried out twice.
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
