/** Asks again and again until the answer holds; what the controllers are to do takes its turns. Rejects after many tries. */
export async function until<T>(ask: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const value = await ask()
    if (holds(value)) return value
    if (attempt >= 400) throw new Error(`never came true; at last it was ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
