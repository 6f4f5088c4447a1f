import { create } from 'zustand'

interface PaletteState {
  /** The palette's code is asked for with its first opening. */
  readonly wanted: boolean
  readonly opened: boolean
  readonly keysHelp: boolean
}

export const usePaletteState = create<PaletteState>()(() => ({ wanted: false, opened: false, keysHelp: false }))

export const openPalette = (): void => usePaletteState.setState({ wanted: true, opened: true })
export const closePalette = (): void => usePaletteState.setState({ opened: false })
export const showKeys = (shown: boolean): void => usePaletteState.setState({ keysHelp: shown })
