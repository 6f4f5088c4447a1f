import { create } from 'zustand'

interface PaletteState {
  /** The palette's code is asked for with its first opening. */
  readonly wanted: boolean
  readonly opened: boolean
  /** What was typed before its field was there. */
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
 * Keeps a key that was pressed after the palette was asked for and before its code is there: it belongs to its field, and to
 * nothing on the page. False when the key is none of the palette's.
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
