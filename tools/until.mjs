const TURN_MS = 50
const LIMIT_MS = 120_000

/**
 * Resolves when `ask`, run on the page with `argument`, resolves to something true; asks again until then. Playwright's
 * own `waitForFunction` awaits a promise once and takes any value that it resolves to. Rejects with what `ask` throws, or
 * after two minutes, or `limitMs`.
 */
export async function untilOnPage(page, ask, argument, limitMs = LIMIT_MS) {
  const end = Date.now() + limitMs
  const asked = () => page.evaluate(ask, argument).catch(unlessLeft)
  while (!(await asked())) {
    if (Date.now() > end) throw new Error(`the page did not come to answer true: ${String(ask)}`)
    await page.waitForTimeout(TURN_MS)
  }
}

/** A page that goes elsewhere takes the question with it: the next page is asked. */
function unlessLeft(error) {
  if (/context was destroyed/.test(String(error))) return false
  throw error
}
