import { useCallback } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { planeKey } from '../../links/plane-key'

interface Drafts {
  readonly drafts: Readonly<Record<string, unknown>>
}

/** Unsubmitted input that may be secret: it survives reloads and ends with the tab. */
const useSessionDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: planeKey('session-drafts'),
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** A form value, stored under a name until it is dropped. */
export function useSessionDraft<T>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void, drop: () => void, changed: boolean, settle: (saved: T) => void] {
  const draft = useSessionDrafts((state) => state.drafts[name]) as T | undefined
  const set = useCallback(
    (value: T) => {
      useSessionDrafts.setState((state) => ({ drafts: { ...state.drafts, [name]: value } }))
    },
    [name],
  )
  const drop = useCallback(() => {
    useSessionDrafts.setState((state) => ({
      drafts: Object.fromEntries(Object.entries(state.drafts).filter(([key]) => key !== name)),
    }))
  }, [name])
  /** Drops the saved value, unless it has changed since. */
  const settle = (saved: T): void => {
    if (useSessionDrafts.getState().drafts[name] === saved) drop()
  }
  return [draft ?? initial, set, drop, draft !== undefined, settle]
}
