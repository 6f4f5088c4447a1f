/** Resolves when the page is idle, at the latest after `timeoutMs`. Not every browser reports idleness. */
export const whenIdle = (timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: timeoutMs })
    else setTimeout(resolve, Math.min(timeoutMs, 200))
  })
