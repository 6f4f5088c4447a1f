import type { Clock } from '../machinery/clock'
import { createEngine, NOTHING_LOADED } from './engine'
import type { Store } from './store'

/** A store that lasts as long as the process. */
export function createMemoryStore({ clock }: { clock: Clock }): Store {
  return createEngine(
    { durable: false, append: () => undefined, close: () => Promise.resolve(), onHealthChange: () => undefined },
    NOTHING_LOADED,
    clock,
  )
}
