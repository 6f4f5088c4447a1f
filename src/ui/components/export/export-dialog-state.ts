import { create } from 'zustand'

interface ExportDialogState {
  readonly open: boolean
  readonly show: () => void
  readonly close: () => void
}

/** Whether the page's export menu is open. */
export const useExportDialog = create<ExportDialogState>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}))
