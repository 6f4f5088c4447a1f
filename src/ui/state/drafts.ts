import { create } from 'zustand'
import { planeKey } from '../../links/plane-key'
import { isSecretBody } from './secret-request'

/** Unsaved text that the user typed. Drafts survive reloads; secret ones end with the tab. */
export interface Draft {
  readonly text: string
  /** The text that editing started from: tells drafts from unmodified texts, and is the base for merging conflicts. */
  readonly base?: string
  readonly at: number
}

const PREFIX = planeKey('draft.')

function readAll(): Record<string, Draft> {
  const drafts: Record<string, Draft> = {}
  for (const storage of [localStorage, sessionStorage])
    for (let i = 0; i < storage.length; i++) {
      const key = storage.key(i)
      if (!key?.startsWith(PREFIX)) continue
      try {
        drafts[key.slice(PREFIX.length)] = JSON.parse(storage.getItem(key) ?? '') as Draft
      } catch {
        storage.removeItem(key) // not JSON, so not written by this page
      }
    }
  return drafts
}

interface DraftState {
  readonly drafts: Readonly<Record<string, Draft>>
  /** True if storage refused a draft, which then lasts only as long as the page. */
  readonly volatile: boolean
  readonly keep: (id: string, text: string, base?: string) => void
  readonly drop: (id: string) => void
  /** Removes a draft that was saved, unless its text has changed since. */
  readonly settle: (id: string, saved: string) => void
}

/** Unsaved texts by id; they outlive a reload, unless the browser stores nothing (`volatile`). */
export const useDrafts = create<DraftState>()((set, get) => ({
  drafts: readAll(),
  volatile: false,
  keep: (id, text, base) => {
    const draft: Draft = { text, at: Date.now(), ...(base !== undefined && { base }) }
    let volatile = false
    const [mine, other] = isSecretBody('', text + (base ?? ''))
      ? [sessionStorage, localStorage]
      : [localStorage, sessionStorage]
    other.removeItem(PREFIX + id)
    try {
      mine.setItem(PREFIX + id, JSON.stringify(draft))
    } catch {
      volatile = true
    }
    set((state) => ({ drafts: { ...state.drafts, [id]: draft }, volatile }))
  },
  drop: (id) => {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem(PREFIX + id)
    set((state) => ({ drafts: Object.fromEntries(Object.entries(state.drafts).filter(([key]) => key !== id)) }))
  },
  settle: (id, saved) => {
    if (get().drafts[id]?.text === saved) get().drop(id)
  },
}))
