/** One second, the shortest time between two ticks, in milliseconds. */
const SECOND_MS = 1000

const listeners = new Map<() => void, number>()
let timer: ReturnType<typeof setInterval> | undefined
let seconds = 0

/**
 * Calls a listener every few seconds until the returned function is called. Everything on the page that shows the time shares one timer,
 * so that all of it is drawn in one frame instead of one frame each.
 */
export function onTick(everySeconds: number, listener: () => void): () => void {
  listeners.set(listener, everySeconds)
  timer ??= setInterval(tick, SECOND_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  seconds += 1
  for (const [listener, every] of listeners) if (seconds % every === 0) listener()
}
