import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { theme } from './theme'
import './mantine-variables.css'

const colorSchemes = localStorageColorSchemeManager()
const page = (): HTMLElement => document.documentElement

/**
 * Provides the components' theme. The library's own provider computes hundreds of style variables as a page opens; ours are a style sheet,
 * mantine-variables.css, which a test keeps up to date.
 */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager: colorSchemes,
    getRootElement: page,
  })
  useLayoutEffect(() => page().setAttribute('data-respect-reduced-motion', 'true'), [])
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      clearColorScheme,
      getRootElement: page,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme, setColorScheme, clearColorScheme],
  )
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
