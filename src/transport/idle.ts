/** Resolves when the page has nothing better to do, after `timeoutMs` in any case. Not every browser tells when it is idle. */
export const whenIdle = (timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: timeoutMs })
    else setTimeout(resolve, Math.min(timeoutMs, 200))
  })
