import { useComputedColorScheme } from '@mantine/core'
import type { Terminal } from '@xterm/xterm'
import { type RefObject, useEffect } from 'react'
import { textScale, usePreferences } from '../../state/preferences'
import { useTerminalMemory } from './history'
import { screenTheme } from './screen-theme'

/** Size of the screen's text in pixels. */
export const fontSize = (presenting: boolean): number => Math.round(13 * textScale(presenting))

/** Keeps a screen's colours and text size in line with the page, and enables screen reader support on request. */
export function useScreenLook(
  element: RefObject<HTMLElement | null>,
  screen: RefObject<Terminal | undefined>,
  /** Fits rows and columns to the element. */
  refit: RefObject<(() => void) | undefined>,
): void {
  const scheme = useComputedColorScheme('dark')
  const presenting = usePreferences((state) => state.presenting)
  const screenReader = useTerminalMemory((state) => state.screenReader)
  useEffect(() => {
    if (screen.current && element.current) screen.current.options.theme = screenTheme(element.current)
  }, [element, screen, scheme])
  useEffect(() => {
    if (!screen.current) return
    screen.current.options.fontSize = fontSize(presenting)
    refit.current?.()
  }, [screen, refit, presenting])
  useEffect(() => {
    if (screen.current) screen.current.options.screenReaderMode = screenReader
  }, [screen, screenReader])
}
