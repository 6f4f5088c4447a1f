import { create } from 'zustand'

interface TerminalState {
  /** The terminal's code is asked for with its first opening. */
  readonly wanted: boolean
  readonly opened: boolean
  /** A command line that a page offers, for the prompt; it runs when the person presses Enter. */
  readonly offered?: { readonly line: string; readonly id: number } | undefined
  /** What had the focus when it was opened. */
  readonly before?: Element | null
}

export const useTerminal = create<TerminalState>()(() => ({ wanted: false, opened: false }))

let offers = 0

/** Opens the terminal; with a line, that line stands at its prompt. */
export function openTerminal(line?: string): void {
  useTerminal.setState((state) => ({
    wanted: true,
    opened: true,
    // Read here: once it is on the screen, its own prompt has the focus.
    ...(!state.opened && { before: document.activeElement }),
    ...(line !== undefined && { offered: { line, id: ++offers } }),
  }))
}
export const closeTerminal = (): void => useTerminal.setState({ opened: false })
export const toggleTerminal = (): void => (useTerminal.getState().opened ? closeTerminal() : openTerminal())
/** The offered line stands at a prompt now. */
export const takeOffer = (): void => useTerminal.setState({ offered: undefined })
