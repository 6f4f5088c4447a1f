import { create } from 'zustand'

interface TerminalState {
  /** Becomes true when the terminal is first opened; its code is loaded then. */
  readonly wanted: boolean
  readonly opened: boolean
  /** A command line offered by a page, inserted at the prompt; it runs when the user presses Enter. */
  readonly offered?: { readonly line: string; readonly id: number } | undefined
  /** The element that had the focus when the terminal was opened. */
  readonly before?: Element | null
}

/** Whether the terminal is open, and whether its code is wanted. */
export const useTerminal = create<TerminalState>()(() => ({ wanted: false, opened: false }))

let offers = 0

/** Opens the terminal; `line` is inserted at its prompt. */
export function openTerminal(line?: string): void {
  useTerminal.setState((state) => ({
    wanted: true,
    opened: true,
    // Read now: once the terminal is on the screen, its prompt has the focus.
    ...(!state.opened && { before: document.activeElement }),
    ...(line !== undefined && { offered: { line, id: ++offers } }),
  }))
}
/** Closes the terminal; its sessions stay. */
export const closeTerminal = (): void => useTerminal.setState({ opened: false })
/** Opens or closes the terminal. */
export const toggleTerminal = (): void => (useTerminal.getState().opened ? closeTerminal() : openTerminal())
/** Marks the offered line as inserted. */
export const takeOffer = (): void => useTerminal.setState({ offered: undefined })
