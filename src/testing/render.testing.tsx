import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

const mounted: (() => void)[] = []
afterEach(() => {
  for (const unmount of mounted.splice(0)) unmount()
})

/**
 * Renders a component in a browser test's page, under the theme provider; removed after the test. It is drawn when this returns: a key
 * that a test presses earlier goes nowhere.
 */
export function render(component: ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() => root.render(<MantineProvider>{component}</MantineProvider>))
  mounted.push(() => {
    root.unmount()
    place.remove()
  })
}
