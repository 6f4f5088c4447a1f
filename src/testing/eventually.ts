import { vi } from 'vitest'
import { PATIENCE_MS, TURN_MS } from './until'

/** Resolves to the result of `check` as soon as it does not throw; rejects with its last error. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: TURN_MS })
