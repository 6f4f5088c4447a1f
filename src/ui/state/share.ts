import { create } from 'zustand'

/** Whether the dialog that makes a link is open. */
export const useShare = create<{ readonly open: boolean }>()(() => ({ open: false }))

export const openShare = (): void => useShare.setState({ open: true })
export const closeShare = (): void => useShare.setState({ open: false })
