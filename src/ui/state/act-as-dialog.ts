import { create } from 'zustand'

/** Whether the dialog that asks for a user to act as is open. */
export const useActAsDialog = create<{ readonly open: boolean }>()(() => ({ open: false }))

/** Opens or closes the dialog that asks for a user to act as. */
export const showActAs = (open: boolean): void => useActAsDialog.setState({ open })
