import type { Page } from '@playwright/test'

/**
 * Counts what a person does to get on, from the next page that is opened: clicks, and keys outside of text fields. What is
 * typed into a field is not counted. Resolves with what tells the number since the page was loaded.
 */
export async function countSteps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = { steps: 0 }
    Object.assign(window, { counter })
    const typing = ({ target }: Event): boolean =>
      target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"], .native-edit-context')
    // On the document: a click that Playwright takes back, because something moved into its way, stops at the window.
    document.addEventListener('pointerdown', () => counter.steps++, true)
    document.addEventListener('keydown', (event) => void (typing(event) || counter.steps++), true)
  })
  return () => page.evaluate(() => (window as unknown as { counter: { steps: number } }).counter.steps)
}
