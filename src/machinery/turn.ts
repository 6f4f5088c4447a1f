/**
 * Node handles up to 1,000 messages of a port before anything else, including those posted meanwhile, so yielding through a message would
 * starve connections. Captured at load time, so that fake timers don't replace it.
 */
const { setImmediate } = globalThis as { setImmediate?: (go: () => void) => unknown }

/** Those that wait for their turn, in the order of asking. */
const waiting: (() => void)[] = []
let port: MessagePort | undefined

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = resumeFirst
  return port2
}

function askForTurn(): void {
  if (setImmediate) return void setImmediate(resumeFirst)
  port ??= open()
  port.postMessage(undefined)
}

/** Resumes one at a time: what it goes on to do may take milliseconds, and a request that arrives meanwhile waits only for that. */
function resumeFirst(): void {
  const go = waiting.shift()
  if (waiting.length > 0) askForTurn()
  go?.()
}

/** Resolves after all pending events had their turn. For long work on the one thread, and to batch notifications. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) askForTurn()
  })
