const TURN_MS = 50
const LIMIT_MS = 120_000

/**
 * Resolves when `ask`, run on the page with `argument`, resolves with a truthy value; repeats it until then. Playwright's own
 * `waitForFunction` awaits a promise once and accepts any value. Rejects with the error of `ask`, or after two minutes, or `limitMs`.
 */
export async function untilOnPage(page, ask, argument, limitMs = LIMIT_MS) {
  const end = Date.now() + limitMs
  const asked = () => page.evaluate(ask, argument).catch(unlessLeft)
  while (!(await asked())) {
    if (Date.now() > end) throw new Error(`the page did not come to answer true: ${String(ask)}`)
    await page.waitForTimeout(TURN_MS)
  }
}

/** A navigation interrupts the call: it is repeated on the next page. */
function unlessLeft(error) {
  if (/context was destroyed/.test(String(error))) return false
  throw error
}
