import type { Page } from '@playwright/test'

/**
 * Counts what a person does to get on, from the next page that is opened: clicks, and keys outside of text fields. What is
 * typed into a field is not counted. Resolves with what tells the number so far, since the start or since it was last set to 0.
 */
export async function countSteps(page: Page): Promise<{ reset: () => Promise<void>; taken: () => Promise<number> }> {
  await page.addInitScript(() => {
    const counter = { steps: 0 }
    Object.assign(window, { counter })
    const typing = ({ target }: Event): boolean =>
      target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"], .native-edit-context')
    addEventListener('pointerdown', () => counter.steps++, true)
    addEventListener('keydown', (event) => void (typing(event) || counter.steps++), true)
  })
  const counter = () => page.evaluate(() => (window as unknown as { counter: { steps: number } }).counter.steps)
  return {
    reset: () =>
      page.evaluate(() => {
        ;(window as unknown as { counter: { steps: number } }).counter.steps = 0
      }),
    taken: counter,
  }
}
