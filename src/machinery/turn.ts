/**
 * Node handles up to 1,000 messages of a port before it looks at anything else, those that are posted meanwhile
 * included: a turn by message would let no connection in. Kept at the start, so that no test's clock stands in for it.
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

/** Resolves when whatever else has happened by now has had its turn; for long work on the one thread, and to gather news. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (setImmediate) setImmediate(resolve)
    else afterMessage(resolve)
  })
