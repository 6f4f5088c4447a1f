import {
  type ConvertCSSVariablesInput,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './theme'

type Variables = Readonly<Record<keyof ConvertCSSVariablesInput, Readonly<Record<string, string>>>>

const ours = mergeMantineTheme(DEFAULT_THEME, theme)
const defaults: Variables = defaultCssVariablesResolver(DEFAULT_THEME)
const computed = defaultCssVariablesResolver(ours)
const own = cssVariables(ours)

/** The variables of one part that differ from those in the library's style sheet. */
function rule(part: keyof ConvertCSSVariablesInput, selector: string): string {
  const all = Object.entries({ ...computed[part], ...own[part] })
  const lines = all
    .filter(([name, value]) => defaults[part][name] !== value)
    .map(([name, value]) => `  ${name}: ${value};\n`)
  return `${selector} {\n${lines.join('')}}\n`
}

test('the style sheet has the variables of the theme; after a change of the theme, run this test with -u', async () => {
  const sheet = [
    '/* The variables of theme.ts, written by the test beside ThemeProvider.tsx. */\n',
    rule('variables', ':root'),
    rule('dark', ":root[data-mantine-color-scheme='dark']"),
    rule('light', ":root[data-mantine-color-scheme='light']"),
  ]
  await expect(sheet.join('')).toMatchFileSnapshot('./mantine-variables.css')
})
