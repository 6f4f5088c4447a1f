/**
 * Node handles up to 1,000 messages of a port before anything else, including those posted meanwhile, so yielding through a message would
 * starve connections. Captured at load time, so that fake timers don't replace it.
 */
const { setImmediate } = globalThis as { setImmediate?: (go: () => void) => unknown }

/**
 * So many continue in one turn of the event loop. What each goes on to do may take milliseconds, and a request that arrives meanwhile waits
 * for all of them; with fewer, controllers fall behind busy clients.
 */
const AT_ONCE = 8

/** Those that wait for their turn, in the order of asking. */
const waiting: (() => void)[] = []
let asked = 0
let port: MessagePort | undefined

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = resumeFirst
  return port2
}

function askForTurns(): void {
  for (; asked < Math.min(AT_ONCE, waiting.length); asked++) {
    if (setImmediate) setImmediate(resumeFirst)
    else (port ??= open()).postMessage(undefined)
  }
}

function resumeFirst(): void {
  asked -= 1
  const go = waiting.shift()
  askForTurns()
  go?.()
}

/** Resolves after all pending events had their turn. For long work on the one thread, and to batch notifications. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    askForTurns()
  })
