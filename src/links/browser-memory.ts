import type { TabMemory } from './tab-link'
import { planeKey } from './plane-key'

const KEY = planeKey('link')

/** The tab's session storage. If it is blocked, nothing is remembered and the question is repeated. */
export function browserMemory(open: () => Storage): TabMemory {
  const storage = (): Storage | undefined => {
    try {
      return open()
    } catch {
      return undefined // storage is blocked for this site
    }
  }
  return {
    get: () => storage()?.getItem(KEY) ?? undefined,
    set: (text) => {
      try {
        storage()?.setItem(KEY, text)
      } catch (error) {
        console.warn('A reload will ask about this link again:', error)
      }
    },
  }
}
