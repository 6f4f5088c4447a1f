type Name = 'localStorage' | 'sessionStorage'

/**
 * Replaces blocked storage (in a page embedded in another site) with storage that lasts as long as the page, so that code
 * relying on storage still works. Returns whether something was replaced: then the next page knows nothing of this one.
 */
export function replaceBlockedStorage(owner: Pick<Window, Name>): boolean {
  const blocked = (['localStorage', 'sessionStorage'] as const).filter((name) => isBlocked(owner, name))
  for (const name of blocked) Object.defineProperty(owner, name, { value: memoryStorage(), configurable: true })
  return blocked.length > 0
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
