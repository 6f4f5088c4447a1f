type Name = 'localStorage' | 'sessionStorage'

/**
 * Replaces blocked storage (in a page embedded in another site) with storage that lasts as long as the page, so that code
 * relying on storage still works.
 */
export function replaceBlockedStorage(owner: Pick<Window, Name>): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    if (isBlocked(owner, name)) Object.defineProperty(owner, name, { value: memoryStorage(), configurable: true })
}

function isBlocked(owner: Pick<Window, Name>, name: Name): boolean {
  try {
    void owner[name].length
    return false
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return true
    throw error
  }
}

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}
