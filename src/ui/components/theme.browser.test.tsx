import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import './theme.css'

const emulate = (value: string): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

afterEach(() => emulate(''))

test('nothing is animated when the theme changes and the user prefers reduced motion', async () => {
  await emulate('reduce')
  document.body.innerHTML = '<div style="color: var(--o-text)"><p><b>text</b></p></div>'
  const theme = (name: string): void => {
    document.documentElement.dataset['mantineColorScheme'] = name
  }
  theme('light')
  const before = getComputedStyle(document.body.querySelector('b') ?? document.body).color
  theme('dark')
  expect(getComputedStyle(document.body.querySelector('b') ?? document.body).color).not.toBe(before)
  expect(document.getAnimations()).toEqual([])
})
