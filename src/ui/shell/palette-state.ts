import { create } from 'zustand'

interface PaletteState {
  /** Becomes true when the palette is first opened; its code is loaded then. */
  readonly wanted: boolean
  readonly opened: boolean
  /** Text typed before the input field was ready. */
  readonly typed: string
  readonly keysHelp: boolean
}

export const usePaletteState = create<PaletteState>()(() => ({
  wanted: false,
  opened: false,
  typed: '',
  keysHelp: false,
}))

export const openPalette = (): void => usePaletteState.setState({ wanted: true, opened: true, typed: '' })
export const closePalette = (): void => usePaletteState.setState({ opened: false })
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
