import type { Page } from '@playwright/test'

/**
 * Counts the user's steps from the next page load on: clicks, and keys outside of text fields. Text typed into a field
 * is not counted. Resolves to a function that returns the number since the page was loaded.
 */
export async function countSteps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = { steps: 0 }
    Object.assign(window, { counter })
    const typing = ({ target }: Event): boolean =>
      target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"], .native-edit-context')
    // Listen on the document: a click that Playwright retries, because something moved over its target, is stopped at
    // the window.
    document.addEventListener('pointerdown', () => counter.steps++, true)
    document.addEventListener('keydown', (event) => void (typing(event) || counter.steps++), true)
  })
  return () => page.evaluate(() => (window as unknown as { counter: { steps: number } }).counter.steps)
}
