import { create } from 'zustand'

interface PaletteState {
  /** Becomes true when the palette is first opened; its code is loaded then. */
  readonly wanted: boolean
  readonly opened: boolean
  /** Text typed before the input field was ready. */
  readonly typed: string
  readonly keysHelp: boolean
}

/** Whether the palette and the list of shortcuts are open. `wanted` stays set once it was opened, so its code is loaded once. */
export const usePaletteState = create<PaletteState>()(() => ({
  wanted: false,
  opened: false,
  typed: '',
  keysHelp: false,
}))

/** Opens the palette, empty. */
export const openPalette = (): void => usePaletteState.setState({ wanted: true, opened: true, typed: '' })
/** Closes the palette. */
export const closePalette = (): void => usePaletteState.setState({ opened: false })
/** Shows or hides the list of keyboard shortcuts. */
export const showKeys = (shown: boolean): void => usePaletteState.setState({ keysHelp: shown })

/**
 * Buffers a key pressed between the palette's request and the loading of its code: it belongs into the search field, not to
 * the page. Returns false for keys that the palette does not use.
 */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const { opened, typed } = usePaletteState.getState()
  if (!opened || ctrlKey || metaKey || altKey || document.querySelector('.o-palette-input')) return false
  if (key === 'Escape') closePalette()
  else if (key === 'Backspace') usePaletteState.setState({ typed: typed.slice(0, -1) })
  else if ([...key].length === 1) usePaletteState.setState({ typed: typed + key })
  else return key === 'Enter'
  return true
}
