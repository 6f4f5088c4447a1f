import { create } from 'zustand'

interface Taking {
  readonly open: boolean
  readonly start: () => void
  readonly stop: () => void
}

/** Whether the page's export menu is open. */
export const useTaking = create<Taking>()((set) => ({
  open: false,
  start: () => set({ open: true }),
  stop: () => set({ open: false }),
}))
