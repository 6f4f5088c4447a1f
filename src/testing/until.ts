/** The part of a test's time limit for waiting; the rest is for reporting what it waited for. */
export const PATIENCE_MS = 250_000
/** Milliseconds between two looks at a condition that a test waits for. */
export const TURN_MS = 10

/** Polls until the answer holds; rejects with the last answer if it never does. */
export async function until<T>(ask: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const value = await ask()
    if (holds(value)) return value
    if (performance.now() > end) throw new Error(`never came true; at last it was ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}
