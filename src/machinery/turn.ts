/**
 * Node handles up to 1,000 messages of a port before anything else, including those posted meanwhile, so yielding through a message would
 * starve connections. Captured at load time, so that fake timers don't replace it.
 */
const { setImmediate } = globalThis as { setImmediate?: (go: () => void) => unknown }

let waiting: (() => void)[] = []
let port: MessagePort | undefined

function open(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const ready = waiting
    waiting = []
    for (const go of ready) go()
  }
  return port2
}

function afterMessage(go: () => void): void {
  waiting.push(go)
  if (waiting.length > 1) return
  port ??= open()
  port.postMessage(undefined)
}

/** Resolves after all pending events had their turn. For long work on the one thread, and to batch notifications. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (setImmediate) setImmediate(resolve)
    else afterMessage(resolve)
  })
