import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { planeKey } from '../../../links/plane-key'
import type { Action } from './export'

const LIMIT = 200
const OBJECTS = 20

interface ActionState {
  /** Actions on each object, oldest first. */
  readonly actions: Readonly<Record<string, readonly Action[]>>
  readonly add: (key: string, action: Action) => void
  readonly forget: (key: string) => void
}

/** The lab's actions in this tab, kept across reloads so that they can still be exported. */
export const useActions = create<ActionState>()(
  persist(
    (set) => ({
      actions: {},
      add: (key, action) =>
        set(({ actions: { [key]: mine = [], ...others } }) => ({
          actions: {
            ...Object.fromEntries(Object.entries(others).slice(1 - OBJECTS)),
            [key]: [...mine, action].slice(-LIMIT),
          },
        })),
      forget: (key) =>
        set(({ actions }) => ({ actions: Object.fromEntries(Object.entries(actions).filter(([k]) => k !== key)) })),
    }),
    { name: planeKey('apply-lab'), storage: createJSONStorage(() => sessionStorage) },
  ),
)
