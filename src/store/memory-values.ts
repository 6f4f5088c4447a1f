import type { KeyValues } from './key-values'

/** Values that last as long as the process. */
export function createMemoryValues(): KeyValues {
  const values = new Map<string, unknown>()
  return {
    get: (name) => Promise.resolve(values.get(name)),
    put: (name, value) => Promise.resolve(void values.set(name, value)),
    clear: () => Promise.resolve(values.clear()),
  }
}
