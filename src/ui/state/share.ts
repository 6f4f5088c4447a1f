import { create } from 'zustand'

/** Whether the share dialog is open. */
export const useShare = create<{ readonly open: boolean }>()(() => ({ open: false }))

export const openShare = (): void => useShare.setState({ open: true })
export const closeShare = (): void => useShare.setState({ open: false })
