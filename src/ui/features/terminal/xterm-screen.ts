import { FitAddon } from '@xterm/addon-fit'
import { type ITerminalOptions, Terminal } from '@xterm/xterm'

/** A screen in an element, and a way to make it as large as that. */
export interface Screen {
  readonly terminal: Terminal
  readonly fit: () => void
}
export type CreateScreen = (place: HTMLElement, options: ITerminalOptions) => Screen

/** The library of the screen is the largest part of the terminal: it is in a file of its own, loaded beside the rest. */
export const createScreen: CreateScreen = (place, options) => {
  const terminal = new Terminal(options)
  const addon = new FitAddon()
  terminal.loadAddon(addon)
  terminal.open(place)
  addon.fit()
  return { terminal, fit: () => addon.fit() }
}
