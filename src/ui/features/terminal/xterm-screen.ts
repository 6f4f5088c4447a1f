import { FitAddon } from '@xterm/addon-fit'
import { type ITerminalOptions, Terminal } from '@xterm/xterm'

/** A screen in an element, with a function that fits it to the element's size. */
export interface Screen {
  readonly terminal: Terminal
  readonly fit: () => void
}
/** Creates a screen in an element. */
export type CreateScreen = (place: HTMLElement, options: ITerminalOptions) => Screen

/** The screen library is the largest part of the terminal, so it is a separate chunk loaded in parallel. */
export const createScreen: CreateScreen = (place, options) => {
  const terminal = new Terminal(options)
  const addon = new FitAddon()
  terminal.loadAddon(addon)
  terminal.open(place)
  addon.fit()
  return { terminal, fit: () => addon.fit() }
}
