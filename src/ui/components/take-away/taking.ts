import { create } from 'zustand'

interface Taking {
  readonly open: boolean
  readonly start: () => void
  readonly stop: () => void
}

/** Whether somebody is choosing what to take away from the page. */
export const useTaking = create<Taking>()((set) => ({
  open: false,
  start: () => set({ open: true }),
  stop: () => set({ open: false }),
}))
