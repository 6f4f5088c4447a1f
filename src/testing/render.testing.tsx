import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

const mounted: (() => void)[] = []
afterEach(() => {
  for (const unmount of mounted.splice(0)) unmount()
})

/** Renders a component in a browser test's page, under the theme provider; removed after the test. */
export function render(component: ReactNode): void {
  // Keys go to the frame that has the focus, which need not be the test's.
  window.focus()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<MantineProvider>{component}</MantineProvider>)
  mounted.push(() => {
    root.unmount()
    place.remove()
  })
}
