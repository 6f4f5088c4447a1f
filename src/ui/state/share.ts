import { create } from 'zustand'

/** Whether the share dialog is open. */
export const useShare = create<{ readonly open: boolean }>()(() => ({ open: false }))

/** Opens the dialog that shares the cluster. */
export const openShare = (): void => useShare.setState({ open: true })
/** Closes that dialog. */
export const closeShare = (): void => useShare.setState({ open: false })
